package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.TableEncryption;
import java.util.Properties;

/**
 * What the properties of a run say of the points.
 *
 * @param table the table or collection, a name that needs no quotes
 * @param rows how many points a load makes
 * @param batch how many of them an insert has
 * @param encryption whether a MySQL or MariaDB server encrypts the table's files
 */
record GeoOptions(String table, int rows, int batch, TableEncryption encryption) {
  static final String TABLE = "geo.table";
  static final String ROWS = "geo.rows";
  static final String BATCH = "geo.batch";

  private static final String GROWING = "_load";

  /** With fewer, a polygon around 80 of them would be as large as a continent. */
  private static final int LEAST_ROWS = 1_000;

  /** MongoDB's drivers split what is more ({@code maxWriteBatchSize}). */
  private static final int MOST_BATCH = 100_000;

  /**
   * Reads the properties of a run.
   *
   * @throws InvalidSettingException if one of them is wrong
   */
  static GeoOptions of(Properties properties) {
    return new GeoOptions(
        name(properties.getProperty(TABLE, "terrain_points").strip()),
        RunProperties.number(properties, ROWS, 200_000, LEAST_ROWS),
        batchSize(properties),
        TableEncryption.of(properties));
  }

  private static int batchSize(Properties properties) {
    int batch = RunProperties.number(properties, BATCH, 10_000, 1);
    if (batch > MOST_BATCH) {
      throw new InvalidSettingException(
          BATCH
              + ": '"
              + batch
              + "' is too many for one command; give a number from 1 to "
              + MOST_BATCH);
    }
    return batch;
  }

  /** It becomes part of a statement. */
  private static String name(String value) {
    if (value.matches("\\w+")) {
      return value;
    }
    throw new InvalidSettingException(
        TABLE + ": '" + value + "' is no name; use letters, digits and _");
  }

  /** The same for a table beside this one, so that none is read that grows. */
  GeoOptions growing() {
    return new GeoOptions(table + GROWING, rows, batch, encryption);
  }

  /** How many inserts make all points. */
  int batches() {
    return (rows - 1) / batch + 1;
  }

  /** How many points an insert has, numbered from 1: the last one takes what is left. */
  int batch(int number) {
    return number < batches() ? batch : rows - (number - 1) * batch;
  }
}
