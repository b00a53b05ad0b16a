package dev.tlsbench.experiment.predict;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.View;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class ProfileCurvesTest {
  private final Sources sources = new Sources();

  private static Profile profile(
      @Nullable Double rate, @Nullable Double perConnection, Profile.@Nullable Machines machines) {
    return new Profile(
        rate,
        List.of(new Profile.Operation("operation", 1, 300, 1_000, null, 100.0, null)),
        0,
        perConnection,
        0,
        null,
        machines);
  }

  private Predictor predictor(Profile profile) {
    return new Predictor(sources.fit(), profile, List.of());
  }

  private Map<String, Block.Points> curves(Profile profile) {
    return ProfileCurves.of(predictor(profile), profile).stream()
        .map(Block.Points.class::cast)
        .collect(Collectors.toMap(points -> points.chart().title(), Function.identity()));
  }

  private static List<String> points(Map<String, Block.Points> curves, String title) {
    return requireNonNull(curves.get(title)).chart().numbers().rows().stream()
        .map(row -> row.get(0).text().replace('\u00a0', ' '))
        .toList();
  }

  @Test
  void leavesOutPointsOfProfilesThatCannotBeOrWhoseCostsAreNotKnown() {
    sources.add(KnownCosts.source(), new KnownCosts().comparison(false, 1_000));

    Map<String, Block.Points> curves =
        curves(profile(20_000.0, null, new Profile.Machines(null, 4, null)));

    assertThat(points(curves, "Over operations a second"))
        .as("60,000 a second take six of four cores")
        .containsExactly("2,000", "6,000", "20,000 (yours)");
    assertThat(points(curves, "Over server CPU of a plain operation"))
        .as("300 µs take six cores")
        .containsExactly("10 µs", "30 µs", "100 µs (yours)");
    assertThat(curves)
        .as("replies of one size were measured, and no connections")
        .doesNotContainKeys("Over bytes of a reply", "Over operations for each connection");
  }

  @Test
  void aCurveAndItsNumbersEqualThePredictionAtEachPoint() {
    sources.add(KnownCosts.source(), new KnownCosts().comparison(true, 100, 4_096, 32_768));
    sources.add(KnownCosts.source(), new KnownCosts().connections(0, true));

    Block.Points points =
        requireNonNull(
            curves(profile(null, 50.0, null)).get("Over operations for each connection"));

    assertThat(points.point()).isEqualTo("50 (yours)");
    View.Lines cpu = (View.Lines) points.chart().views().get(0);
    assertThat(cpu.choice()).isEqualTo("client CPU of an operation, added");
    double[] values = {1, 3, 10, 30, 50, 100, 300, 1_000, 10_000};
    assertThat(cpu.at()).hasSize(values.length);
    for (int i = 0; i < values.length; i++) {
      Profile other = profile(null, values[i], null);
      Prediction expected = predictor(other).predict(other).get(0);
      assertThat(cpu.curves().get(0).figures().get(i))
          .isEqualTo(requireNonNull(Predicted.CLIENT_CPU.of(expected)).in(cpu.unit()));
      assertThat(points.chart().numbers().rows().get(i))
          .startsWith(Cell.of(cpu.at().get(i)), Cell.of(expected.name()))
          .contains(Predicted.SERVER_CAPACITY_RATIO.cell(expected));
    }
  }
}
