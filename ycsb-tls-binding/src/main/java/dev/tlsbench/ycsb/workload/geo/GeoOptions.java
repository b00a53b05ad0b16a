package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;

/**
 * The options of the points.
 *
 * @param limit the number of points after which a table that grows is made anew; 0 for no limit
 */
record GeoOptions(String table, int rows, int batch, int limit) {
  static final String TABLE = "geo.table";
  static final String ROWS = "geo.rows";
  static final String BATCH = "geo.batch";
  static final String LIMIT = "geo.load.limit";

  private static final String GROWING = "_load";

  /** With fewer, a polygon around 80 points would be as large as a continent. */
  private static final int LEAST_ROWS = 1_000;

  /** The limit of drivers that split larger batches ({@code maxWriteBatchSize}). */
  private static final int MOST_BATCH = 100_000;

  static GeoOptions of(Properties properties) {
    int batch =
        (int) RunProperties.whole(BATCH, properties.getProperty(BATCH, "10000"), 1, MOST_BATCH);
    int limit = RunProperties.number(properties, LIMIT, 0, 0);
    if (limit > 0 && limit < batch) {
      throw new InvalidSettingException(
          LIMIT
              + ": '"
              + limit
              + "' is less than a batch of "
              + batch
              + "; give more, or 0 for no limit");
    }
    return new GeoOptions(
        RunProperties.name(TABLE, properties.getProperty(TABLE, "terrain_points").strip()),
        RunProperties.number(properties, ROWS, 200_000, LEAST_ROWS),
        batch,
        limit);
  }

  /** Returns the options of another table, for inserts: the table for reads must not grow. */
  GeoOptions growing() {
    return new GeoOptions(table + GROWING, rows, batch, limit);
  }

  /** Returns the number of inserts that add all points. */
  int batches() {
    return (rows - 1) / batch + 1;
  }

  /** Returns the number of points in an insert, numbered from 1: the last one adds the rest. */
  int batch(int number) {
    return number < batches() ? batch : rows - (number - 1) * batch;
  }
}
