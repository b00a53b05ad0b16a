package dev.tlsbench.experiment.command;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.properties.PropertyFile;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.connect.ConnectDocument;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectRun;
import dev.tlsbench.measure.connect.ConnectSettings;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.target.PlainUrl;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.gate.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import site.ycsb.measurements.Measurements;

/** {@code tlsbench connect}. */
@Command(
    name = "connect",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the cost of a new connection, part by part.",
      "The parts are TCP connect, TLS handshake, hello, authentication and first query. Plain"
          + " connections, full and resumed handshakes alternate; then follow queries on a reused"
          + " client, and the columns of the ApsaraDB script under their original names.",
      "",
      "The first query reads one record of the collection or table that the property table names"
          + " (usertable)."
    })
final class ConnectCommand extends MeasuringCommand {
  private static final String DEFAULT_WORKLOAD = "workloads/workloada";
  private static final String CLIENT_CPU = "clientCpu";

  @Option(
      names = "--variant",
      paramLabel = "NAME|NAME:KEY=VALUE,…",
      description =
          "TLS settings of a variant of 'compare', such as tls12-aes128-gcm (default: the"
              + " settings of URL and properties).")
  private @Nullable String variant;

  @Option(
      names = {"-n", "--connections"},
      paramLabel = "N",
      defaultValue = "1000",
      description = "Number of connections of each kind (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of threads that open connections (default: ${DEFAULT-VALUE}).")
  private int concurrency;

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Time that a relay on this machine adds to each round trip, such as 5ms (default: no relay).")
  private Duration rtt = Duration.ZERO;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Warm-up, which does not count. Default: 2,500 connections of each kind, after which"
              + " times no longer fall, 30s at most.")
  private @Nullable Duration warmUp;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of orders and resamples (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--open-only",
      description =
          "Only open connections: omit the queries of reused clients and the ApsaraDB script.")
  private boolean openOnly;

  @Option(
      names = "--load",
      description =
          "Load the records of the workload first if its table is empty or missing, so that the"
              + " first query finds one. Embedded servers are always loaded.")
  private boolean load;

  @Option(
      names = "--apsaradb-logs",
      paramLabel = "DIR",
      description = "Folder for log files in the format of the ApsaraDB script, under its names.")
  private @Nullable Path apsaraDbLogs;

  @Mixin private final GateOptions gates = new GateOptions();

  @Override
  Measurement prepare() {
    gates.open("tlsbench " + title(), this::problem);
    ConnectSettings settings =
        new ConnectSettings(connections, concurrency, rtt, warmUp, openOnly, seed);
    if (apsaraDbLogs != null) {
      requireWritable(apsaraDbLogs);
    }
    Properties more = variant();
    console().protect(more);
    return whole -> {
      Target target = whole.lend(more);
      console().warnOf(target.binding(), PlainUrl.of(target.binding(), target.properties()));
      try (ConnectRun run = new ConnectRun(target, settings, console()::say, console()::hide)) {
        if (target.isEmbedded() || load) {
          load(target);
        }
        return run(run, target.facts(target.properties()));
      }
    };
  }

  @Override
  @Nullable String problem(Limit limit) {
    List<String> kinds = Arrays.stream(Kind.values()).map(Kind::id).toList();
    List<String> parts = Arrays.stream(Part.values()).map(Part::id).toList();
    String[] names = limit.figure().split("\\.", -1);
    boolean isCpu = names.length == 2 && names[1].equals(CLIENT_CPU);
    if (names.length != 2 || !kinds.contains(names[0]) || !(parts.contains(names[1]) || isCpu)) {
      return "write a kind and a part, such as tls-full.total; kinds are "
          + String.join(", ", kinds)
          + ", parts "
          + String.join(", ", parts)
          + " and "
          + CLIENT_CPU;
    }
    boolean needsTime =
        isCpu || names[0].equals(Kind.PLAIN.id()) || names[1].equals(Part.TLS_HANDSHAKE.id());
    return needsTime && !limit.isTime()
        ? "it has no ratio to plain connections; limit its time, such as '> 3ms'"
        : null;
  }

  @Override
  void ended(Outcome outcome) {
    gates.report(outcome.run(), console());
  }

  private static void requireWritable(Path folder) {
    try {
      Files.createDirectories(folder);
      Files.delete(Files.createTempFile(folder, ".tlsbench", ".tmp"));
    } catch (IOException e) {
      throw new InvalidSettingException(
          "--apsaradb-logs: cannot write to the folder " + folder + "; name another", e);
    }
  }

  /** Returns the properties of the variant; empty without a variant. */
  private Properties variant() {
    Properties properties = new Properties();
    if (variant != null) {
      List<Variant> all = Variants.of(List.of(variant), List.of()).all();
      Variants.requireAllowed(all);
      if (all.size() > 1 || all.get(0).isPlain()) {
        throw new InvalidSettingException(
            "--variant: 'connect' takes one variant, with TLS; plain connections are always measured");
      }
      all.get(0).settings().forEach(properties::setProperty);
    }
    return properties;
  }

  /** Runs the measurement; an interrupted run has a result as well. */
  private Outcome run(ConnectRun run, ServerFacts server) throws Exception {
    TerminationSignals signals = new TerminationSignals(run::stop);
    try {
      ConnectResult found = run.run(typed());
      ConnectResult result = found.with(gates.check(found.run(), StepFigures.of(found)));
      if (apsaraDbLogs != null) {
        for (Map.Entry<String, String> file : run.apsaraDbLogs().files().entrySet()) {
          Files.writeString(apsaraDbLogs.resolve(file.getKey()), file.getValue());
        }
      }
      return new Outcome(
          result,
          result.run(),
          server.name(),
          environment -> ConnectDocument.of(result, environment),
          Map.of());
    } finally {
      signals.close();
    }
  }

  /** Loads records, so that the first query finds one. */
  private void load(Target target) throws Exception {
    Properties properties = target.properties();
    PropertyFile.read(DEFAULT_WORKLOAD).values().forEach(properties::putIfAbsent);
    target.binding().createTableProperty().ifPresent(name -> properties.setProperty(name, "true"));
    // YCSB's workloads require measurements; nothing is read from these.
    Measurements.setProperties(properties);
    new RecordLoader(target.binding(), properties, console()::say).loadIfEmpty();
  }
}
