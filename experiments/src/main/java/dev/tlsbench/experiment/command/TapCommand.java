package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.experiment.console.LinePrinter;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.option.HostPort;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.experiment.tap.TapDocument;
import dev.tlsbench.experiment.tap.TapTable;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.measure.tap.TapSummary;
import dev.tlsbench.relay.TapRequirement;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TlsTap;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.gate.JUnitFile;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "tap",
    description = {
      "Shows what any client negotiates with a server.",
      "It forwards all bytes unchanged and reads the unencrypted part of TLS: which clients resume"
          + " sessions, with which protocol, suite and group, and which connect in plain text. It"
          + " needs no keys."
    },
    footer = {
      "",
      "Conditions: protocol>=TLSv1.3, suite=NAME|NAME, group=NAME|NAME, resumed>=90%%, plain=0,",
      "connections<=5/s. The first handshake of each client does not count for 'resumed'.",
      "Exit code: 5 if a condition is broken, 6 if there was no connection to judge.",
      "",
      "  bin/tlsbench tap --listen 27117 --to db:27017",
      "  bin/tlsbench tap --listen 13400 --to db:3306 --for 60s --require 'protocol>=TLSv1.3,resumed>=90%%'"
    })
final class TapCommand extends WritingCommand {
  private static final int MOST_SHOWN = 1_000;
  private static final int MOST_LINES = 10_000;

  /** Set by the launcher if standard error is a terminal. */
  private static final String TERMINAL = "tlsbench.terminal";

  private static final String ANY = "any";

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      required = true,
      description =
          "Address for clients. Without a host, 127.0.0.1; *:PORT for all addresses; with port 0,"
              + " any free port.")
  private String listen = "";

  @Option(
      names = "--to",
      paramLabel = "HOST:PORT",
      required = true,
      description = "Address of the server.")
  private String to = "";

  @Option(
      names = "--protocol",
      paramLabel = "NAME",
      completionCandidates = DatabaseNames.class,
      description =
          "One of ${COMPLETION-CANDIDATES}, or any. Default: any; the first bytes show which.")
  private String protocol = ANY;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "End after this time. Default: with Ctrl-C or SIGTERM.")
  private @Nullable Duration time;

  @Option(
      names = "--connections",
      paramLabel = "N",
      description = "End after this number of connections. Default: no limit.")
  private long connections = Long.MAX_VALUE;

  @Option(
      names = "--require",
      paramLabel = "CONDITION,…",
      split = ",",
      description = "Conditions that the connections must satisfy; may be repeated.")
  private List<String> require = new ArrayList<>();

  @Option(
      names = "--json",
      description = "Print a line of JSON for each connection that ends, and no report.")
  private boolean json;

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the outcome of the conditions as JUnit's XML too, for CI systems.")
  private @Nullable Path junit;

  private final AtomicLong ended = new AtomicLong();
  private final CountDownLatch stopping = new CountDownLatch(1);

  @Override
  public Integer call() throws Exception {
    Converters.atLeast("--connections", connections, 1);
    Converters.positive("--for", time);
    JUnitFile file = junit == null ? null : JUnitFile.create(junit, "tlsbench tap");
    List<TapRequirement> requirements =
        require.stream()
            .map(typed -> Converters.parsed("--require", () -> TapRequirement.parse(typed)))
            .toList();
    InetSocketAddress own = HostPort.toListen("--listen", listen);
    InetSocketAddress server = HostPort.ofServer("--to", to);
    TapSummary summary = new TapSummary(requirements);
    Instant started = Instant.now();
    long startNanos = System.nanoTime();
    LinePrinter lines = new LinePrinter(console().out(), MOST_LINES);
    try (ResultFolder folder = folder(title(), started)) {
      TlsTap tap = open(own, server, connection -> ended(connection, summary, lines));
      try (lines;
          tap) {
        console()
            .say(
                "tap on %s to %s%s%s; Ctrl-C ends it"
                    .formatted(
                        HostPort.text(tap.address()),
                        to,
                        time == null ? "" : ", for " + time.toSeconds() + " s",
                        connections == Long.MAX_VALUE
                            ? ""
                            : ", for " + connections + " connections"));
        watch(tap, summary, startNanos);
      }
      Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
      Outcome outcome = outcome(tap, summary, started, elapsed, lines.dropped());
      outcome.run().problems().forEach(console()::say);
      outcome.run().warnings().forEach(console()::say);
      Document report = outcome.write(folder);
      for (LimitCheck check : outcome.run().limits()) {
        if (check.outcome() != LimitCheck.Outcome.HOLDS) {
          console().say("--require " + check.limit() + ": " + check.found());
        }
      }
      if (file != null) {
        file.write(outcome.run());
      }
      if (!json) {
        console().print(report, folder.path());
      }
      return outcome.run().exitCode();
    }
  }

  private TlsTap open(
      InetSocketAddress own, InetSocketAddress server, Consumer<TappedConnection> ended) {
    List<Database> spoken = databases();
    try {
      return TlsTap.to(server)
          .listenOn(own)
          .databases(spoken)
          .keep(MOST_SHOWN)
          .onClosed(ended)
          .open();
    } catch (IOException e) {
      throw HostPort.cannotListen("--listen", own, e);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException("--to: " + e.getMessage(), e);
    }
  }

  private void ended(TappedConnection connection, TapSummary summary, LinePrinter lines) {
    summary.add(connection);
    if (json) {
      lines.print(() -> Json.line(TapResult.Seen.of(connection)));
    }
    if (ended.incrementAndGet() >= connections) {
      stopping.countDown();
    }
  }

  /** Waits for the end, and shows a table on a terminal until then. */
  private void watch(TlsTap tap, TapSummary summary, long startNanos) throws InterruptedException {
    TerminationSignals signals = new TerminationSignals(stopping::countDown);
    TapTable table = Boolean.getBoolean(TERMINAL) ? new TapTable(console().err()) : null;
    long whole = time == null ? Long.MAX_VALUE : time.toNanos();
    try {
      long left = whole;
      while (left > 0
          && !stopping.await(Math.min(left, TapTable.EVERY.toNanos()), TimeUnit.NANOSECONDS)) {
        if (table != null) {
          Duration elapsed = Duration.ofNanos(System.nanoTime() - startNanos);
          List<TappedConnection> open =
              tap.connections().stream().filter(seen -> !seen.times().ended()).toList();
          table.show(summary.with(open), elapsed);
        } else {
          summary.all(Duration.ZERO).unreached().keySet().forEach(console()::warn);
        }
        left = whole - (System.nanoTime() - startNanos);
      }
    } finally {
      if (table != null) {
        table.clear();
      }
      signals.close();
    }
  }

  private Outcome outcome(
      TlsTap tap, TapSummary summary, Instant started, Duration elapsed, long dropped) {
    TapResult.Client all = summary.all(elapsed);
    List<TapResult.Condition> conditions = summary.conditions(elapsed);
    List<String> unreached = TapDocument.unreached(all);
    boolean isConnected = all.unreachedConnections() < all.counts().connections();
    List<String> warnings = new ArrayList<>(isConnected ? unreached : List.of());
    if (dropped > 0) {
      warnings.add(
          "--json: "
              + dropped
              + " connections were not printed, because standard output was read too slowly.");
    }
    RunRecord run =
        RunRecord.of(typed(), started, elapsed, true, List.of(), warnings)
            .limitedBy(conditions.stream().map(TapDocument::check).toList());
    TapResult result =
        new TapResult(
            TapResult.SCHEMA_VERSION,
            isConnected || unreached.isEmpty() ? run : run.unconnected(unreached),
            new TapResult.Place(HostPort.text(tap.address()), to, summary.serverVersion()),
            all,
            summary.clients(elapsed),
            conditions,
            tap.connections().stream().map(TapResult.Seen::of).toList());
    return Outcome.of(
        result, result.run(), Objects.requireNonNullElse(summary.greeting(), to), TapDocument::of);
  }

  /** Returns the databases whose protocol the server may speak. */
  private List<Database> databases() {
    String name = protocol.strip().toLowerCase(Locale.ROOT);
    return name.equals(ANY)
        ? Database.all()
        : List.of(Converters.parsed("--protocol", () -> Database.of(name)));
  }

  /** Names of databases, for the help text and for completion. */
  static final class DatabaseNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Database.all().stream().map(Database::id).iterator();
    }
  }
}
