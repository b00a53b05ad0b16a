package dev.tlsbench.experiment.history;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.json.Inline;
import dev.tlsbench.ycsb.session.Binding;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A result that is set beside others: its list of figures, and what they hold for.
 *
 * @param tlsRemark how the cost of the server's TLS differs from a real server's; {@code null} if
 *     it does not
 * @param startSpread the most by which its ratios differ between starts of the server, as a
 *     fraction of 1; 0 if unknown
 * @param freedom the degrees of freedom of intervals; infinite if they are a bootstrap's
 * @param paired true if variants took turns, so that the spread of ratios between runs is known
 */
public record ListedResult(
    Source source,
    RunRecord run,
    Map<String, String> workload,
    Map<String, String> variants,
    Map<String, String> environment,
    @Nullable String tlsRemark,
    double startSpread,
    double freedom,
    boolean paired,
    List<NamedFigure> figures) {
  private static final String TLS = "tls.";
  private static final Set<String> PAIRED = Set.of("compare", "sweep", "bulk", "saturate");

  /** The oldest version of results whose figures can be made. */
  private static final int OLDEST = 2;

  /**
   * The origin of a result.
   *
   * @param started UTC, ISO 8601
   * @param commit of this project; {@code null} if unknown
   */
  @Inline
  public record Source(
      String name,
      String started,
      @Nullable String commit,
      String server,
      String processor,
      String kernel,
      String jdk) {
    static Source of(ResultFile file, RunRecord run, @Nullable String server) {
      Environment environment = file.machine();
      Environment.Machine machine = environment.machine();
      return new Source(
          file.name(),
          run.started(),
          environment.commit(),
          Objects.requireNonNullElse(
              server, Objects.requireNonNullElse(environment.server(), "unknown")),
          machine.cpu() + ", " + machine.cores() + " cores",
          machine.kernel(),
          environment.jdk().version());
    }

    Instant time() {
      return Instant.parse(started);
    }

    /** Returns facts about machine and software, by their names for readers. */
    Map<String, String> facts() {
      Map<String, String> facts = new LinkedHashMap<>();
      facts.put("server", server);
      facts.put("processor", processor);
      facts.put("kernel", kernel);
      facts.put("JDK", jdk);
      return facts;
    }
  }

  /**
   * Reads a result of compare, sweep, bulk, saturate or connect.
   *
   * @throws InvalidSettingException if it is of another command or version
   */
  public static ListedResult read(ResultFile file) {
    boolean isConnect = file.command().equals("connect");
    if (!isConnect && !PAIRED.contains(file.command())) {
      throw new InvalidSettingException(
          file.subject()
              + ": not a result of compare, sweep, bulk, saturate or connect, whose figures can be"
              + " set beside others; report renders its page if it is named alone");
    }
    file.requireVersion(OLDEST, isConnect ? ConnectResult.SCHEMA_VERSION : Result.SCHEMA_VERSION);
    ListedResult read =
        isConnect ? of(file, file.as(ConnectResult.class)) : of(file, file.comparison());
    try {
      read.source.time();
    } catch (DateTimeParseException e) {
      throw file.other("run.started is no time");
    }
    return read;
  }

  private static ListedResult of(ResultFile file, Result result) {
    Setup setup = result.setup();
    Setup.Clients clients = setup.clients();
    Setup.Executors executors = clients.cluster();
    Map<String, String> workload = new LinkedHashMap<>();
    put(workload, "command", result.experiment());
    put(workload, "binding", setup.binding());
    put(workload, "baseline", setup.baseline());
    put(workload, "threads", clients.threads());
    put(workload, "operations a second", clients.targetPerSecond());
    put(workload, "executors", executors == null ? null : executors.number());
    put(workload, "axis", result.axis());
    place(workload, result.placement().text(), clients.cores());
    Map<String, String> facts = facts(file, result.server().local());
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
    if (!clients.cores().isEmpty()) {
      facts.put("confined to cores", clients.cores().toString());
    }
    new TreeMap<>(result.server().settings())
        .forEach((key, value) -> facts.put("server's " + key, value));
    Map<String, String> variants = new LinkedHashMap<>();
    for (Point point : result.points()) {
      String at = result.axis() == null ? "" : result.axis() + "=" + point.value() + ".";
      point.variants().stream()
          .filter(variant -> variant.role() != Role.CONTROL)
          .forEach(one -> variants.put(at + one.name(), new TreeMap<>(one.settings()).toString()));
    }
    return new ListedResult(
        Source.of(file, result.run(), result.server().name()),
        result.run(),
        workload,
        variants,
        facts,
        result.server().tlsRemark(),
        MeasuredDatabase.of(Binding.of(setup.binding()).database())
            .startSpread(result.server().embedded()),
        Math.max(1, setup.timing().forks() - 1),
        true,
        result.figures());
  }

  private static ListedResult of(ResultFile file, ConnectResult result) {
    ConnectResult.Setup setup = result.setup();
    ConnectResult.Server server = result.server();
    List<Integer> cores = setup.cores();
    Map<String, String> workload = new LinkedHashMap<>();
    put(workload, "command", result.experiment());
    put(workload, "binding", setup.binding());
    put(workload, "baseline", setup.baseline());
    put(workload, "concurrency", setup.concurrency());
    put(workload, "added round trip in ms", setup.addedRttMillis());
    put(workload, "query", setup.query());
    place(
        workload,
        cores == null
            ? "unknown"
            : ServerPlacement.of(!cores.isEmpty() && server.local(), server.local()).text(),
        cores == null ? List.of() : cores);
    Integer forks = setup.forks();
    return new ListedResult(
        Source.of(file, result.run(), server.description()),
        result.run(),
        workload,
        Map.of(),
        facts(file, server.local()),
        server.tlsRemark(),
        0,
        forks == null ? Double.POSITIVE_INFINITY : Math.max(1, forks - 1),
        false,
        result.figures());
  }

  private static void place(Map<String, String> workload, String server, List<Integer> cores) {
    workload.put("placement of the server", server);
    workload.put(
        "number of the client's cores", cores.isEmpty() ? "all" : String.valueOf(cores.size()));
  }

  private static Map<String, String> facts(ResultFile file, boolean isLocal) {
    Environment environment = file.machine();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("JVM", environment.jdk().vm() + " (" + environment.jdk().vendor() + ")");
    put(facts, "CPU governor", environment.machine().governor());
    facts.put("JVM flags", String.join(" ", environment.jdk().flags()));
    facts.putAll(new TreeMap<>(environment.versions()));
    facts.put("server on this machine", isLocal ? "yes" : "no");
    return facts;
  }

  private static void put(Map<String, String> facts, String name, @Nullable Object value) {
    if (value != null) {
      facts.put(name, value.toString());
    }
  }

  Map<String, String> circumstances() {
    Map<String, String> all = source.facts();
    all.putAll(environment);
    return all;
  }

  /** Returns the name; properties of the workload may hold more than is to be shown. */
  @Override
  public String toString() {
    return source.name();
  }
}
