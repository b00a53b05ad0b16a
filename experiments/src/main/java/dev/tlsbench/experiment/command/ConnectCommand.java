package dev.tlsbench.experiment.command;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.properties.PropertyFiles;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.connect.ConnectFiles;
import dev.tlsbench.experiment.connect.ConnectOutcome;
import dev.tlsbench.experiment.connect.ConnectRun;
import dev.tlsbench.experiment.connect.ConnectSettings;
import dev.tlsbench.experiment.connect.ConnectText;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.experiment.variant.Variant;
import dev.tlsbench.experiment.variant.Variants;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import site.ycsb.measurements.Measurements;

/** What a new connection costs. */
@Command(
    name = "connect",
    mixinStandardHelpOptions = true,
    description = {
      "Measures what a new connection costs, part by part.",
      "The parts are TCP connect, TLS handshake, hello, authentication and first query. Plain"
          + " connections, full and resumed handshakes take turns; then come queries on a reused"
          + " client, and the columns of the ApsaraDB script under its names.",
      "",
      "The first query asks the collection or table of the property table (usertable) for one"
          + " record."
    })
final class ConnectCommand implements Callable<Integer> {
  private static final String DEFAULT_WORKLOAD = "workloads/workloada";

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @ParentCommand
  private Tlsbench tlsbench;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--plain-url",
      paramLabel = "URL",
      description =
          "Where the server takes plain connections, if on a port of their own. Without it, the"
              + " property plain.url counts, and without that the URL without its TLS options.")
  private @Nullable String plainUrl;

  @Option(
      names = "--variant",
      paramLabel = "NAME|NAME:KEY=VALUE,…",
      description =
          "How to connect with TLS, as for 'compare', such as tls12-aes128-gcm (default: as the URL"
              + " and the properties say).")
  private @Nullable String variant;

  @Option(
      names = {"-n", "--connections"},
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many connections of each kind (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many threads open connections at a time (default: ${DEFAULT-VALUE}).")
  private int concurrency;

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      converter = DurationConverter.class,
      description =
          "What a relay on this machine adds to each round trip, such as 5ms (default: no relay).")
  private Duration rtt = Duration.ZERO;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What orders and resamples are drawn from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--open-only",
      description =
          "Only open connections: no queries of reused clients and none of the ApsaraDB script.")
  private boolean openOnly;

  @Option(
      names = "--load",
      description =
          "Load the records of the workload first if its table is empty or not there, for the first"
              + " query to find one. Embedded servers are loaded anyway.")
  private boolean load;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Write connect.json and connect.txt there.")
  private @Nullable Path output;

  @Option(
      names = "--apsaradb-logs",
      paramLabel = "DIR",
      description = "Write the log files of the ApsaraDB script there, under its names.")
  private @Nullable Path apsaraDbLogs;

  @Override
  public Integer call() throws Exception {
    ConnectSettings settings = new ConnectSettings(connections, concurrency, rtt, openOnly, seed);
    ConnectFiles files = new ConnectFiles(json, output, apsaraDbLogs);
    Properties more = variant();
    tlsbench.protect(more);
    try (Target whole = server.open(tlsbench);
        Target target = whole.lend(more)) {
      tlsbench.warnOf(target.binding(), target.properties());
      String plain = plainUrl == null ? target.properties().getProperty("plain.url") : plainUrl;
      if (plain != null) {
        Properties inPlain = target.properties();
        inPlain.setProperty(target.binding().urlProperty(), plain);
        tlsbench.warnOf(target.binding(), inPlain);
      }
      if (target.isEmbedded() || load) {
        load(target);
      }
      try (ConnectRun run =
          new ConnectRun(target, plain, settings, tlsbench::say, tlsbench::hide)) {
        return run(run, files);
      }
    }
  }

  /** The properties of the variant; none if there is none. */
  private Properties variant() {
    Properties properties = new Properties();
    if (variant != null) {
      List<Variant> all = Variants.of(List.of(variant), List.of()).all();
      if (all.size() > 1 || all.get(0).isPlain()) {
        throw new InvalidSettingException(
            "--variant: 'connect' takes one, with TLS; it measures plain connections beside it");
      }
      all.get(0).settings().forEach(properties::setProperty);
    }
    return properties;
  }

  /** An interrupted run writes what it has. */
  private int run(ConnectRun run, ConnectFiles files) throws IOException {
    TerminationSignals signals = new TerminationSignals(run::stop);
    try {
      ConnectOutcome outcome = run.run();
      tlsbench.out().print(ConnectText.of(outcome.result()));
      tlsbench.out().flush();
      files.write(outcome);
      return outcome.result().exitCode();
    } finally {
      signals.close();
    }
  }

  /** The first query is to find something. */
  private void load(Target target) throws Exception {
    Properties properties = target.properties();
    PropertyFiles.read(DEFAULT_WORKLOAD).forEach(properties::putIfAbsent);
    properties.setProperty("mysql.createtable", "true");
    // YCSB's workloads ask for measurements; nothing is read from these.
    Measurements.setProperties(properties);
    new RecordLoader(target.binding(), properties, tlsbench::say).loadIfEmpty();
  }
}
