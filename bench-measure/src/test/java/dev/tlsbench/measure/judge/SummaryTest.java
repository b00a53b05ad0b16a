package dev.tlsbench.measure.judge;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.EpochData;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.fork.EpochData.Pause;
import dev.tlsbench.measure.fork.EpochData.Spread;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import dev.tlsbench.measure.fork.Histograms;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.EpochResult.Cost;
import dev.tlsbench.measure.result.EpochResult.Disturbance;
import dev.tlsbench.measure.result.EpochResult.Overhead;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.measure.result.Warning.Disturbed;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.workload.Tally.Counts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** Summaries of made-up windows: 1,000 operations a second of plain, half as many of tls13. */
class SummaryTest {
  private static final int FORKS = 3;
  private static final int EPOCHS = 4;
  private static final int BLOCKS = 2;
  private static final Settings SETTINGS =
      new Settings(
          Settings.Clients.anywhere(1, 0),
          new Settings.Timing(
              Duration.ofMillis(100),
              BLOCKS,
              FORKS,
              EPOCHS,
              Duration.ofMillis(100),
              Duration.ofSeconds(10),
              null,
              Duration.ofSeconds(10),
              false),
          Settings.Data.SHARED,
          Duration.ofMillis(100),
          42,
          List.of());

  private static final Conditions QUIET = new Conditions(600, null, new Overhead(0, 0, 0, 0));

  private final Measured measured = new Measured(false);
  private final Random random = new Random(42);
  private double meanAbove;
  private boolean uniform = true;
  private double cpuAbove;
  private double elsewhere = 10;
  private long compiling;
  private boolean windowsOnly;
  private boolean mixed;
  private boolean paused;
  private int scatteredOfFour;
  private int scatteredForks;

  /** Windows differ by a few per cent, as blocks do, and the variants of a block by less. */
  private WindowData window(String variant, int block, int start, double perSecond, long errors) {
    double own = perSecond * (1 + 0.01 * random.nextGaussian());
    long operations = Math.round(own / 10);
    // Two milliseconds of the client's CPU time for an operation of tls13, one for one of plain.
    double cpu = operations * (variant.equals("tls13") ? 2 : 1);
    return new WindowData(
        new WindowResult(
            variant,
            new WindowResult.Place(start / EPOCHS, start % EPOCHS, block, 0),
            start,
            0.1,
            operations,
            errors,
            new WindowResult.Use(cpu, null, 0, 0)),
        own,
        new Counts(3 * operations, 500 * operations, 2, 0, 0),
        50,
        null,
        null,
        operations(Math.round(1e9 / own), operations));
  }

  /** Half of the operations of a mix are reads; the others take twice as long. */
  private Map<String, String> operations(long nanos, long count) {
    Map<String, Histogram> named = new LinkedHashMap<>(Map.of("READ", histogram(nanos, count)));
    if (mixed) {
      named.put("UPDATE", histogram(2 * nanos, count));
    }
    return Histograms.encode(named);
  }

  private static Histogram histogram(long nanos, long count) {
    Histogram histogram = Histograms.empty();
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }

  private void measure(int failingEpoch) {
    for (int fork = 0; fork < FORKS; fork++) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<WindowData> windows = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
          double usual = 1000 * (1 + 0.05 * random.nextGaussian());
          int start = fork * EPOCHS + epoch;
          boolean fails = epoch == failingEpoch && block == 0;
          windows.add(window("plain", block, start, usual, 0));
          windows.add(window("control", block, start, usual, 0));
          windows.add(
              window("tls13", block, start, fails ? usual / 100 : usual / 2, fails ? 1 : 0));
        }
        measured.add(epoch(fork, epoch, Map.of(), QUIET, windows));
      }
    }
  }

  /** Adds bursts in which tls13 costs 20 %, and twice as much while others use its core. */
  private void measureBursts(int disturbedOfFour) {
    for (int fork = 0; fork < FORKS; fork++) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        int start = fork * EPOCHS + epoch;
        boolean disturbed = epoch < disturbedOfFour;
        boolean scattered = epoch < scatteredOfFour || fork < scatteredForks;
        Map<String, BurstData> bursts =
            Map.of(
                "plain", burst(0),
                "control", burst(0, scattered ? 0.002 : 0.001),
                "tls13", burst(disturbed || scattered ? Math.log(1.4) : Math.log(1.2)));
        Conditions conditions =
            new Conditions(
                600,
                new Disturbance(disturbed ? 40.0 : 3.0, elsewhere, 0.0),
                new Overhead(0, compiling, 0, 0));
        List<WindowData> windows =
            List.of(
                window("plain", 0, start, 1000, 0),
                window("control", 0, start, 1000, 0),
                window("tls13", 0, start, 800, 0));
        measured.add(epoch(fork, epoch, windowsOnly ? Map.of() : bursts, conditions, windows));
      }
    }
  }

  private BurstData burst(double log) {
    return burst(log, 0.001);
  }

  private BurstData burst(double log, double error) {
    double typical = log + 0.001 * random.nextGaussian();
    double mean = (log > 0 ? log + meanAbove : log) + 0.001 * random.nextGaussian();
    double cpu = 1e3 * Math.exp(log > 0 ? typical + cpuAbove : typical);
    Cost cost = new Cost("", 1e3, cpu, 2 * cpu);
    return new BurstData(200, 2000, 0, typical, new Spread(error, 0), mean, cost, 10);
  }

  private EpochData epoch(
      int fork,
      int number,
      Map<String, BurstData> bursts,
      Conditions conditions,
      List<WindowData> windows) {
    // In the second epoch of each fork.
    Pause pause = number == 1 && paused ? new Pause(30 + fork, 6 + fork) : null;
    return new EpochData(fork, number, 1, bursts, conditions, windows, Map.of(), Map.of(), pause);
  }

  @Test
  void leadsWithTheMeanWhereOperationsAreOfSeveralKinds() {
    uniform = false;
    meanAbove = Math.log(1.1);
    measureBursts(0);
    Result result = result();

    assertThat(value(result, Metric.TRIMMED_MEAN)).isCloseTo(1.32, within(0.005));
    assertThat(value(result, Metric.TYPICAL)).isCloseTo(1.2, within(0.005));
    assertThat(result.points().get(0).variants().subList(1, 3))
        .extracting(VariantResult::leadingMetric)
        .containsOnly(Metric.TRIMMED_MEAN);
  }

  @Test
  void leadsWithATypicalOperationWhereAllAreOfOneKindWhateverTheMeanSays() {
    meanAbove = Math.log(1.1);
    measureBursts(0);

    assertThat(variant(result(), "tls13").ratios())
        .containsKey(Metric.TYPICAL.key())
        .doesNotContainKey(Metric.TRIMMED_MEAN.key());
    assertThat(summary(SETTINGS).headline()).containsPattern("tls13 \\+(19\\.9|20\\.)");
  }

  @Test
  void takesCpuFromBurstsAndFromTheBaseline() {
    cpuAbove = Math.log(1.1);
    measureBursts(0);

    List<VariantResult> variants = result().points().get(0).variants();
    assertThat(variants.get(2).resources().clientCpuMicrosPerOperation())
        .as("the baseline's times the ratio, whatever windows say")
        .isCloseTo(
            Objects.requireNonNull(variants.get(0).resources().clientCpuMicrosPerOperation())
                * value(result(), Metric.CLIENT_CPU),
            within(1e-9));
    assertThat(value(result(), Metric.SERVER_CPU))
        .as("in bursts, as the client's; windows know nothing of it")
        .isEqualTo(value(result(), Metric.CLIENT_CPU));
  }

  @Test
  void leavesDisturbedEpochsOutAndShowsTheRatioWithThem() {
    measureBursts(1);

    assertThat(leftOut(new Disturbed(3, 12, 3)))
        .hasSize(3)
        .extracting(EpochResult::disturbance)
        .containsOnly(new Disturbance(40.0, 10.0, 0.0));
  }

  @Test
  void leavesOutEpochsInWhichTheControlScattersMoreThanUsual() {
    scatteredOfFour = 1;
    measureBursts(0);

    assertThat(leftOut(new Disturbed(3, 12, 0)))
        .hasSize(3)
        .extracting(EpochResult::epoch)
        .containsOnly(0);
  }

  /** Returns the epochs that were left out, after a look at the ratios with and without them. */
  private List<EpochResult> leftOut(Disturbed epochs) {
    Result result = result();
    assertThat(ratio(result, "typical").value()).isCloseTo(1.2, within(0.005));
    assertThat(warnings())
        .filteredOn(Warning.EpochsLeftOut.class::isInstance)
        .singleElement(type(Warning.EpochsLeftOut.class))
        .satisfies(
            left -> {
              assertThat(left.epochs()).isEqualTo(epochs);
              assertThat(Objects.requireNonNull(left.with().get("tls13")).value())
                  .isCloseTo(1.247, within(0.002));
            });
    assertThat(warnings()).noneMatch(Warning::forbidsUse);
    return result.points().get(0).epochs().stream().filter(epoch -> !epoch.counted()).toList();
  }

  @Test
  void countsEpochsThatAllScatterAlike() {
    scatteredOfFour = 4;
    measureBursts(0);

    assertThat(result().points().get(0).epochs()).allMatch(EpochResult::counted);
  }

  @Test
  void isOfNoUseIfMostEpochsWereDisturbed() {
    measureBursts(3);

    assertThat(problems())
        .singleElement(type(Warning.MachineTooBusy.class))
        .satisfies(
            busy -> {
              assertThat(busy.epochs()).isEqualTo(new Disturbed(9, 12, 9));
              assertThat(busy.foreign()).isCloseTo(0.3075, within(1e-9));
            });
  }

  @Test
  void namesTheLongestPause() {
    measureBursts(0);
    assertThat(warnings()).noneMatch(Warning.StoodStill.class::isInstance);
    paused = true;
    measureBursts(0);

    assertThat(warnings()).contains(new Warning.StoodStill(5 + FORKS, 29 + FORKS, FORKS));
    assertThat(problems()).isEmpty();
  }

  @Test
  void countsEpochsBesideBusyCoresAndSaysSo() {
    elsewhere = 100;
    measureBursts(0);

    assertThat(result().points().get(0).epochs()).allMatch(EpochResult::counted);
    assertThat(problems()).isEmpty();
    assertThat(result().points().get(0).warnings()).contains(new Warning.OtherCoresBusy(12, 12));
  }

  @Test
  void knowsWhenMoreThanHalfOfThePlannedTimeWasDisturbed() {
    measureBursts(3);

    assertThat(measured.isMostlyOccupied(0.6)).isFalse();
    assertThat(measured.isMostlyOccupied(0.7)).isTrue();
  }

  @Test
  void showsDuringTheRunHowManyEpochsWereDisturbed() {
    measureBursts(1);

    assertThat(summary(SETTINGS).headline())
        .matches(
            "control not\u00a0resolved \\(less\u00a0than\u00a00\\.\\d+\u00a0%\\), tls13 \\+(19\\.9|20\\.0|20\\.1)\\d*\u00a0%\u00a0±\u00a00\\.\\d+\u00a0%;"
                + " 3 of 12 epochs were disturbed");
  }

  @Test
  void showsNoRatioDuringTheRunAsLongAsEveryEpochWasDisturbed() {
    measureBursts(EPOCHS);

    assertThat(summary(SETTINGS).headline()).isEqualTo("measuring; 12 of 12 epochs were disturbed");
    assertThat(summary(SETTINGS).widest()).as("nothing to plan a precision with").isEmpty();
  }

  @Test
  void isOfNoUseIfTooFewForksAreLeftForAnyReason() {
    scatteredForks = 1;
    measureBursts(0);

    assertThat(problems())
        .singleElement(type(Warning.MachineTooBusy.class))
        .extracting(Warning.MachineTooBusy::epochs)
        .isEqualTo(new Disturbed(4, 12, 0));
  }

  @Test
  void warnsOfCompilersWhereTimeAloneDecidedThatForksWereWarm() {
    Conditions compiling =
        new Conditions(600, new Disturbance(0.0, 0.0, 0.0), new Overhead(0, 60, 0, 0));
    for (int fork = 0; fork < FORKS; fork++) {
      measured.add(epoch(fork, 0, Map.of(), compiling, List.of()));
    }

    assertThat(warnings()).contains(new Warning.CompilersWorked(0.1));
  }

  @Test
  void doesNotWarnOfCompilersWhereBurstsDecidedThatForksWereWarm() {
    compiling = 60;
    measureBursts(0);

    assertThat(warnings()).noneMatch(Warning.CompilersWorked.class::isInstance);
  }

  @Test
  void leadsWithTheMedianLatencyInAnOpenLoop() {
    measure(-1);
    Result result = result(SETTINGS.withTarget(100));

    assertThat(variant(result, "tls13").leadingMetric()).isEqualTo(Metric.TYPICAL);
    assertThat(ratio(result, Metric.TYPICAL.key())).isEqualTo(ratio(result, "p50"));
    assertThat(value(result, Metric.TYPICAL)).isCloseTo(2, within(0.04));
  }

  @Test
  void reportsForksThatDidNotBecomeWarm() {
    measureBursts(0);
    measured.addCold(List.of());

    assertThat(problems()).isEmpty();
    assertThat(warnings()).contains(new Warning.ForksCold(1, 4, 30));
    for (int more = 1; more <= FORKS; more++) {
      measured.addCold(List.of());
    }
    assertThat(problems()).containsExactly(new Warning.TooFewWarmForks(3, 7, 30));
  }

  @Test
  void replacesAColdForkWhileTooFewAreWarmButNotAColdReplacement() {
    assertThat(measured.wantsReplacement(SETTINGS)).as("no fork").isFalse();
    measured.addCold(List.of());
    assertThat(measured.wantsReplacement(SETTINGS)).as("a cold fork").isTrue();
    measured.addCold(List.of());
    assertThat(measured.wantsReplacement(SETTINGS)).as("a cold replacement").isFalse();
    measureBursts(0);
    assertThat(measured.wantsReplacement(SETTINGS)).as("three warm forks").isFalse();
  }

  @Test
  void doesNotBlameTheMachineForForksWhoseOperationsFail() {
    BurstData failing =
        new BurstData(
            0, 1500, 75, NaN, new Spread(NaN, NaN), NaN, new Cost("tls13", NaN, null, null), 10);
    for (int fork = 0; fork < FORKS; fork++) {
      measured.addCold(
          List.of(epoch(fork, -1, Map.of("plain", burst(0), "tls13", failing), QUIET, List.of())));
    }

    assertThat(problems()).containsExactly(new Warning.TooFewWorkingForks(0, 3, 30, 225, 10_500));
  }

  @Test
  void reportsDisturbedEpochsWhereThroughputLeads() {
    windowsOnly = true;
    measureBursts(1);

    assertThat(warnings()).contains(new Warning.EpochsDisturbed(new Disturbed(3, 12, 3)));
  }

  private Result result() {
    return result(SETTINGS);
  }

  private Summary summary(Settings settings) {
    List<Variant> variants = Variants.of(List.of("plain", "tls13"), List.of()).all();
    List<Contender> contenders =
        List.of(
            new Contender(variants.get(0), Role.BASELINE),
            new Contender(Settings.Data.SHARED.control(variants.get(0)), Role.CONTROL),
            new Contender(variants.get(1), Role.VARIANT));
    return new Summary(contenders, settings, uniform, measured);
  }

  private Result result(Settings settings) {
    return summary(settings)
        .result(
            "bin/tlsbench compare",
            Instant.EPOCH,
            Duration.ofSeconds(1),
            Binding.of("mongodb-tls"),
            new Properties(),
            new ServerFacts("MongoDB", "8", false, 1, false, Map.of(), Map.of(), null, null, null),
            List.of());
  }

  private List<Warning> warnings() {
    return result().points().get(0).warnings();
  }

  private List<Warning> problems() {
    return warnings().stream().filter(Warning::forbidsUse).toList();
  }

  private static VariantResult variant(Result result, String name) {
    return result.points().get(0).variants().stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static double value(Result result, Metric metric) {
    return ratio(result, metric.key()).value();
  }

  private static Interval ratio(Result result, String metric) {
    Interval ratio = variant(result, "tls13").ratios().get(metric);
    assertThat(ratio).as(metric).isNotNull();
    return Objects.requireNonNull(ratio);
  }

  @Test
  void reportsEachOperationOfAMixWithItsRatio() {
    measure(-1);
    assertThat(variant(result(), "tls13").operations()).as("only reads").isEmpty();

    mixed = true;
    measure(-1);
    VariantResult plain = variant(result(), "plain");
    VariantResult tls = variant(result(), "tls13");
    assertThat(tls.operations()).extracting(Operation::name).containsExactly("READ", "UPDATE");
    Operation update = tls.operations().get(1);
    assertThat(update.latency().meanMicros()).isCloseTo(4000, within(100.0));
    assertThat(Objects.requireNonNull(update.mean()).value()).isCloseTo(2, within(0.02));
    assertThat(plain.operations()).extracting(Operation::mean).containsOnlyNulls();
    assertThat(plain.operations().get(0).count())
        .as("those of the first measurement too")
        .isCloseTo(2 * plain.operations().get(1).count(), within(100L));

    VariantResult updates = plain.withBenchmark("updates per minute", "UPDATE", 60);
    assertThat(Objects.requireNonNull(updates.work().benchmark()).value())
        .isCloseTo(1000 * 60 / 3.0, within(1000.0));
  }

  @Test
  void findsAnEffectOfKnownSize() {
    measure(-1);
    Result result = result();

    assertThat(problems()).isEmpty();
    assertThat(ratio(result, "throughput").value()).isCloseTo(0.5, within(0.01));
    assertThat(ratio(result, "throughput").high95()).isLessThan(1);
    assertThat(ratio(result, "mean").value()).isCloseTo(2, within(0.04));
    assertThat(ratio(result, "clientCpu").value()).isCloseTo(2, within(0.001));
    assertThat(variant(result, "tls13").ratios()).doesNotContainKey("serverCpu");
    assertThat(variant(result, "plain").ratios()).isEmpty();
  }

  @Test
  void leavesBlocksWithErrorsOutOfRatiosAndSaysSo() {
    measure(1);
    Result result = result();

    assertThat(variant(result, "tls13").work().errors()).isEqualTo(FORKS);
    assertThat(problems())
        .singleElement(type(Warning.OperationsFailed.class))
        .extracting(Warning.OperationsFailed::variant, Warning.OperationsFailed::errors)
        .containsExactly("tls13", 3L);
    assertThat(ratio(result, "throughput").value()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void addsUpRowsAndErrorsThatWereIgnored() {
    measure(-1);
    Result result = result();

    for (String name : List.of("plain", "control", "tls13")) {
      assertThat(variant(result, name).work().ignoredErrors())
          .isEqualTo(2L * FORKS * EPOCHS * BLOCKS);
    }
    VariantResult plain = variant(result, "plain");
    double rows = Objects.requireNonNull(plain.work().rowsPerSecond());
    assertThat(rows / plain.work().throughputPerSecond()).isCloseTo(3, within(0.001));
    assertThat(plain.work().bytesPerOperation()).isEqualTo(500);
  }
}
