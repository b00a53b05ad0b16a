package dev.tlsbench.experiment.paired;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.client.properties.PropertyFile;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.console.Failures;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.option.ComparisonOptions;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.experiment.report.RunDocument;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Controls;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.paired.BufferPool;
import dev.tlsbench.measure.paired.Comparison;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.result.LeftOut;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.Sentences;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.HistogramLog;
import dev.tlsbench.ycsb.workload.PublishedBenchmark;
import dev.tlsbench.ycsb.workload.PublishedBenchmark.Headline;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.DBException;

/** Runs comparisons, one for each point of an axis, and writes them as one result. */
public final class PairedRun {
  private static final double MILLIS = 1e3;
  private static final String DEFAULT_WORKLOAD = "workloads/workloadc";

  private final Console console;
  private final Target target;
  private final String command;
  private final String title;
  private final ComparisonOptions options;
  private final GateOptions gates;
  private final Loading loading;
  private final Progress progress;
  private final Map<String, Histogram> latencies = new LinkedHashMap<>();
  private final Set<String> notes = new LinkedHashSet<>();
  private final Set<String> problems = new LinkedHashSet<>();
  private final Set<LeftOut> leftOut = new LinkedHashSet<>();
  private Cores usualCores = Cores.USUAL;
  private @Nullable Headline headline;
  private int omitted;
  private volatile @Nullable Comparison current;
  private volatile boolean stopped;

  public PairedRun(
      Console console,
      Target target,
      String typed,
      String title,
      ComparisonOptions options,
      GateOptions gates) {
    this.console = console;
    this.target = target;
    this.gates = gates;
    this.title = title;
    this.options = options;
    this.command =
        typed.matches("(?s).* --seed[ =].*") ? typed : typed + " --seed " + options.seed();
    this.progress = new Progress(console.err(), console::say);
    this.loading = new Loading(this, target, options);
  }

  /**
   * One comparison.
   *
   * @param value of the axis; {@code null} without an axis
   */
  public record Step(
      @Nullable String value, Properties properties, List<Variant> variants, Settings settings) {
    /** Returns the control, which uses the baseline's data unless the user names other data. */
    Variant control() {
      return settings.data().control(variants.get(0));
    }

    /** Omits the properties, which may be secret. */
    @Override
    public String toString() {
      return "Step[" + value + ", " + variants + "]";
    }
  }

  private static Properties withWorkload(Properties properties) {
    if (!properties.containsKey(Client.WORKLOAD_PROPERTY)) {
      PropertyFile.read(DEFAULT_WORKLOAD).forEach(properties::putIfAbsent);
    }
    properties.putIfAbsent(Client.DO_TRANSACTIONS_PROPERTY, "true");
    return properties;
  }

  /**
   * Runs a comparison, or one at each value of an axis. If there are several, a step is left out if
   * a variant does not connect, or server or client do not support it; the result names it. If none
   * is left, the last failure is thrown.
   *
   * @param variants the baseline first
   * @throws NothingMeasuredException if interrupted before anything was measured
   */
  public Outcome run(Axis axis, Properties properties, List<Variant> variants, Settings settings)
      throws IOException, DBException {
    if (axis.isOfThreads()) {
      usualCores = Cores.ALL;
    }
    List<Closeable> relays = new ArrayList<>();
    try {
      return run(
          axis.name(),
          axis.steps(target, withWorkload(properties), variants, settings, relays),
          ForkProcess.flags(settings.jvmArguments()));
    } finally {
      for (Closeable relay : relays) {
        relay.close();
      }
    }
  }

  private Outcome run(@Nullable String axis, List<Step> steps, List<String> jvmArguments)
      throws IOException, DBException {
    for (Step step : steps) {
      requireStorage(step.settings().data());
      warnOfShortWindows(step.settings());
      console.secrets().watch(step.control().settings());
      for (Variant variant : step.variants()) {
        console.secrets().watch(variant.settings());
        console.warnOf(target.binding(), variant.applyTo(target.binding(), step.properties()));
      }
    }
    TerminationSignals signals = new TerminationSignals(this::stop);
    try {
      Map<Step, Result> measured = measureAll(axis, steps);
      if (measured.isEmpty()) {
        throw new NothingMeasuredException("interrupted before anything was measured");
      }
      Result found = together(axis, steps.size(), measured);
      Result result = found.with(gates.check(found.run(), StepFigures.of(found)::limited));
      byte[] log =
          HistogramLog.bytes(
              Instant.parse(result.run().started()), result.run().durationSeconds(), latencies);
      return Outcome.of(result, result.run(), result.server().name(), jvmArguments, RunDocument::of)
          .with(Map.of("latency.hlog", log));
    } finally {
      progress.end();
      signals.close();
    }
  }

  private void requireStorage(Settings.Data data) {
    Database database = target.binding().database();
    if ((data.flushes() || data.perPool() > 0) && !MeasuredDatabase.of(database).hasStorage()) {
      throw new InvalidSettingException(
          "--flush, --data-per-pool: not supported for " + database.product() + "; omit them");
    }
  }

  private void warnOfShortWindows(Settings settings) {
    if (settings.data().flushes()
        && settings.timing().window().compareTo(Settings.FLUSHING_WINDOW) < 0) {
      warn(
          "--window: much of the cost of writes comes later than that; give "
              + Settings.FLUSHING_WINDOW.toSeconds()
              + "s or more");
    }
  }

  private void stop() {
    stopped = true;
    Comparison running = current;
    if (running != null) {
      running.stop();
    }
  }

  private Map<Step, Result> measureAll(@Nullable String axis, List<Step> steps)
      throws IOException, DBException {
    Map<Step, Result> measured = new LinkedHashMap<>();
    for (int i = 0; i < steps.size() && !stopped; i++) {
      Step step = steps.get(i);
      try {
        measured.put(step, measure(step));
      } catch (IOException | DBException | InvalidSettingException e) {
        boolean last = i == steps.size() - 1;
        if (step.value() == null || !Failures.isExpected(e) || (last && measured.isEmpty())) {
          throw e;
        }
        omitted++;
        leaveOut(axis + " ", step.value(), e);
      }
    }
    return measured;
  }

  void leaveOut(String axis, String value, Exception e) {
    progress.end();
    String message = String.valueOf(Failures.expected(e).getMessage());
    LeftOut left = new LeftOut(value, console.secrets().line(message));
    // The same variant may be missing at every value of the axis.
    if (leftOut.add(left)) {
      warn(axis + value + " is left out: " + left.reason());
    }
  }

  void say(String line) {
    progress.say(line);
  }

  /** Adds a line to the result, unless it has it. */
  void warn(String line) {
    if (notes.add(line)) {
      progress.say(line);
    }
  }

  /** Adds a reason why the figures must not be used. */
  void fail(String problem) {
    problems.add(problem);
  }

  private Result measure(Step step) throws IOException, DBException {
    List<Variant> variants;
    Instant start = Instant.now();
    progress.during(false, () -> "preparing tables and records, " + Progress.since(start));
    try {
      variants = loading.prepare(step);
    } finally {
      progress.end();
    }
    BufferPool pool = shrinkPool(step, variants);
    try (Place place = new Place(this, target, step, options, usualCores)) {
      Result result = measure(step, variants, place);
      requireConsistentData(step, variants);
      return result;
    } finally {
      restore(pool);
    }
  }

  /** Fails a run of a published benchmark whose data breaks the benchmark's rules. */
  private void requireConsistentData(Step step, List<Variant> variants) {
    if (Workloads.open(step.properties()) instanceof PublishedBenchmark benchmark) {
      Headline figure = benchmark.headline();
      headline = figure;
      warn("Operations are transactions of " + figure.section() + ": " + figure.remark() + ".");
    }
    clients(step, variants).stream()
        .flatMap(
            client ->
                new RecordLoader(target.binding(), client, progress::say).violations().stream())
        .forEach(
            line -> fail("After the run the data is wrong: " + console.secrets().hide(line) + "."));
  }

  /** Returns the properties of the variants and of the control. */
  private List<Properties> clients(Step step, List<Variant> variants) {
    return Stream.concat(variants.stream(), Stream.of(step.control()))
        .map(variant -> variant.applyTo(target.binding(), step.properties()))
        .toList();
  }

  private @Nullable BufferPool shrinkPool(Step step, List<Variant> variants)
      throws ConnectFailedException {
    double times = step.settings().data().perPool();
    if (times == 0) {
      return null;
    }
    BufferPool pool =
        BufferPool.shrink(
            target.binding().database(), clients(step, variants), times, progress::say);
    warn(pool.note());
    return pool;
  }

  private void restore(@Nullable BufferPool pool) {
    try (pool) {
      return;
    } catch (ConnectFailedException e) {
      warn(
          "The server's buffer pool was not restored: "
              + console.secrets().hide(String.valueOf(e.getMessage())));
    }
  }

  private Result measure(Step step, List<Variant> variants, Place place) throws IOException {
    Comparison comparison =
        new Comparison(
            target,
            step.properties(),
            variants,
            place.settings(),
            progress,
            console.secrets()::hide);
    if (place.canRestart()) {
      comparison.restarting(place::restart);
    }
    current = comparison;
    if (stopped) {
      comparison.stop();
    }
    Result result = comparison.run(command);
    progress.end();
    String prefix = step.value() == null ? "" : step.value() + " ";
    comparison.latencies().forEach((name, nanos) -> latencies.put(prefix + name, nanos));
    return result;
  }

  /** Joins the results of the steps, and judges them together. */
  private Result together(@Nullable String axis, int steps, Map<Step, Result> measured) {
    List<Result> results = List.copyOf(measured.values());
    Result first = results.get(0);
    Result last = results.get(results.size() - 1);
    List<Point> points =
        Controls.judge(
            measured.entrySet().stream().map(one -> point(one.getKey(), one.getValue())).toList(),
            measured.keySet().iterator().next().settings().timing().precision());
    List<String> warnings = new ArrayList<>(notes);
    if (LegacyTls.isAllowed()) {
      warnings.add(Console.LEGACY_TLS);
    }
    warnings.addAll(Sentences.of(axis, points, false));
    List<String> all = new ArrayList<>(Sentences.of(axis, points, true));
    double seconds = results.stream().mapToDouble(one -> one.run().durationSeconds()).sum();
    // These often follow from the steps' own problems, such as a lost server.
    problems.stream().filter(line -> !all.contains(line)).forEach(all::add);
    boolean begun = measured.size() + omitted == steps;
    boolean complete = begun && results.stream().allMatch(one -> one.run().complete());
    if (!begun) {
      all.add("The run was interrupted: values of the axis are missing.");
    }
    return new Result(
        title,
        RunRecord.of(
            first.run().command(),
            Instant.parse(first.run().started()),
            Duration.ofMillis(Math.round(MILLIS * seconds)),
            complete,
            all,
            warnings),
        first.setup(),
        last.server().starts() > first.server().starts()
            ? last.server()
            : first.server().withStatusAfter(last.server().statusAfter()),
        axis,
        points,
        List.copyOf(leftOut));
  }

  private Point point(Step step, Result one) {
    Point point = one.points().get(0);
    return new Point(
        step.value(),
        published(point.variants()),
        point.epochs(),
        point.windows(),
        point.control(),
        point.warnings());
  }

  /** Adds the figure of a published benchmark, where known. */
  private List<VariantResult> published(List<VariantResult> variants) {
    Headline figure = headline;
    return figure == null
        ? variants
        : variants.stream()
            .map(each -> each.withBenchmark(figure.name(), figure.operation(), figure.seconds()))
            .toList();
  }
}
