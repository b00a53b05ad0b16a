package dev.tlsbench.measure.judge;

import static java.lang.Double.NaN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.ForkReply.BurstData;
import dev.tlsbench.measure.fork.ForkReply.BurstData.Cost;
import dev.tlsbench.measure.fork.ForkReply.BurstData.Spread;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkReply.WorkData;
import dev.tlsbench.measure.fork.Histograms;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Operation;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.ycsb.session.Binding;
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
              Duration.ofSeconds(10)),
          Settings.Data.SHARED,
          Duration.ofMillis(100),
          42,
          List.of());

  private final Measured measured = new Measured();
  private final Random random = new Random(42);
  private double meanAbove;
  private double cpuAbove;
  private double serverAbove;
  private double controlAbove;
  private double elsewhere = 0.1;
  private long compiling;
  private boolean windowsOnly;
  private boolean mixed;
  private int scatteredOfFour;
  private int scatteredForks;

  /** Windows differ by a few per cent, as blocks do, and the variants of a block by less. */
  private WindowData window(
      String variant, int block, long startMillis, double perSecond, long errors) {
    double own = perSecond * (1 + 0.01 * random.nextGaussian());
    long operations = Math.round(own / 10);
    Histogram latency = Histograms.empty();
    latency.recordValueWithCount(Math.round(1e9 / own), operations);
    // Two milliseconds of the client's CPU time for an operation of tls13, one for one of plain.
    double cpu = operations * (variant.equals("tls13") ? 2 : 1);
    return new WindowData(
        variant,
        block,
        0,
        startMillis,
        new WorkData(0.1, own, operations, errors, 2, 3 * operations),
        new Use(cpu, null, 0, 0, 50, null),
        null,
        operations(latency));
  }

  /** Half of the operations, with all latencies, are reads; the others take twice as long. */
  private Map<String, String> operations(Histogram latency) {
    Map<String, Histogram> named = new LinkedHashMap<>(Map.of("READ", latency));
    if (mixed) {
      Histogram longer = Histograms.empty();
      latency
          .recordedValues()
          .forEach(
              v ->
                  longer.recordValueWithCount(
                      2 * v.getValueIteratedTo(), v.getCountAtValueIteratedTo()));
      named.put("UPDATE", longer);
    }
    return Histograms.encode(named);
  }

  private void measure(int failingEpoch) {
    for (int fork = 0; fork < FORKS; fork++) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        List<WindowData> windows = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
          double usual = 1000 * (1 + 0.05 * random.nextGaussian());
          long start = 1000L * (fork * EPOCHS + epoch);
          boolean fails = epoch == failingEpoch && block == 0;
          windows.add(window("plain", block, start, usual, 0));
          windows.add(window("control", block, start, usual, 0));
          windows.add(
              window("tls13", block, start, fails ? usual / 100 : usual / 2, fails ? 1 : 0));
        }
        measured.add(fork, new EpochData(epoch, 1, Map.of(), null, windows, Map.of()));
      }
    }
  }

  /** Adds bursts in which tls13 costs 20 %, and twice as much while others use its core. */
  private void measureBursts(int disturbedOfFour) {
    for (int fork = 0; fork < FORKS; fork++) {
      for (int epoch = 0; epoch < EPOCHS; epoch++) {
        long start = 1000L * (fork * EPOCHS + epoch);
        boolean disturbed = epoch < disturbedOfFour;
        boolean scattered = epoch < scatteredOfFour || fork < scatteredForks;
        Map<String, BurstData> bursts =
            Map.of(
                "plain", burst(0),
                "control", burst(controlAbove, scattered ? 0.002 : 0.001),
                "tls13", burst(disturbed || scattered ? Math.log(1.4) : Math.log(1.2)));
        Conditions conditions =
            new Conditions(
                600,
                disturbed ? 0.4 : 0.03,
                elsewhere,
                0.0,
                0,
                new Conditions.Jvm(compiling, 0, 0));
        List<WindowData> windows =
            List.of(
                window("plain", 0, start, 1000, 0),
                window("control", 0, start, 1000, 0),
                window("tls13", 0, start, 800, 0));
        measured.add(
            fork,
            new EpochData(
                epoch, 1, windowsOnly ? Map.of() : bursts, conditions, windows, Map.of()));
      }
    }
  }

  private BurstData burst(double log) {
    return burst(log, 0.001);
  }

  private BurstData burst(double log, double error) {
    double typical = log + 0.001 * random.nextGaussian();
    double mean = (log > 0 ? log + meanAbove : log) + 0.001 * random.nextGaussian();
    double cpu = 1e6 * Math.exp(log > 0 ? typical + cpuAbove : typical);
    double server = 1e6 * Math.exp(log > 0 ? typical + serverAbove : typical);
    return new BurstData(
        200, 2000, 0, typical, new Spread(error, 0), mean, new Cost(1e6, cpu, 2 * server), 10);
  }

  @Test
  void leadsWithTheMeanWhereNoOperationIsTypical() {
    meanAbove = Math.log(1.1);
    measureBursts(0);
    Result result = result();

    assertThat(ratio(result, Metric.TRIMMED_MEAN.key()).value()).isCloseTo(1.32, within(0.005));
    assertThat(ratio(result, Metric.TYPICAL.key()).value()).isCloseTo(1.2, within(0.005));
    assertThat(result.points().get(0).variants().subList(1, 3))
        .extracting(VariantResult::leadingMetric)
        .containsOnly(Metric.TRIMMED_MEAN);
  }

  @Test
  void explainsFiguresThatDisagreeWithTheHeadline() {
    cpuAbove = Math.log(1.1);
    serverAbove = cpuAbove;
    measureBursts(0);

    assertThat(result().points().get(0).variants().get(2).leadingMetric())
        .isEqualTo(Metric.TYPICAL);
    assertThat(result().run().warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith(
                        "tls13: the whole run shows a higher cost (time of all operations +")
                    .contains("operation (time +", "Likely cause: stalls"))
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .startsWith("tls13 changes the client's CPU time per operation (+3")
                    .contains("more than the time of an operation (+"));
    List<VariantResult> variants = result().points().get(0).variants();
    assertThat(variants.get(2).resources().clientCpuMicrosPerOperation())
        .as("the baseline's times the ratio, whatever windows say")
        .isCloseTo(
            Objects.requireNonNull(variants.get(0).resources().clientCpuMicrosPerOperation())
                * ratio(result(), Metric.CLIENT_CPU.key()).value(),
            within(1e-9));
    assertThat(ratio(result(), Metric.SERVER_CPU.key()).value())
        .as("in bursts, as the client's; windows know nothing of it")
        .isEqualTo(ratio(result(), Metric.CLIENT_CPU.key()).value());
  }

  @Test
  void namesTheSideThatBearsMoreOfTheCost() {
    cpuAbove = Math.log(0.9);
    serverAbove = Math.log(1.05);
    measureBursts(0);

    assertThat(result().run().warnings())
        .filteredOn(warning -> warning.contains("CPU time per operation"))
        .singleElement()
        .asString()
        .startsWith("tls13 costs the server more than the client: the client's CPU time")
        .containsPattern(
            "operation is \\+[78].*, the server.s \\+2[56].*, and the time of an operation \\+(19|20)");
  }

  @Test
  void leavesDisturbedEpochsOutAndShowsTheRatioWithThem() {
    measureBursts(1);

    assertThat(leftOut("(3 by other processes)"))
        .hasSize(3)
        .extracting(EpochResult::disturbance)
        .containsOnly(new EpochResult.Disturbance(40, 10.0, 0));
  }

  @Test
  void leavesOutEpochsInWhichTheControlScattersMoreThanUsual() {
    scatteredOfFour = 1;
    measureBursts(0);

    assertThat(leftOut("(3 by something that only the control shows)"))
        .hasSize(3)
        .extracting(EpochResult::epoch)
        .containsOnly(0);
  }

  /** Returns the epochs that were left out, after a look at the ratios with and without them. */
  private List<EpochResult> leftOut(String why) {
    Result result = result();
    assertThat(ratio(result, "typical").value()).isCloseTo(1.2, within(0.005));
    assertThat(result.run().problems()).isEmpty();
    assertThat(result.run().warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .contains("3 of 12 parts of the run were disturbed", why, "are left out")
                    .containsPattern("; with them: .*tls13 \\+2[45].* ± ".replace(' ', '.')));
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

    assertThat(result().run().problems())
        .singleElement()
        .asString()
        .contains("too busy", "9 of 12 parts of the run", "31 %");
    assertThat(result().run().exitCode()).isEqualTo(4);
  }

  @Test
  void countsEpochsBesideBusyCoresAndSaysSo() {
    elsewhere = 1;
    measureBursts(0);
    Result result = result();

    assertThat(result.points().get(0).epochs()).allMatch(EpochResult::counted);
    assertThat(result.run().exitCode()).isZero();
    assertThat(result.run().warnings())
        .anyMatch(
            warning ->
                warning.startsWith(
                    "Other processes kept the other cores busy in 12 of 12 parts of the run"));
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
                + " 3 of 12 parts of the run were disturbed");
  }

  @Test
  void showsNoRatioDuringTheRunAsLongAsEveryEpochWasDisturbed() {
    measureBursts(EPOCHS);

    assertThat(summary(SETTINGS).headline())
        .isEqualTo("measuring; 12 of 12 parts of the run were disturbed");
    assertThat(summary(SETTINGS).widest()).as("nothing to plan a precision with").isEmpty();
  }

  @Test
  void isOfNoUseIfTooFewForksAreLeftForAnyReason() {
    scatteredForks = 1;
    measureBursts(0);

    assertThat(result().run().problems())
        .singleElement()
        .asString()
        .contains(
            "too busy",
            "4 of 12 parts of the run were disturbed (4 by something that only the control");
    assertThat(result().run().exitCode()).isEqualTo(4);
  }

  @Test
  void warnsOfCompilersWhereTimeAloneDecidedThatForksWereWarm() {
    Conditions compiling = new Conditions(600, 0.0, 0.0, 0.0, 0, new Conditions.Jvm(60, 0, 0));
    for (int fork = 0; fork < FORKS; fork++) {
      measured.add(fork, new EpochData(0, 1, Map.of(), compiling, List.of(), Map.of()));
    }

    assertThat(result().run().warnings())
        .anyMatch(warning -> warning.contains("compilers worked for 10 % of the measured time"));
  }

  @Test
  void doesNotWarnOfCompilersWhereBurstsDecidedThatForksWereWarm() {
    compiling = 60;
    measureBursts(0);

    assertThat(result().run().warnings()).noneMatch(warning -> warning.contains("compilers"));
  }

  @Test
  void leadsWithTheMedianLatencyInAnOpenLoop() {
    measure(-1);
    Result result = result(SETTINGS.withTarget(100));

    assertThat(variant(result, "tls13").leadingMetric()).isEqualTo(Metric.TYPICAL);
    assertThat(ratio(result, Metric.TYPICAL.key())).isEqualTo(ratio(result, "p50"));
    assertThat(ratio(result, Metric.TYPICAL.key()).value()).isCloseTo(2, within(0.04));
    assertThat(result.run().warnings()).noneMatch(warning -> warning.contains("whole run"));
  }

  @Test
  void reportsForksThatDidNotBecomeWarm() {
    measureBursts(0);
    measured.addCold(List.of());

    assertThat(result().run().problems()).isEmpty();
    assertThat(result().run().warnings())
        .anySatisfy(
            warning -> assertThat(warning).contains("1 of 4 Java processes did not become warm"));
    for (int more = 1; more <= FORKS; more++) {
      measured.addCold(List.of());
    }
    assertThat(result().run().problems())
        .singleElement()
        .asString()
        .contains("Only 3 of 7 Java processes became warm", "This machine was too busy");
    assertThat(result().run().exitCode()).isEqualTo(4);
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
        new BurstData(0, 1500, 75, NaN, new Spread(NaN, NaN), NaN, new Cost(NaN, NaN, NaN), 10);
    for (int fork = 0; fork < FORKS; fork++) {
      measured.addCold(
          List.of(
              new EpochData(
                  0, 1, Map.of("plain", burst(0), "tls13", failing), null, List.of(), Map.of())));
    }

    assertThat(result().run().problems())
        .singleElement()
        .asString()
        .contains("Only 0 of 3 Java processes became warm", "225 of 10,500 operations failed")
        .doesNotContain("busy");
  }

  @Test
  void isOfNoUseIfTheControlDiffers() {
    controlAbove = Math.log(1.02);
    measureBursts(0);

    assertThat(result().run().problems())
        .singleElement()
        .asString()
        .startsWith("The control")
        .containsPattern("differs from it by \\+(1\\.9|2\\.0)\\d*.%.±.0\\.\\d+.%: something");
    assertThat(result().run().exitCode()).isEqualTo(4);
  }

  @Test
  void isOfNoUseWithoutAnInterval() {
    assertThat(result().run().problems())
        .containsExactly("The run has too few parts for an interval.");
  }

  @Test
  void reportsDisturbedEpochsWhereThroughputLeads() {
    windowsOnly = true;
    measureBursts(1);

    assertThat(result().run().warnings())
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .isEqualTo(
                        "3 of 12 parts of the run were disturbed (3 by other processes) and count."));
  }

  @Test
  void reportsRoundsThatWereLostOrWhoseClocksMoved() {
    measure(-1);
    measured.setExecutors(new Setup.Executors(2, 0, 0, 0, -3, 0.1, 1000, 100_000));

    assertThat(result().run().warnings()).noneMatch(warning -> warning.startsWith("Rounds"));
    measured.setExecutors(new Setup.Executors(2, 4, 1, 0, -3, 0.1, 1000, 100_000));
    assertThat(result().run().warnings())
        .anyMatch(warning -> warning.startsWith("Rounds were lost with an executor: 4."))
        .anySatisfy(
            warning ->
                assertThat(warning)
                    .contains("clocks moved by more than the time between windows: 1."));
    assertThat(result().run().problems()).isEmpty();
  }

  @Test
  void reportsBlocksThatExecutorsBeganLate() {
    measure(-1);
    int kept = (int) measured.blocks();

    measured.setExecutors(late(kept / 9));
    assertThat(result().run().warnings()).noneMatch(line -> line.contains("blocks are left out"));
    measured.setExecutors(late(kept));
    assertThat(result().run().warnings())
        .anyMatch(line -> line.startsWith("50 % of the blocks are left out"));
    assertThat(result().run().problems()).isEmpty();
    measured.setExecutors(late(2 * kept));
    assertThat(result().run().problems())
        .singleElement()
        .asString()
        .startsWith("67 % of the blocks are left out, since not all executors began their windows");
    assertThat(result().run().exitCode()).isEqualTo(4);
  }

  private static Setup.Executors late(int blocks) {
    return new Setup.Executors(2, 0, 0, blocks, -3, 0.1, 1000, 100_000);
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
    return new Summary(contenders, settings, measured);
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

  private static VariantResult variant(Result result, String name) {
    return result.points().get(0).variants().stream()
        .filter(variant -> variant.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Ratio ratio(Result result, String metric) {
    Ratio ratio = variant(result, "tls13").ratios().get(metric);
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

    assertThat(result.run().problems()).isEmpty();
    assertThat(ratio(result, "throughput").value()).isCloseTo(0.5, within(0.01));
    assertThat(ratio(result, "throughput").high99()).isLessThan(1);
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
    assertThat(result.run().problems())
        .singleElement()
        .asString()
        .contains("operations of tls13 failed");
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
  }
}
