package dev.tlsbench.ycsb.store;

import java.util.random.RandomGenerator;

/**
 * A row: position, elevation, entity and time.
 *
 * @param longitude in degrees, to seven digits
 * @param latitude in degrees, to seven digits
 * @param elevation 0 or more
 * @param entId the entity, 0 or more
 * @param timeSec seconds since 1970
 */
public record TerrainPoint(
    double longitude, double latitude, int elevation, int entId, int timeSec) {
  /** Nearer to the poles, degrees of longitude are too short for a polygon to keep its shape. */
  static final int MOST_LATITUDE = 60;

  static final int MOST_LONGITUDE = 180;

  /** The area of all points, in square degrees. */
  static final double AREA = 4.0 * MOST_LONGITUDE * MOST_LATITUDE;

  private static final int ELEVATIONS = 100_000;
  private static final int ENTITIES = 100_000_000;
  private static final int FIRST_SECOND = 1_432_681_200;
  private static final int SECONDS = 86_400;
  private static final double DIGITS = 1e7;

  /** Draws a point, evenly distributed over the area in degrees. */
  public static TerrainPoint random(RandomGenerator random) {
    return new TerrainPoint(
        rounded(random.nextDouble(-MOST_LONGITUDE, MOST_LONGITUDE)),
        rounded(random.nextDouble(-MOST_LATITUDE, MOST_LATITUDE)),
        random.nextInt(ELEVATIONS),
        random.nextInt(ENTITIES),
        FIRST_SECOND + random.nextInt(SECONDS));
  }

  /** Rounds to seven digits, a centimetre on the ground. */
  static double rounded(double degrees) {
    return Math.rint(degrees * DIGITS) / DIGITS;
  }
}
