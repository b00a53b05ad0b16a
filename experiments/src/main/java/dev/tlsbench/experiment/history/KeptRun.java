package dev.tlsbench.experiment.history;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.experiment.history.KeptFigure.FigureKey;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.ycsb.session.Binding;
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
 * @param startSpread the most by which its ratios differ between starts of the server, as a
 *     fraction of 1
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
    double startSpread,
    List<KeptFigure> figures) {
  static final String SERVER = "server";
  static final String PROCESSOR = "processor";
  static final String KERNEL = "kernel";
  static final String JDK = "JDK";

  /** The oldest version of results whose figures can be made. */
  private static final int OLDEST = 2;

  private static final String TLS = "tls.";
  private static final Set<String> PAIRED = Set.of("compare", "sweep", "bulk", "saturate");

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
        OLDEST,
        isConnect ? ConnectResult.SCHEMA_VERSION : Result.SCHEMA_VERSION);
    JsonNode facts = file.environment();
    requireVersion(
        file,
        facts.path("schemaVersion").asInt(),
        Environment.SCHEMA_VERSION,
        Environment.SCHEMA_VERSION);
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

  private static void requireVersion(ResultFile file, int found, int oldest, int newest) {
    if (found < oldest || found > newest) {
      throw file.other("schemaVersion " + found + " instead of " + newest);
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
    workload.put("placement of the server", result.placement().text());
    workload.put("number of the client's cores", cores(setup.clients()));
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
    for (Point point : result.points()) {
      for (VariantResult variant : point.variants()) {
        if (variant.role() != Role.CONTROL) {
          String at = result.axis() == null ? "" : result.axis() + "=" + point.value() + ".";
          variants.put(at + variant.name(), new TreeMap<>(variant.settings()).toString());
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
        MeasuredDatabase.of(Binding.of(setup.binding()).database())
            .startSpread(result.server().embedded()),
        KeptFigure.of(result.figures(), Math.max(1, setup.timing().forks() - 1), true));
  }

  private static String cores(Setup.Clients clients) {
    return clients.cores().isEmpty() ? "all" : Integer.toString(clients.cores().size());
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
    List<Integer> cores = result.setup().cores();
    workload.put(
        "placement of the server",
        cores == null
            ? "unknown"
            : ServerPlacement.of(!cores.isEmpty() && server.local(), server.local()).text());
    workload.put(
        "number of the client's cores",
        cores == null || cores.isEmpty() ? "all" : "" + cores.size());
    Map<String, String> facts = facts(environment, server.description());
    facts.put("server on this machine", server.local() ? "yes" : "no");
    return new KeptRun(
        name,
        started,
        workload,
        Map.of(),
        facts,
        environment.commit(),
        server.tlsRemark(),
        0,
        KeptFigure.of(result.figures(), freedom(result.setup()), false));
  }

  /** Returns the degrees of freedom of intervals; infinite if they are a bootstrap's. */
  private static double freedom(ConnectResult.Setup setup) {
    Integer forks = setup.forks();
    return forks == null ? Double.POSITIVE_INFINITY : Math.max(1, forks - 1);
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
                + " differ in workload or placement, so their figures are not comparable: "
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
