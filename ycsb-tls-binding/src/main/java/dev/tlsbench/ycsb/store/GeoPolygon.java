package dev.tlsbench.ycsb.store;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A star-shaped polygon with eight corners, usually not convex. Its sides do not cross, because the
 * corners are ordered around a centre.
 *
 * @param longitudes longitudes of the corners, counter-clockwise, in degrees
 */
public record GeoPolygon(List<Double> longitudes, List<Double> latitudes) {
  /** The average number of points in its bounding box, which an index of boxes finds. */
  public static final int CANDIDATES = 80;

  private static final int CORNERS = 8;

  /** The minimum radius: 0.56 of the bounding box is then inside on average, 45 points. */
  private static final double LEAST_RADIUS = 0.25;

  /** Draws a polygon anywhere among the points. */
  public static GeoPolygon random(int rows, RandomGenerator random) {
    double[] x = new double[CORNERS];
    double[] y = new double[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
      double angle = 2 * Math.PI * (i + random.nextDouble()) / CORNERS;
      double radius = random.nextDouble(LEAST_RADIUS, 1);
      x[i] = radius * Math.cos(angle);
      y[i] = radius * Math.sin(angle);
    }
    double side = Math.sqrt(CANDIDATES * TerrainPoint.AREA / rows);
    return new GeoPolygon(
        placed(x, side, TerrainPoint.MOST_LONGITUDE, random),
        placed(y, side, TerrainPoint.MOST_LATITUDE, random));
  }

  /**
   * Scales the corners to the side of the box, and moves them to a random place within the limits.
   */
  private static List<Double> placed(
      double[] values, double side, int limit, RandomGenerator random) {
    double least = Arrays.stream(values).min().orElseThrow();
    double scale = side / (Arrays.stream(values).max().orElseThrow() - least);
    double start = random.nextDouble(-limit, limit - side);
    return Arrays.stream(values)
        .mapToObj(value -> TerrainPoint.rounded(start + (value - least) * scale))
        .toList();
  }

  /** {@return well-known text, closed} */
  public String wellKnownText() {
    StringBuilder text = new StringBuilder("POLYGON((");
    for (int i = 0; i <= CORNERS; i++) {
      text.append(i == 0 ? "" : ", ")
          .append(longitudes.get(i % CORNERS))
          .append(' ')
          .append(latitudes.get(i % CORNERS));
    }
    return text.append("))").toString();
  }

  /** {@return the corners as in GeoJSON, with the first one repeated at the end} */
  public List<List<Double>> ring() {
    return IntStream.rangeClosed(0, CORNERS)
        .mapToObj(i -> List.of(longitudes.get(i % CORNERS), latitudes.get(i % CORNERS)))
        .toList();
  }
}
