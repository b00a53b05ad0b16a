package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.store.GeoPolygon;
import dev.tlsbench.ycsb.workload.SelfLoading;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import dev.tlsbench.ycsb.workload.Uniform;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * Reads the points inside a random polygon, with elevation, entity and time, from a table or
 * collection with a spatial index.
 *
 * <p>A polygon has a size for which its bounding box contains 80 points on average, which an R-tree
 * finds; about 45 of them are inside, and are returned. SQL: {@code ST_Contains} or the like, with
 * longitude and latitude as plane coordinates. Documents: {@code $geoWithin} with a 2dsphere index,
 * where a polygon's sides are geodesics, and the index finds cells of a sphere instead of boxes.
 * Points lie between 60 degrees south and north, so that the two differ little.
 *
 * <p>Properties: {@code geo.rows}, the number of points, 1000 or more, by default 200,000; {@code
 * geo.table}, by default {@code terrain_points}; {@code geo.batch}, the number of points in an
 * insert, by default 10,000; and those of the binding for encryption at rest. An operation has the
 * series {@code GEO_READ}, and counts the rows that it read.
 *
 * <p>An insert of the load phase is a batch, with the series {@code GEO_LOAD}. The first one
 * creates the table, and drops an existing one if tlsbench created it; the last one marks it as
 * complete.
 *
 * <p>Thread-safe.
 */
public final class TerrainReadWorkload extends Workload implements SelfLoading, Tallying, Uniform {
  private static final String OPERATION = "GEO_READ";

  private final Tally tally = new Tally();
  private GeoOptions options = GeoOptions.of(new Properties());
  private PointLoad load = new PointLoad(options, tally);

  @Override
  public void init(Properties properties) {
    options = GeoOptions.of(properties);
    load = new PointLoad(options, tally);
  }

  @Override
  public String description() {
    return options.table() + ", rows=" + options.rows() + ", batch=" + options.batch();
  }

  @Override
  public int loads() {
    return options.batches();
  }

  @Override
  public boolean isLoaded(DirectClient client) {
    return PointStores.check(
        client, PointLoad.TABLE, options, store -> store.mark().isLoaded(load.content()));
  }

  /**
   * Tests whether the load is incomplete.
   *
   * @throws InvalidSettingException if there was none, or one with another number of points, for
   *     which the polygons would have the wrong size
   */
  @Override
  public boolean isPartlyLoaded(DirectClient client) {
    return !PointStores.check(
        client,
        PointLoad.TABLE,
        options,
        store -> {
          if (store.mark().isLoading()) {
            return false;
          }
          requireSize(store.mark().content());
          return true;
        });
  }

  private void requireSize(Optional<String> content) {
    if (content.filter(load::isAsLarge).isEmpty()) {
      throw new InvalidSettingException(
          GeoOptions.ROWS
              + ": "
              + options.table()
              + content.map(other -> " was loaded with " + other).orElse(" was not loaded")
              + ", but "
              + options.rows()
              + " are required; load it first");
    }
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return load.insert(DirectClient.of(db));
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return PointStores.run(
        DirectClient.of(db),
        OPERATION,
        options,
        store ->
            tally.addRows(
                store.read(GeoPolygon.random(options.rows(), ThreadLocalRandom.current()))));
  }

  @Override
  public Tally tally() {
    return tally;
  }
}
