package dev.tlsbench.experiment.command;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.properties.PropertyFile;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.connect.ConnectDocument;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.option.LocalServerOptions;
import dev.tlsbench.experiment.option.VariantOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectRun;
import dev.tlsbench.measure.connect.ConnectSettings;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.gate.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import site.ycsb.measurements.Measurements;

@Command(
    name = "connect",
    mixinStandardHelpOptions = true,
    description = {
      "Measures the cost of a new connection, part by part, in several JVMs.",
      "The parts are TCP connect, TLS handshake, hello, authentication and first query. Plain"
          + " connections, full and resumed handshakes alternate; then follow queries on a reused"
          + " client.",
      "",
      "With two or more variants, connections of all of them alternate, full and resumed, and"
          + " nothing else is measured.",
      "",
      "The first query reads one record of the collection or table that the property table names"
          + " (usertable)."
    },
    footer = {
      "",
      "  bin/tlsbench connect 'mysql://bench@db/ycsb?ssl-ca=ca.pem' \\",
      "      --variant plain,tls12,tls13,tls13@openssl"
    })
final class ConnectCommand extends MeasuringCommand {
  private static final String DEFAULT_WORKLOAD = "workloads/workloada";
  private static final String CLIENT_CPU = "clientCpu";

  /** Scripts of publications. */
  private enum Script {
    APSARADB
  }

  @Mixin private final VariantOptions variants = new VariantOptions();

  @Option(
      names = {"-n", "--connections"},
      paramLabel = "N",
      defaultValue = "1000",
      description =
          "Number of connections of each kind, over all forks (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      split = ",",
      defaultValue = "1",
      description =
          "Number of threads that open connections (default: ${DEFAULT-VALUE}). With several, such"
              + " as 1,8,64: the parts at the first, then the connections a second at each.")
  private List<Integer> concurrency = new ArrayList<>();

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Time that a relay on this machine adds to each round trip, such as 5ms (default: no relay).")
  private Duration rtt = Duration.ZERO;

  @Option(
      names = "--forks",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of JVMs, one after the other (default: ${DEFAULT-VALUE}).")
  private int forks;

  @Option(
      names = "--cores",
      paramLabel = "N|all",
      description =
          "Cores that client threads and an embedded server share, away from compilers and"
              + " collectors; 'all' confines nothing. Linux only. Default: 1; all with"
              + " --concurrency, and beside a server of yours on this machine without"
              + " --confine-server.")
  private @Nullable String cores;

  @Mixin private final LocalServerOptions localServer = new LocalServerOptions();

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Warm-up of each fork, which does not count. Default: 1,500 connections of each kind or 4s"
              + " for each, and until ratios no longer change, 12s for each at most.")
  private @Nullable Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "Limit of the time of all measurements, without warm-ups. Default: no limit.")
  private @Nullable Duration duration;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of orders (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--open-only",
      description = "Only open connections: omit the queries of reused clients.")
  private boolean openOnly;

  @Option(
      names = "--script",
      paramLabel = "NAME",
      description =
          "Repeat a published script too: apsaradb, with the columns of the ApsaraDB script under"
              + " their original names.")
  private @Nullable Script script;

  @Option(
      names = "--load",
      description =
          "Load the records of the workload first if its table is empty or missing, so that the"
              + " first query finds one. Embedded servers are always loaded.")
  private boolean load;

  @Mixin private final GateOptions gates = new GateOptions();

  @Override
  Measurement prepare() {
    gates.open("tlsbench " + title(), this::problem);
    List<Variant> compared = compared();
    boolean isUsual = Series.of(compared).equals(Series.of(Series.USUAL));
    Converters.positive("--duration", duration);
    boolean opensOnly = openOnly || !isUsual || concurrency.size() > 1;
    if (script != null && opensOnly) {
      throw new InvalidSettingException(
          "--script: compares plain connections with TLS as the URL asks for it; omit --open-only,"
              + " and several variants or numbers for --concurrency");
    }
    ConnectSettings settings =
        new ConnectSettings(
            connections,
            concurrency,
            rtt,
            warmUp,
            opensOnly,
            script != null,
            seed,
            forks,
            duration,
            cores != null
                ? Cores.parse(cores)
                : concurrency.equals(List.of(1)) ? Cores.USUAL : Cores.ALL,
            localServer.confines(),
            localServer.pids());
    compared.forEach(variant -> console().secrets().watch(variant.settings()));
    return target -> {
      compared.forEach(
          variant ->
              console()
                  .warnOf(
                      target.binding(), variant.applyTo(target.binding(), target.properties())));
      localServer.check(settings.cores(), target);
      if (target.isEmbedded() || load) {
        load(target);
      }
      return run(
          new ConnectRun(compared, target, settings, console()::say, console().secrets()::hide),
          target.facts(target.properties()));
    };
  }

  @Override
  @Nullable String problem(Limit limit) {
    List<Series> series = Series.of(compared());
    List<String> kinds = series.stream().map(Series::name).toList();
    Optional<Limit> storm =
        concurrency.stream()
            .skip(concurrency.size() == 1 ? 1 : 0)
            .flatMap(threads -> limit.within("concurrency=" + threads).stream())
            .findFirst();
    List<String> parts =
        storm.isPresent()
            ? List.of(Metric.THROUGHPUT.key())
            : Arrays.stream(Part.values()).map(Part::id).toList();
    String cpu = storm.isPresent() ? "serverCpu" : CLIENT_CPU;
    String[] names = storm.orElse(limit).figure().split("\\.", -1);
    boolean isCpu = names.length == 2 && names[1].equals(cpu);
    if (storm.isPresent() && limit.isTime() && !isCpu) {
      return "a storm has no time but " + cpu;
    }
    if (names.length != 2 || !kinds.contains(names[0]) || !(parts.contains(names[1]) || isCpu)) {
      return "write a kind and a part, such as %s.total; kinds are %s, parts %s and %s"
          .formatted(
              kinds.get(kinds.size() - 1), String.join(", ", kinds), String.join(", ", parts), cpu);
    }
    boolean needsTime =
        isCpu
            || names[0].equals(kinds.get(0))
            || (names[1].equals(Part.TLS_HANDSHAKE.id()) && series.get(0).kind() == Kind.PLAIN);
    return needsTime && !limit.isTime()
        ? "it has no ratio to the baseline; limit its time, such as '> 3ms'"
        : null;
  }

  @Override
  void ended(Outcome outcome) {
    gates.report(outcome.run(), console());
  }

  /**
   * Returns the variants, the baseline first. A single one is compared with plain connections,
   * under the name of TLS.
   */
  private List<Variant> compared() {
    List<Variant> all = variants.or(List.of(), console()::warn);
    Variants.requireAllowed(all);
    if (all.size() > 1) {
      return all;
    }
    if (all.isEmpty()) {
      return Series.USUAL;
    }
    if (all.get(0).isPlain()) {
      throw new InvalidSettingException(
          "--variant: only plain connections are given; name one or more variants with TLS");
    }
    return List.of(Series.USUAL.get(0), new Variant(Series.TLS, all.get(0).settings()));
  }

  /** Runs the measurement; an interrupted run has a result as well. */
  private Outcome run(ConnectRun run, ServerFacts server) throws Exception {
    TerminationSignals signals = new TerminationSignals(run::stop);
    try {
      ConnectResult found = run.run(typed());
      ConnectResult result = found.with(gates.check(found.run(), StepFigures.of(found)::limited));
      return Outcome.of(
          result, result.run(), server.name(), ForkProcess.flags(List.of()), ConnectDocument::of);
    } finally {
      signals.close();
    }
  }

  /** Loads records, so that the first query finds one. */
  private void load(Target target) throws Exception {
    Properties properties = target.properties();
    PropertyFile.read(DEFAULT_WORKLOAD).forEach(properties::putIfAbsent);
    target.binding().createTableProperty().ifPresent(name -> properties.setProperty(name, "true"));
    // YCSB's workloads require measurements; nothing is read from these.
    Measurements.setProperties(properties);
    new RecordLoader(target.binding(), properties, console()::say).loadIfEmpty(target.isEmbedded());
  }
}
