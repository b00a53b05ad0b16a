package dev.tlsbench.experiment.command;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.experiment.console.Failures;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.probe.HostsDocument;
import dev.tlsbench.experiment.probe.HostsResult;
import dev.tlsbench.experiment.probe.HostsResult.Host;
import dev.tlsbench.experiment.probe.ProbeDocument;
import dev.tlsbench.experiment.probe.ProbeLimit;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.probe.Probe;
import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.measure.probe.Recognition;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "probe",
    mixinStandardHelpOptions = true,
    description = {
      "Reports a server's TLS configuration, or that of many in one table.",
      "That is: a grade with its reasons; the answer to usual clients; its certificates; protocols, cipher suites and groups, found by trial; the duration"
          + " of handshakes; and whether it requests client certificates."
    },
    footer = {
      "",
      "Of host and port alone, such as db:3306, it recognizes the database.",
      "MySQL and PostgreSQL show only after a log-in whether they let plain text in: it is tried with",
      "user name and password of URL or properties (mysql.user, mysql.password) if they are given.",
      "-p tls.caFile=FILE names the trusted CAs, -p tls.handshakeTimeoutMs=MS limits each attempt.",
      "Exit code of several servers: 3 if one of them has no result, else 5 if one exceeds a limit.",
      "",
      "  bin/tlsbench probe --file hosts.txt --fail-if 'grade < acceptable' --fail-if 'expires < 30d'"
    })
final class ProbeCommand extends MeasuringCommand {
  private static final int AT_A_TIME = 16;

  /** All servers; the first of them is {@link #server} too. */
  @Parameters(
      index = "0..*",
      paramLabel = "URL",
      description = "Several servers, without passwords; " + AT_A_TIME + " are probed at a time.")
  private List<String> servers = new ArrayList<>();

  @Option(
      names = "--file",
      paramLabel = "FILE",
      description = "Servers, one a line: HOST:PORT or a URL; # begins a comment.")
  private @Nullable Path file;

  @Option(
      names = "--json",
      description =
          "Print JSON; its schema is docs/schema/probe.schema.json, or hosts.schema.json.")
  private boolean json;

  @Option(
      names = "--handshakes",
      paramLabel = "N",
      defaultValue = "" + Probe.DEFAULT_SAMPLES,
      description =
          "Number of timed handshakes of each kind; default ${DEFAULT-VALUE}. None with several"
              + " servers.")
  private int samples;

  @Mixin private final GateOptions gates = new GateOptions();

  private List<ProbeLimit> limits = List.of();

  /** A name for a server of which only TLS is known. */
  private @Nullable String unknown;

  @Override
  public Integer call() throws Exception {
    if (file == null && servers.size() < 2) {
      return super.call();
    }
    Map<String, String> all = all();
    limits = gates.read("tlsbench probe", ProbeLimit::parse);
    try (ResultFolder folder = folder(title(), Instant.now())) {
      console().say("probing " + all.size() + " servers, " + AT_A_TIME + " at a time");
      Outcome outcome = probe(all);
      print(outcome, outcome.write(folder).withoutNotices(), folder);
      outcome.run().problems().forEach(console()::say);
      ended(outcome);
      return outcome.run().exitCode();
    }
  }

  @Override
  Measurement prepare() throws ConnectFailedException {
    limits = gates.read("tlsbench probe", ProbeLimit::parse);
    server()
        .complete(
            Recognition::isAddress,
            address -> {
              Recognition.Found found = Recognition.at(address, console()::say);
              unknown = found.known() ? null : "server of an unknown protocol on " + address;
              return found.url();
            });
    return target -> {
      ProbeResult found =
          Probe.run(typed(), target, unknown, samples, console()::say, console().secrets()::hide);
      ProbeResult result =
          found.with(
              found.run().limitedBy(limits.stream().map(one -> one.check("", found)).toList()));
      return Outcome.of(result, result.run(), result.server().name(), ProbeDocument::of);
    };
  }

  /** Returns servers, as they are given, by their addresses. */
  private Map<String, String> all() {
    Map<String, String> places = new LinkedHashMap<>();
    servers.forEach(server -> places.put("URL " + (places.size() + 1), server));
    if (file != null) {
      String subject = "--file: " + file;
      int number = 0;
      for (String line : text(subject, file).split("\\R", -1)) {
        places.put(subject + ", line " + ++number, line.replaceFirst("(^|\\s)#.*", "").strip());
      }
    }
    Map<String, String> all = new LinkedHashMap<>();
    places.values().removeIf(String::isEmpty);
    places.forEach(
        (place, server) -> all.put(Converters.parsed(place, () -> address(server)), server));
    if (all.isEmpty()) {
      throw new InvalidSettingException(
          "--file: " + file + " names no server; write one a line, such as db1:3306");
    }
    return all;
  }

  private static String text(String subject, Path file) {
    try {
      return BoundedFile.text(subject, file, 1, "a list of servers");
    } catch (IOException e) {
      throw new InvalidSettingException(subject + " cannot be read; name a readable file", e);
    }
  }

  /** Checks a server without quoting it, as it may hold a password in the wrong place. */
  private static String address(String server) {
    if (!Secrets.NONE.hideIn(server).equals(server) || !Secrets.in(List.of(server)).isEmpty()) {
      throw new InvalidSettingException(
          "a password (not shown); give it in a file for -P, as mysql.password, or in the"
              + " environment, as TLSBENCH_P_MYSQL_PASSWORD");
    }
    if (!Recognition.isAddress(server)) {
      return Database.ofUrl(server).parse(server).hosts().get(0).toString();
    }
    if (HostAddress.inUrl(server, 0).filter(address -> address.port() > 0).isEmpty()) {
      throw new InvalidSettingException(
          "neither HOST:PORT nor a URL (not shown, as it may be a secret); write for example"
              + " db1:3306 or mysql://bench@db1/");
    }
    return server;
  }

  private Outcome probe(Map<String, String> all) throws Exception {
    Instant started = Instant.now();
    List<Host> hosts =
        new ForkJoinPool(AT_A_TIME)
            .submit(() -> List.copyOf(all.entrySet()).parallelStream().map(this::probe).toList())
            .get();
    List<String> failures =
        hosts.stream().flatMap(host -> Stream.ofNullable(host.failure())).toList();
    Duration elapsed = Duration.between(started, Instant.now());
    RunRecord run =
        RunRecord.of(typed(), started, elapsed, true, List.of(), List.of())
            .limitedBy(hosts.stream().flatMap(host -> host.checks(limits).stream()).toList());
    HostsResult result =
        new HostsResult(
            HostsResult.SCHEMA_VERSION,
            failures.isEmpty() ? run : run.unconnected(failures),
            hosts);
    return Outcome.of(result, result.run(), hosts.size() + " servers", HostsDocument::of);
  }

  /** Probes one of several servers; a failure to connect is its result. */
  private Host probe(Map.Entry<String, String> one) {
    String address = one.getKey();
    String server = one.getValue();
    try {
      Recognition.Found found =
          Recognition.isAddress(server)
              ? Recognition.at(server, line -> {})
              : new Recognition.Found(server, true);
      try (Target target = server().open(console(), found.url())) {
        String name = found.known() ? null : "server of an unknown protocol on " + address;
        return new Host(
            address,
            null,
            Probe.run(typed(), target, name, 0, console()::say, console().secrets()::hide));
      }
    } catch (ConnectFailedException e) {
      String why = console().secrets().line(Failures.message(e));
      return new Host(address, why.startsWith(address) ? why : address + ": " + why, null);
    }
  }

  @Override
  void print(Outcome outcome, Document report, ResultFolder folder) {
    if (json) {
      console().out().print(new String(Json.bytes(outcome.result()), StandardCharsets.UTF_8));
    } else {
      super.print(outcome, report, folder);
    }
  }

  @Override
  void ended(Outcome outcome) {
    gates.report(outcome.run(), console());
  }
}
