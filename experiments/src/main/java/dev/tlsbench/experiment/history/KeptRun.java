package dev.tlsbench.experiment.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.experiment.history.KeptFigure.FigureKey;
import dev.tlsbench.experiment.report.Names;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.result.Connections;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.stats.Interval;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A result that is compared with those of other times.
 *
 * @param name the name of its folder
 * @param workload what was measured, which compared results must share
 * @param variants the settings of each variant
 * @param environment machine and software
 * @param commit of this project; {@code null} if unknown
 * @param tlsRemark how the cost of the server's TLS differs from a real server's; {@code null} if
 *     it does not
 * @param figures those of the baseline first
 */
public record KeptRun(
    String name,
    Instant started,
    Map<String, String> workload,
    Map<String, String> variants,
    Map<String, String> environment,
    @Nullable String commit,
    @Nullable String tlsRemark,
    List<KeptFigure> figures) {
  static final String RATE = "rate";
  static final String SERVER = "server";
  static final String PROCESSOR = "processor";
  static final String KERNEL = "kernel";
  static final String JDK = "JDK";

  private static final String TLS = "tls.";
  private static final Set<String> PAIRED = Set.of("compare", "sweep", "bulk", "saturate");
  private static final int FEWEST_FORKS = 2;
  private static final int FEWEST_CONNECTIONS = 6;

  /**
   * Reads a result of compare, sweep, bulk, saturate or connect.
   *
   * @throws InvalidSettingException if it is of another command or version, or must not be used
   */
  public static KeptRun read(ResultFile file) {
    boolean isConnect = file.command().equals("connect");
    if (!isConnect && !PAIRED.contains(file.command())) {
      throw new InvalidSettingException(
          file.subject()
              + ": not a result of compare, sweep, bulk, saturate or connect, which can be compared"
              + " over time");
    }
    requireVersion(
        file,
        file.tree().path("schemaVersion").asInt(),
        isConnect ? ConnectResult.SCHEMA_VERSION : Result.SCHEMA_VERSION);
    JsonNode facts = file.environment();
    requireVersion(file, facts.path("schemaVersion").asInt(), Environment.SCHEMA_VERSION);
    Environment environment = file.convert(facts, Environment.class);
    Instant started = started(file);
    return isConnect
        ? of(file.name(), started, file.as(ConnectResult.class), environment)
        : of(file.name(), started, file.as(Result.class), environment);
  }

  private static Instant started(ResultFile file) {
    try {
      return Instant.parse(file.usableRun().started());
    } catch (DateTimeParseException e) {
      throw file.other("run.started is no time");
    }
  }

  private static void requireVersion(ResultFile file, int found, int known) {
    if (found != known) {
      throw file.other("schemaVersion " + found + " instead of " + known);
    }
  }

  private static KeptRun of(String name, Instant started, Result result, Environment environment) {
    Setup setup = result.setup();
    Map<String, String> workload = new LinkedHashMap<>();
    workload.put("command", result.experiment());
    workload.put("binding", setup.binding());
    workload.put("baseline", setup.baseline());
    workload.put("threads", Integer.toString(setup.clients().threads()));
    put(workload, "operations a second", setup.clients().targetPerSecond());
    put(
        workload,
        "executors",
        Optional.ofNullable(setup.clients().cluster()).map(Setup.Executors::number).orElse(null));
    put(workload, "axis", result.axis());
    Map<String, String> facts = facts(environment, result.server().name());
    // Options of the connection are no workload; places of files and URLs differ without effect.
    setup
        .workload()
        .forEach(
            (key, value) -> {
              if (!key.startsWith(TLS)) {
                workload.put(key, value);
              } else if (value.indexOf('/') < 0) {
                facts.put(key, value);
              }
            });
    workload.values().removeIf(Secrets.HIDDEN::equals);
    setup.clients().cores().stream()
        .map(String::valueOf)
        .reduce((one, other) -> one + "," + other)
        .ifPresent(cores -> facts.put("confined to cores", cores));
    facts.put("server on this machine", result.server().local() ? "yes" : "no");
    new TreeMap<>(result.server().settings())
        .forEach((key, value) -> facts.put("server's " + key, value));
    Map<String, String> variants = new LinkedHashMap<>();
    List<KeptFigure> figures = new ArrayList<>();
    for (Point point : result.points()) {
      for (VariantResult variant : point.variants()) {
        if (variant.role() != Role.CONTROL) {
          String at = result.axis() == null ? "" : result.axis() + "=" + point.value() + ".";
          String label =
              Names.of(variant.name())
                  + (result.axis() == null ? "" : ", " + result.axis() + " " + point.value());
          variants.put(at + variant.name(), new TreeMap<>(variant.settings()).toString());
          add(figures, at + variant.name(), label, variant, setup.timing().forks());
        }
      }
    }
    return new KeptRun(
        name,
        started,
        workload,
        variants,
        facts,
        environment.commit(),
        result.server().tlsRemark(),
        figures);
  }

  private static void add(
      List<KeptFigure> figures, String subject, String label, VariantResult variant, int forks) {
    Set<Metric> metrics =
        new LinkedHashSet<>(
            List.of(
                variant.leadingMetric(),
                Metric.TYPICAL,
                Metric.THROUGHPUT,
                Metric.CLIENT_CPU,
                Metric.SERVER_CPU));
    for (Metric metric : metrics) {
      metric
          .of(variant)
          .filter(ratio -> isKnown(ratio.value()))
          .ifPresent(
              ratio ->
                  figures.add(
                      new KeptFigure(
                          new FigureKey(
                              subject,
                              label,
                              metric.key(),
                              metric.title() + " against the baseline",
                              Unit.RATIO,
                              true),
                          forks < FEWEST_FORKS ? unknown(ratio.value()) : ratio.interval(),
                          Math.max(1, forks - 1))));
    }
    Connections.Medians medians = variant.connections().medians();
    add(
        figures,
        new FigureKey(subject, label, RATE, "operations a second", Unit.PER_SECOND, false),
        variant.work().throughputPerSecond());
    add(
        figures,
        new FigureKey(subject, label, "fullHandshake", "full handshake", Unit.MICROS, false),
        medians.fullHandshakeMicros());
    add(
        figures,
        new FigureKey(subject, label, "connection", "opening a connection", Unit.MICROS, false),
        medians.readyMicros());
  }

  private static void add(List<KeptFigure> figures, FigureKey key, @Nullable Double value) {
    add(figures, key, value == null ? null : unknown(value));
  }

  private static void add(List<KeptFigure> figures, FigureKey key, @Nullable Interval interval) {
    if (interval != null && isKnown(interval.value())) {
      figures.add(new KeptFigure(key, interval, Double.POSITIVE_INFINITY));
    }
  }

  /** Returns true for a figure with a logarithm; a file may hold any number. */
  private static boolean isKnown(double value) {
    return value > 0 && Double.isFinite(value);
  }

  private static Interval unknown(double value) {
    return new Interval(value, Double.NaN, Double.NaN);
  }

  private static KeptRun of(
      String name, Instant started, ConnectResult result, Environment environment) {
    Map<String, String> workload = new LinkedHashMap<>();
    workload.put("command", result.experiment());
    workload.put("binding", result.setup().binding());
    put(workload, "baseline", result.setup().baseline());
    workload.put("concurrency", Integer.toString(result.setup().concurrency()));
    workload.put("added round trip in ms", Double.toString(result.setup().addedRttMillis()));
    workload.put("query", result.setup().query());
    ConnectResult.Server server = result.server();
    Map<String, String> facts = facts(environment, server.description());
    facts.put("server on this machine", server.local() ? "yes" : "no");
    List<KeptFigure> figures = new ArrayList<>();
    for (KindResult kind : result.kinds()) {
      if (kind.unavailable() == null && !kind.repeatsBaseline()) {
        add(figures, kind);
      }
    }
    return new KeptRun(
        name,
        started,
        workload,
        Map.of(),
        facts,
        environment.commit(),
        server.tlsRemark(),
        figures);
  }

  private static void add(List<KeptFigure> figures, KindResult kind) {
    String subject = kind.name();
    boolean isEnough = kind.connections().counted() >= FEWEST_CONNECTIONS;
    PartResult total = kind.find(Part.TOTAL);
    if (total != null) {
      Interval ratio = total.ratio();
      add(
          figures,
          new FigureKey(subject, subject, "total", "total against the baseline", Unit.RATIO, false),
          ratio == null || isEnough ? ratio : unknown(ratio.value()));
    }
    for (Part part : List.of(Part.TOTAL, Part.TLS_HANDSHAKE)) {
      PartResult found = kind.find(part);
      if (found != null) {
        add(
            figures,
            new FigureKey(
                subject,
                subject,
                part.id() + "Time",
                part.title() + ", median",
                Unit.MICROS,
                false),
            isEnough ? found.medianMicros() : unknown(found.medianMicros().value()));
      }
    }
    add(
        figures,
        new FigureKey(
            subject, subject, "clientCpuTime", "client CPU of a connection", Unit.MICROS, false),
        kind.cpu().clientMicros());
  }

  private static Map<String, String> facts(Environment environment, @Nullable String server) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(
        SERVER,
        Objects.requireNonNullElse(
            server, Objects.requireNonNullElse(environment.server(), "unknown")));
    facts.put(
        PROCESSOR, environment.machine().cpu() + ", " + environment.machine().cores() + " cores");
    facts.put(KERNEL, environment.machine().kernel());
    facts.put(JDK, environment.jdk().version());
    facts.put("JVM", environment.jdk().vm() + " (" + environment.jdk().vendor() + ")");
    put(facts, "CPU governor", environment.machine().governor());
    facts.put("JVM flags", String.join(" ", environment.jdk().flags()));
    new TreeMap<>(environment.versions()).forEach(facts::put);
    return facts;
  }

  private static void put(Map<String, String> facts, String name, @Nullable Object value) {
    if (value != null) {
      facts.put(name, value.toString());
    }
  }

  /** Returns a figure; empty if the run does not have it. */
  Optional<KeptFigure> find(FigureKey key) {
    return figures.stream().filter(figure -> figure.key().equals(key)).findFirst();
  }

  /** Returns the figures of several runs, in their order. */
  static List<FigureKey> keys(List<KeptRun> runs) {
    return runs.stream()
        .flatMap(run -> run.figures().stream())
        .map(KeptFigure::key)
        .distinct()
        .toList();
  }

  /**
   * Requires different results of one workload.
   *
   * @throws InvalidSettingException if two are the same, differ in what was measured, or share no
   *     variant
   */
  static void requireComparable(List<KeptRun> runs) {
    KeptRun first = runs.get(0);
    Map<List<Object>, String> names = new HashMap<>();
    for (KeptRun run : runs) {
      // A copy too: equal results would seem to have no spread.
      String other = names.put(List.of(run.started, run.figures), run.name);
      if (other != null) {
        throw new InvalidSettingException(
            run.name + " is the same result as " + other + "; name each result once");
      }
      List<String> differences = new ArrayList<>();
      differences(first.workload, run.workload)
          .forEach(
              one -> differences.add(one.name() + " is " + one.before() + " and " + one.after()));
      // A variant that only one of them has is left out.
      differences(first.variants, run.variants).stream()
          .filter(
              one -> first.variants.containsKey(one.name()) && run.variants.containsKey(one.name()))
          .forEach(
              one ->
                  differences.add(
                      "variant " + one.name() + " has " + one.before() + " and " + one.after()));
      if (!differences.isEmpty()) {
        throw new InvalidSettingException(
            first.name
                + " and "
                + run.name
                + " measured different workloads: "
                + String.join("; ", differences)
                + "; give results of one");
      }
      if (run.figures.stream().noneMatch(figure -> first.find(figure.key()).isPresent())) {
        throw new InvalidSettingException(
            first.name
                + " and "
                + run.name
                + " have no figure in common; give results of the same variants");
      }
    }
  }

  /** Returns the differences of two maps, in the order of the first. */
  static List<Difference> differences(Map<String, String> before, Map<String, String> after) {
    Set<String> names = new LinkedHashSet<>(before.keySet());
    names.addAll(after.keySet());
    return names.stream()
        .map(
            name ->
                new Difference(
                    name, before.getOrDefault(name, "unset"), after.getOrDefault(name, "unset")))
        .filter(difference -> !difference.before().equals(difference.after()))
        .toList();
  }

  /** Returns the name; properties of the workload may hold more than is to be shown. */
  @Override
  public String toString() {
    return name;
  }

  /** A fact that differs. */
  public record Difference(String name, String before, String after) {}
}
