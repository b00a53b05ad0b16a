package dev.tlsbench.ycsb.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.awt.geom.Line2D;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeoPolygonTest {
  private final Random random = new Random(5);

  @Test
  void hasSidesThatDoNotCross() {
    assertThat(polygons(200_000))
        .allSatisfy(
            polygon -> {
              for (int i = 0; i < 8; i++) {
                for (int j = i + 2; j < (i == 0 ? 7 : 8); j++) {
                  assertThat(side(polygon, i).intersectsLine(side(polygon, j))).isFalse();
                }
              }
            });
  }

  /** As GeoJSON wants its outer rings (RFC 7946, 3.1.6). */
  @Test
  void goesRoundCounterClockwiseAndEndsWhereItBegan() {
    assertThat(polygons(200_000))
        .allSatisfy(
            polygon -> {
              assertThat(area(polygon)).isPositive();
              assertThat(polygon.ring()).hasSize(9);
              assertThat(polygon.ring().get(8)).isEqualTo(polygon.ring().get(0));
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 200_000, Integer.MAX_VALUE})
  void liesAmongThePointsInABoxThatHoldsEightyOfThem(int rows) {
    double boxArea = 80.0 / rows * 360 * 120;
    assertThat(polygons(rows))
        .allSatisfy(
            polygon -> {
              assertThat(polygon.longitudes())
                  .allSatisfy(x -> assertThat(x).isBetween(-180., 180.));
              assertThat(polygon.latitudes()).allSatisfy(y -> assertThat(y).isBetween(-60., 60.));
              assertThat(extent(polygon.longitudes()) * extent(polygon.latitudes()))
                  .isCloseTo(boxArea, within(boxArea / 10_000));
            });
  }

  @Test
  void holdsFortyFiveOfEightyPointsOnAverage() {
    double inside =
        polygons(200_000)
            .mapToDouble(
                polygon ->
                    area(polygon) / extent(polygon.longitudes()) / extent(polygon.latitudes()))
            .average()
            .orElseThrow();

    assertThat(80 * inside).isCloseTo(45, within(1.0));
  }

  @Test
  void isWrittenAsWellKnownTextThatIsClosed() {
    GeoPolygon polygon =
        new GeoPolygon(
            List.of(0.5, 1., 2., 3., 4., 5., 6., 7.), List.of(-1.25, 0., 0., 0., 0., 0., 0., 0.));

    assertThat(polygon.wellKnownText())
        .isEqualTo(
            "POLYGON((0.5 -1.25, 1.0 0.0, 2.0 0.0, 3.0 0.0, 4.0 0.0, 5.0 0.0, 6.0 0.0, 7.0 0.0,"
                + " 0.5 -1.25))");
  }

  private Stream<GeoPolygon> polygons(int rows) {
    return Stream.generate(() -> GeoPolygon.random(rows, random)).limit(2_000);
  }

  private static Line2D side(GeoPolygon polygon, int number) {
    List<Double> from = polygon.ring().get(number);
    List<Double> to = polygon.ring().get(number + 1);
    return new Line2D.Double(from.get(0), from.get(1), to.get(0), to.get(1));
  }

  private static double area(GeoPolygon polygon) {
    double twice = 0;
    for (int i = 0; i < 8; i++) {
      Line2D side = side(polygon, i);
      twice += side.getX1() * side.getY2() - side.getX2() * side.getY1();
    }
    return twice / 2;
  }

  private static double extent(List<Double> values) {
    return values.stream().mapToDouble(value -> value).max().orElseThrow()
        - values.stream().mapToDouble(value -> value).min().orElseThrow();
  }
}
