package dev.tlsbench.measure.judge;

import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.UserStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Computes the result from measurements, and a headline during the run. */
public final class Summary {
  /** The standard deviation of a ratio's logarithm between JVMs of some seconds. */
  private static final double QUICK_SPREAD = 0.05;

  /**
   * The same where others use more than a tenth of this machine: code stays cold for longer, which
   * costs TLS more.
   */
  private static final double BUSY_SPREAD = 0.25;

  private static final Pattern URL = Pattern.compile("(?i).*(url|uri)$");

  private final List<Contender> contenders;
  private final Settings settings;
  private final boolean uniform;
  private final Measured measured;
  private final PairedRatios ratios;

  /**
   * Summarizes what has been measured at the time of each call.
   *
   * @param uniform true if all operations of the workload are of one kind: a typical one leads in
   *     place of their mean
   */
  public Summary(
      List<Contender> contenders, Settings settings, boolean uniform, Measured measured) {
    this.contenders = contenders;
    this.settings = settings;
    this.uniform = uniform;
    this.measured = measured;
    this.ratios = new PairedRatios(measured, baseline().name(), settings.clients().areOpenLoop());
  }

  private Contender baseline() {
    return contenders.get(0);
  }

  /** Returns the headline's ratio with the widest interval so far; empty before the first one. */
  public Optional<Estimate> widest() {
    return leads().values().stream().max(Comparator.comparingDouble(Estimate::halfWidth));
  }

  /** Returns a short text with the headline's ratios so far and the number of omitted epochs. */
  public String headline() {
    String all =
        leads().entrySet().stream()
            .map(lead -> lead.getKey() + " " + lead.getValue().ratio().change())
            .collect(Collectors.joining(", "));
    String shown = all.isEmpty() ? "measuring" : all;
    long disturbed = measured.disturbed();
    return disturbed == 0
        ? shown
        : shown + "; " + disturbed + " of " + measured.epochs().size() + " epochs were disturbed";
  }

  /** Estimates the headline's ratios, by variant; empty if every epoch so far was disturbed. */
  private Map<String, Estimate> leads() {
    Map<String, Estimate> leads = new LinkedHashMap<>();
    contenders.stream()
        .filter(contender -> contender.role() != Role.BASELINE)
        .map(Contender::name)
        .forEach(
            variant ->
                ratios
                    .of(lead(variant), variant)
                    .filter(ForkSample::isRepeated)
                    .ifPresent(sample -> leads.put(variant, estimate(sample))));
    return leads;
  }

  private Estimate estimate(ForkSample sample) {
    Estimate estimate = sample.estimate();
    return settings.timing().quick() ? estimate.with(spread(measured)) : estimate;
  }

  /** Returns what single forks of some seconds differ by (docs/results/precision.md). */
  static double spread(Measured measured) {
    return Warnings.others(measured.windows()) > Warnings.OTHERS ? BUSY_SPREAD : QUICK_SPREAD;
  }

  /**
   * Returns the figure that leads, which depends on the workload and on what is measured, never on
   * the outcome: throughput without bursts, else a typical operation, or the trimmed mean if
   * operations are of several kinds.
   */
  private Metric lead(String variant) {
    boolean bursts = !measured.bursts(variant).isEmpty();
    if (bursts && !uniform) {
      return Metric.TRIMMED_MEAN;
    }
    return bursts || settings.clients().areOpenLoop() ? Metric.TYPICAL : Metric.THROUGHPUT;
  }

  /**
   * Returns the result so far. Its run has no verdict yet: {@link Controls#judge} judges the points
   * of a run together, and their warnings are its problems.
   *
   * @param ended warnings about the course of the run, to which others are added; one of another
   *     kind than a server that came back means that the run is not complete
   */
  public Result result(
      String command,
      Instant started,
      Duration duration,
      Binding binding,
      Properties base,
      ServerFacts server,
      List<Warning> ended) {
    List<VariantResult> variants = contenders.stream().map(this::variant).toList();
    List<Warning> warnings = new ArrayList<>(ended);
    warnings.addAll(Warnings.of(contenders, settings, measured));
    return new Result(
        "compare",
        RunRecord.of(
            command,
            started,
            duration,
            ended.stream().allMatch(Warning.ServerLostForAWhile.class::isInstance),
            List.of(),
            List.of()),
        setup(binding, base, server),
        server,
        null,
        List.of(
            new Point(
                null,
                variants,
                epochs(),
                measured.data().stream()
                    .flatMap(epoch -> epoch.windows().stream())
                    .map(WindowData::result)
                    .toList(),
                leads().get(Settings.CONTROL),
                warnings)),
        List.of());
  }

  private Setup setup(Binding binding, Properties base, ServerFacts server) {
    Duration warmUp = settings.timing().warmUp();
    return new Setup(
        binding.id(),
        withoutSecrets(RunProperties.strings(base)),
        baseline().name(),
        new Setup.Clients(
            settings.clients().threads(),
            settings.clients().cores().stream().sorted().toList(),
            settings.clients().shareCores(),
            ServerPlacement.of(settings.clients().shareCores(), server.local()),
            settings.clients().targetPerSecond() == 0 ? null : settings.clients().targetPerSecond(),
            null),
        new Setup.Timing(
            measured.forks(),
            measured.epochs().size(),
            settings.timing().blocks(),
            settings.timing().window().toMillis(),
            warmUp == null ? null : warmUp.toMillis() / 1e3),
        settings.seed());
  }

  private static Map<String, String> withoutSecrets(Map<String, String> properties) {
    Map<String, String> hidden = new TreeMap<>(properties);
    Secrets secrets = Secrets.in(properties);
    hidden.replaceAll((name, value) -> isSecret(name) ? Secrets.HIDDEN : secrets.hideIn(value));
    hidden.computeIfPresent(
        UserStatement.PROPERTY,
        (name, value) ->
            UserStatement.shown(UserStatement.parse(properties.getOrDefault(name, value), "")));
    return hidden;
  }

  private static boolean isSecret(String name) {
    return Secrets.isNameOfSecret(name) || URL.matcher(name).matches();
  }

  private VariantResult variant(Contender contender) {
    String name = contender.name();
    List<WindowData> windows = measured.windows(name);
    List<BurstData> bursts = measured.bursts(name);
    long operations = windows.stream().mapToLong(window -> window.result().operations()).sum();
    Map<String, Interval> own = contender.role() == Role.BASELINE ? Map.of() : ratios(name);
    ServerLoad server = new ServerLoad(windows);
    Histogram all = measured.latency(name);
    return new VariantResult(
        name,
        contender.role(),
        withoutSecrets(contender.variant().settings()),
        new VariantResult.Work(
            operations + bursts.stream().mapToLong(BurstData::operations).sum(),
            windows.stream().mapToLong(window -> window.result().errors()).sum()
                + bursts.stream().mapToLong(BurstData::errors).sum(),
            windows.stream().mapToLong(window -> window.counted().ignoredErrors()).sum(),
            windows.stream().mapToDouble(window -> window.perSecond()).average().orElse(0),
            rowsPerSecond(windows),
            bytesPerOperation(windows),
            emptyRepliesPercent(windows),
            null),
        all.getTotalCount() == 0 ? null : latency(all),
        operations(contender),
        ConnectionFigures.of(measured.clients(name)),
        new VariantResult.Resources(
            micros(name, own, Metric.CLIENT_CPU),
            micros(name, own, Metric.SERVER_CPU),
            server.cpuPercent(),
            server.memoryBytes(),
            server.pagesPer(operations, Pages::read),
            server.pagesPer(operations, Pages::written)),
        own);
  }

  /**
   * Returns a variant's CPU time per operation in microseconds: the baseline's times the ratio, so
   * that the two agree, as the ratio compares variants epoch by epoch.
   */
  private @Nullable Double micros(String variant, Map<String, Interval> own, Metric metric) {
    Interval ratio = own.get(metric.key());
    double micros =
        ratio == null
            ? ratios.cpuMicros(metric, variant)
            : ratio.value() * ratios.cpuMicros(metric, baseline().name());
    return Double.isFinite(micros) ? micros : null;
  }

  private Latency latency(Histogram nanos) {
    return Latency.of(nanos, settings.clients().areOpenLoop());
  }

  /** Returns the results of single operations; empty if all have the same name. */
  private List<Operation> operations(Contender contender) {
    List<Measured.Series> all = measured.operations(contender.name());
    if (all.size() < 2) {
      return List.of();
    }
    return all.stream()
        .map(
            series -> {
              Histogram nanos = measured.latency(series);
              Interval mean =
                  contender.role() == Role.BASELINE
                      ? null
                      : ratios
                          .ofMean(series)
                          .filter(ForkSample::isRepeated)
                          .map(sample -> sample.estimate().ratio())
                          .orElse(null);
              return new Operation(series.operation(), nanos.getTotalCount(), latency(nanos), mean);
            })
        .toList();
  }

  /** Derives rows a second from the throughput, which uses the working time of each thread. */
  private static @Nullable Double rowsPerSecond(List<WindowData> windows) {
    if (windows.stream().allMatch(window -> window.counted().rows() == 0)) {
      return null;
    }
    return windows.stream()
        .mapToDouble(
            window ->
                window.result().operations() == 0
                    ? 0
                    : window.perSecond() * window.counted().rows() / window.result().operations())
        .average()
        .orElse(0);
  }

  private static @Nullable Double emptyRepliesPercent(List<WindowData> windows) {
    long replies = windows.stream().mapToLong(window -> window.counted().replies()).sum();
    double empty = windows.stream().mapToLong(window -> window.counted().empty()).sum();
    return replies == 0 ? null : Double.valueOf(100 * empty / replies);
  }

  private static @Nullable Double bytesPerOperation(List<WindowData> windows) {
    double bytes = windows.stream().mapToLong(window -> window.counted().bytes()).sum();
    return bytes == 0
        ? null
        : Double.valueOf(
            bytes / windows.stream().mapToLong(window -> window.result().operations()).sum());
  }

  private Map<String, Interval> ratios(String name) {
    Map<String, Interval> all = new LinkedHashMap<>();
    for (Metric metric : Metric.values()) {
      if (isShown(metric, lead(name))) {
        ratios
            .of(metric, name)
            .filter(ForkSample::isRepeated)
            .ifPresent(sample -> all.put(metric.key(), estimate(sample).ratio()));
      }
    }
    return all;
  }

  private boolean isShown(Metric metric, Metric lead) {
    return metric == lead
        || (settings.timing().quick()
            ? metric == Metric.CLIENT_CPU
            : metric != Metric.TRIMMED_MEAN);
  }

  private List<EpochResult> epochs() {
    Predicate<Measured.Epoch> clean = measured.clean();
    return measured.epochs().stream()
        .map(
            epoch ->
                new EpochResult(
                    epoch.fork(),
                    epoch.data().number(),
                    clean.test(epoch),
                    epoch.data().conditions().wall() / 1e3,
                    epoch.data().conditions().disturbance(),
                    epoch.data().conditions().overhead(),
                    epoch.costs()))
        .toList();
  }
}
