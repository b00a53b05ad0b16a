package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.ConnectionCounts;
import dev.tlsbench.measure.result.ConnectionCounts.Medians;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.LeftOut;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.HistogramLog;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Interval;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Made-up results of runs: plain text, its control, and variants with given effects. The same calls
 * give the same result.
 */
public final class SampleResult {
  private static final int FORKS = 3;
  private static final int EPOCHS = 8;
  private static final int OPERATIONS = 20_000;
  private static final double PER_SECOND = 14_312.4;
  private static final double WINDOW_SECONDS = 0.1;

  private final List<String> problems = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final Map<String, double[]> variants = new LinkedHashMap<>();
  private final Map<String, Histogram> histograms = new LinkedHashMap<>();
  private double[] control = {1.001, 0.006};
  private boolean complete = true;
  private boolean connectionsOnly;
  private int exitCode;
  private int forks = FORKS;
  private @Nullable String axis;
  private List<@Nullable String> values = new ArrayList<>();
  private String version = "9.7.0";
  private List<LeftOut> leftOut = List.of();
  private @Nullable Double bytes;
  private @Nullable Double rows;
  private @Nullable Long memory;
  private long ignoredErrors;
  private boolean tpcC;
  private Setup.@Nullable Executors executors;
  private ServerPlacement placement = ServerPlacement.ELSEWHERE;

  private Warning oneFork = new Warning.OneFork();
  private Instant started = Instant.parse("2026-11-21T10:15:00Z");
  private @Nullable String description;
  private @Nullable String remark;

  private SampleResult() {
    values.add(null);
  }

  public Outcome outcome() {
    Result result = build();
    return Outcome.of(result, result.run(), result.server().name(), RunDocument::of)
        .with(
            Map.of(
                "latency.hlog",
                HistogramLog.bytes(
                    Instant.parse(result.run().started()),
                    result.run().durationSeconds(),
                    histograms)));
  }

  public SampleResult at(Instant time) {
    started = time;
    return this;
  }

  public Path writeIn(Path parent) {
    Result result = Json.asWritten(build());
    try (ResultFolder folder = ResultFolder.create(parent, "compare", started)) {
      folder.write(RunDocument.of(result, environment()), environment(), result, Map.of());
      return folder.path();
    }
  }

  /** Starts a result of {@code tlsbench compare}, without variants. */
  public static SampleResult compare() {
    return new SampleResult();
  }

  /** Starts a result with {@code tls13}. */
  public static SampleResult tls13(double ratio, double halfWidth) {
    return compare().variant("tls13", ratio, halfWidth);
  }

  /** Adds a variant with this throughput ratio and half of its interval. */
  public SampleResult variant(String name, double ratio, double halfWidth) {
    variants.put(name, new double[] {ratio, halfWidth});
    return this;
  }

  SampleResult on(String name, String tlsRemark) {
    description = name;
    remark = tlsRemark;
    return this;
  }

  public SampleResult placed(ServerPlacement where) {
    placement = where;
    return this;
  }

  public SampleResult forks(int count) {
    forks = count;
    return this;
  }

  public SampleResult control(double ratio, double halfWidth) {
    control = new double[] {ratio, halfWidth};
    return this;
  }

  public SampleResult problem(String problem) {
    problems.add(problem);
    exitCode = 4;
    return this;
  }

  SampleResult warning(String warning) {
    warnings.add(warning);
    return this;
  }

  SampleResult interrupted() {
    complete = false;
    return this;
  }

  SampleResult serverVersion(String said) {
    version = said;
    return this;
  }

  /** Makes it a result of an experiment that only opened connections. */
  SampleResult connectionsOnly() {
    connectionsOnly = true;
    return this;
  }

  SampleResult bytesPerOperation(double payload) {
    bytes = payload;
    return this;
  }

  SampleResult rowsPerOperation(double count) {
    rows = count;
    return this;
  }

  /** Has operations of two names, and the figure of a published benchmark. */
  public SampleResult tpcC() {
    tpcC = true;
    return this;
  }

  SampleResult ignoredErrors(long count) {
    ignoredErrors = count;
    return this;
  }

  SampleResult serverMemory(long resident) {
    memory = resident;
    return this;
  }

  /** Turns it into a sweep; effects halve from value to value. Suites have points of their own. */
  public SampleResult over(String name, String... all) {
    axis = name;
    values = new ArrayList<>(List.of(all));
    return this;
  }

  public SampleResult quick() {
    oneFork = new Warning.Quick(0.05);
    return forks(1);
  }

  SampleResult onCluster() {
    executors = new Setup.Executors(8);
    return this;
  }

  /** Adds a value of the axis, or a variant, that could not be measured. */
  public SampleResult leavingOut(String value, String reason) {
    leftOut = List.of(new LeftOut(value, reason));
    return warning(axis + " " + value + " is left out: " + reason);
  }

  /** Returns the histograms of the last built result, by tag. */
  Map<String, Histogram> histograms() {
    return histograms;
  }

  public Result build() {
    histograms.clear();
    List<Point> points = new ArrayList<>();
    double scale = 1;
    for (String value : values) {
      points.add(point(value, scale));
      scale /= 2;
    }
    return new Result(
        axis == null ? "compare" : "sweep",
        new RunRecord(
            "tlsbench compare mysql://db.example/ycsb --variant plain --variant tls13",
            started.toString(),
            612.34567,
            complete,
            exitCode,
            problems,
            warnings,
            List.of()),
        new Setup(
            "mysql-tls",
            Map.of("workload", "site.ycsb.workloads.CoreWorkload", "readproportion", "0.95"),
            "plain",
            new Setup.Clients(
                4,
                placement == ServerPlacement.CONFINED ? List.of(1) : List.of(),
                placement == ServerPlacement.CONFINED,
                placement,
                null,
                executors),
            new Setup.Timing(forks, FORKS * EPOCHS, 4, 100, 5.0),
            42),
        new ServerFacts(
            "MySQL",
            version,
            false,
            1,
            placement != ServerPlacement.ELSEWHERE,
            Map.of("innodb_buffer_pool_size", "134217728", "tls_version", "TLSv1.2,TLSv1.3"),
            Map.of("Ssl_accepts", "12", "Ssl_finished_accepts", "12"),
            Map.of("Ssl_accepts", "1212", "Ssl_finished_accepts", "1212"),
            description,
            remark),
        axis,
        points,
        leftOut);
  }

  static Environment environment() {
    return new Environment(
        Environment.SCHEMA_VERSION,
        "MySQL 9.7.0",
        new Environment.Machine(
            "Example CPU @ 2.60GHz", 2, 8L << 30, "Debian GNU/Linux 12", "Linux 6.1.0", null, 1.25),
        new Environment.Jdk("17.0.15+6", "Example", "OpenJDK 64-Bit Server VM", List.of("-Xmx1g")),
        Map.of("mysql-connector-j", "9.7.0", "conscrypt", "2.9.0"),
        null);
  }

  private Point point(@Nullable String value, double scale) {
    Random random = new Random(7);
    List<VariantResult> all = new ArrayList<>();
    all.add(variant(value, "plain", Role.BASELINE, 1, 0, random));
    all.add(variant(value, "control", Role.CONTROL, control[0], control[1], random));
    variants.forEach(
        (name, effect) -> {
          if (!"suite".equals(axis) || name.equals(value)) {
            all.add(
                variant(value, name, Role.VARIANT, 1 + (effect[0] - 1) * scale, effect[1], random));
          }
        });
    return new Point(
        value,
        all,
        List.of(),
        connectionsOnly ? List.of() : windows(all),
        connectionsOnly ? null : new Estimate(0.001, 0.006, 0.008, 0.7, forks, forks * EPOCHS),
        List.of(oneFork, new Warning.CpuStolen(0.02)));
  }

  private VariantResult variant(
      @Nullable String value,
      String name,
      Role role,
      double ratio,
      double halfWidth,
      Random random) {
    boolean tls = role == Role.VARIANT;
    Histogram nanos = new Histogram(600_000_000_000L, 3);
    for (int i = 0; i < OPERATIONS; i++) {
      double tail = Math.exp(random.nextGaussian() * 0.35) * (i % 500 == 0 ? 12 : 1);
      nanos.recordValue((long) (280_000 / ratio * tail));
    }
    histograms.put(value == null ? name : value + "/" + name, nanos);
    Map<String, Interval> ratios = new LinkedHashMap<>();
    if (role != Role.BASELINE && !connectionsOnly) {
      ratios.put("throughput", ratio(ratio, halfWidth));
      for (String latency : List.of("mean", "p50", "p95", "p99", "p999")) {
        double factor = latency.length() + 0.5 * latency.chars().filter(c -> c == '9').count();
        ratios.put(latency, ratio(1 / ratio, halfWidth * factor / 2));
      }
      ratios.put("clientCpu", ratio(1 + (1 - ratio) * 3, halfWidth));
    }
    VariantResult result =
        new VariantResult(
            name,
            role,
            tls
                ? Map.of("tls.enabled", "true", "tls.protocols", "TLSv1.3")
                : Map.of("tls.enabled", "false"),
            new VariantResult.Work(
                connectionsOnly ? 0 : OPERATIONS,
                0,
                ignoredErrors,
                connectionsOnly ? 0 : PER_SECOND * ratio,
                rows == null ? null : PER_SECOND * ratio * rows,
                bytes,
                null,
                null),
            connectionsOnly ? null : Latency.of(nanos, false),
            tpcC ? operations(nanos, ratios.get("mean")) : List.of(),
            new ConnectionCounts(
                96,
                tls ? negotiated() : List.of(),
                tls ? Map.of("TLS by request, SCRAM-SHA-256-PLUS", 96L) : Map.of(),
                tls
                    ? new Medians(61.2, 2411.0, 488.7, 5102.4)
                    : new Medians(60.4, null, null, 2218.4)),
            new VariantResult.Resources(
                41.25, 63.5, memory == null ? null : 45.44, memory, null, null),
            ratios);
    return tpcC ? result.withBenchmark("tpmC", "NEW_ORDER", 60) : result;
  }

  private static List<Operation> operations(Histogram nanos, @Nullable Interval mean) {
    Latency latency = Latency.of(nanos, false);
    return List.of(
        new Operation("NEW_ORDER", OPERATIONS / 4, latency, mean),
        new Operation("PAYMENT", OPERATIONS * 3 / 4, latency, mean));
  }

  private static List<Negotiated> negotiated() {
    return List.of(
        new Negotiated("jdk", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", false, 24),
        new Negotiated("jdk", "TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", true, 72));
  }

  private static Interval ratio(double value, double halfWidth) {
    return new Interval(value, value - halfWidth, value + halfWidth);
  }

  private List<WindowResult> windows(List<VariantResult> variants) {
    List<WindowResult> windows = new ArrayList<>();
    for (int fork = 0; fork < forks; fork++) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        for (int order = 0; order < variants.size(); order++) {
          VariantResult variant = variants.get((order + epoch) % variants.size());
          windows.add(
              new WindowResult(
                  variant.name(),
                  new WindowResult.Place(fork, epoch, 0, order),
                  WINDOW_SECONDS * windows.size(),
                  WINDOW_SECONDS,
                  Math.round(variant.work().throughputPerSecond() * WINDOW_SECONDS),
                  0,
                  new WindowResult.Use(84.5, 91.0, epoch % 3, fork)));
        }
      }
    }
    return windows;
  }
}
