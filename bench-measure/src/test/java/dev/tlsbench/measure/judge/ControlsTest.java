package dev.tlsbench.measure.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.measure.result.ConnectionCounts;
import dev.tlsbench.measure.result.Latency;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Sentences;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Interval;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Points in which TLS adds 19.8 % ± 0.4 %. */
class ControlsTest {
  private static final Interval TLS = new Interval(1.198, 1.194, 1.202);

  @Test
  void widensAllIntervalsOfAPointWhoseControlIsOffByAsMuchAsThePrecisionAllows() {
    List<Point> judged = Controls.judge(List.of(point(1.003, 0.0004)), 0.01);

    VariantResult tls = judged.get(0).variants().get(2);
    assertWidened(Objects.requireNonNull(tls.ratios().get("typical")));
    assertWidened(Objects.requireNonNull(tls.ratios().get("clientCpu")));
    assertWidened(Objects.requireNonNull(tls.operations().get(0).mean()));
    assertThat(Metric.TYPICAL.of(judged.get(0).variants().get(1)).orElseThrow().low95())
        .as("its own interval holds 1 now")
        .isLessThan(1);
    assertThat(Sentences.of(null, judged, false))
        .singleElement()
        .asString()
        .contains("All intervals are widened by 0.3", "control")
        .contains("differs from it by +0.30");
    assertThat(exitCode(null, judged)).isZero();
  }

  private static void assertWidened(Interval ratio) {
    assertThat(ratio.value()).isEqualTo(TLS.value());
    assertThat(ratio.low95()).isCloseTo(1.194 / 1.003, within(1e-9));
    assertThat(ratio.high95()).isCloseTo(1.202 * 1.003, within(1e-9));
  }

  @Test
  void isOfNoUseIfAControlIsOffByMore() {
    List<Point> judged = Controls.judge(List.of(point(1.0101, 0.0004)), 0.01);

    assertThat(judged.get(0).warnings())
        .singleElement()
        .isInstanceOfSatisfying(
            Warning.ControlOff.class,
            off -> {
              assertThat(off.control().value()).isCloseTo(1.0101, within(1e-9));
              assertThat(off.allowed()).isEqualTo(0.01);
            });
    assertThat(exitCode(null, judged)).isEqualTo(4);
    assertThat(judged.get(0).variants()).isEqualTo(point(1.0101, 0.0004).variants());
    assertThat(exitCode(null, Controls.judge(List.of(point(1.0051, 0.0004)), null)))
        .as("without a precision")
        .isEqualTo(4);
  }

  @Test
  void judgesThePointsOfAnAxisTogether() {
    List<Point> honest =
        List.of(
            point("1", 1.006, 0.003),
            point("2", 0.999, 0.7),
            point("4", 1.001, 0.6),
            point("8", 0.998, 0.3),
            point("16", 1.002, 0.2));

    assertThat(exitCode("threads", honest.subList(0, 1))).isZero();
    assertThat(exitCode("threads", Controls.judge(honest.subList(0, 1), null))).isEqualTo(4);
    List<Point> judged = Controls.judge(honest, null);
    assertThat(exitCode("threads", judged)).as("0.003 is no less than 0.01 / 5").isZero();
    assertThat(judged).isEqualTo(honest);

    judged = Controls.judge(List.of(honest.get(1), point("32", 1.02, 1e-5)), null);
    assertThat(Sentences.of("threads", judged, true))
        .singleElement()
        .asString()
        .startsWith("threads 32: The control");
  }

  @Test
  void saysWhetherThePrecisionWasReachedOnceIntervalsAreWidened() {
    assertThat(Controls.judge(List.of(point(1.001, 0.5)), 0.005).get(0).warnings()).isEmpty();
    assertThat(Controls.judge(List.of(point(1.001, 0.5)), 0.003).get(0).warnings())
        .singleElement()
        .isInstanceOfSatisfying(
            Warning.PrecisionMissed.class,
            missed -> {
              assertThat(missed.asked()).isEqualTo(0.003);
              assertThat(missed.reached()).isCloseTo(0.004, within(1e-9));
            });
    assertThat(Controls.judge(List.of(point(1.004, 0.001)), 0.005).get(0).warnings())
        .hasExactlyElementsOfTypes(Warning.IntervalsWidened.class, Warning.PrecisionMissed.class);
  }

  @Test
  void isOfNoUseWithoutAnInterval() {
    Point without = new Point(null, List.of(), List.of(), List.of(), null, List.of());
    assertThat(Controls.judge(List.of(without), null).get(0).warnings())
        .containsExactly(new Warning.TooFewEpochs());
    Point lost = without.with(List.of(), List.of(new Warning.Interrupted()));
    assertThat(Controls.judge(List.of(lost), null).get(0).warnings())
        .as("where that has another reason")
        .containsExactly(new Warning.Interrupted());
  }

  private static int exitCode(@Nullable String axis, List<Point> points) {
    return RunRecord.of(
            "tlsbench compare",
            Instant.EPOCH,
            Duration.ZERO,
            true,
            Sentences.of(axis, points, true),
            Sentences.of(axis, points, false))
        .exitCode();
  }

  private static Point point(double control, double p) {
    return point(null, control, p);
  }

  private static Point point(@Nullable String value, double control, double p) {
    Estimate estimate = new Estimate(Math.log(control), 0.0015, 0.002, p, 5, 50);
    return new Point(
        value,
        List.of(
            variant("plain", Role.BASELINE, null),
            variant("control", Role.CONTROL, estimate.ratio()),
            variant("tls13", Role.VARIANT, TLS)),
        List.of(),
        List.of(),
        estimate,
        List.of());
  }

  private static VariantResult variant(String name, Role role, @Nullable Interval ratio) {
    Histogram nanos = new Histogram(3);
    nanos.recordValue(1000);
    return new VariantResult(
        name,
        role,
        Map.of(),
        new VariantResult.Work(100, 0, 0, 10, null, null, null, null),
        null,
        List.of(new VariantResult.Operation("READ", 50, Latency.of(nanos, false), ratio)),
        new ConnectionCounts(
            1, List.of(), Map.of(), new ConnectionCounts.Medians(null, null, null, null)),
        new VariantResult.Resources(null, null, null, null, null, null),
        ratio == null
            ? Map.of()
            : Map.of(Metric.TYPICAL.key(), ratio, Metric.CLIENT_CPU.key(), ratio));
  }
}
