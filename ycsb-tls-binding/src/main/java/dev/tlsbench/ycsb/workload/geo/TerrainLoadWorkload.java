package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.SelfLoading;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import java.util.Properties;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;

/**
 * Appends random points to a table or collection that has its spatial index already, many at once:
 * one {@code INSERT} in MySQL and MariaDB, one unordered {@code insertMany} in MongoDB.
 *
 * <p>The table is that of {@link TerrainReadWorkload} with {@code _load} after its name, so that
 * nobody reads from one that grows. Properties: {@code geo.table}, {@code geo.batch} and {@code
 * mysql.table.encryption}, as there. An operation has the series {@code GEO_LOAD}, and counts the
 * rows that it wrote; 10,000 are an {@code INSERT} of some 600 kB, for which the server's {@code
 * max_allowed_packet} must have room.
 *
 * <p>The only insert of the load phase makes the table without points, with the series {@code
 * TABLE}. One that is there is dropped first if tlsbench made it, and is an error if not.
 *
 * <p>Safe to share between threads.
 */
public final class TerrainLoadWorkload extends Workload implements SelfLoading, Tallying {
  private static final String CONTENT = "points are added";

  private final Tally tally = new Tally();
  private GeoOptions options = GeoOptions.of(new Properties()).growing();

  /** Made by its name, which is what the property {@code workload} holds. */
  public TerrainLoadWorkload() {}

  /**
   * Reads the properties.
   *
   * @throws InvalidSettingException if one of them is wrong
   */
  @Override
  public void init(Properties properties) {
    options = GeoOptions.of(properties).growing();
  }

  @Override
  public String description() {
    return options.table() + ", batch=" + options.batch();
  }

  @Override
  public int loads() {
    return 1;
  }

  /** Points of an earlier run make it slower, so a table that has some is not taken. */
  @Override
  public boolean isLoaded(DirectClient client) {
    return PointStore.use(
            client,
            PointLoad.TABLE,
            options,
            store ->
                store.content().filter(content()::equals).isPresent() && store.isEmpty()
                    ? Status.OK
                    : Status.NOT_FOUND)
        .isOk();
  }

  /**
   * Looks whether the table can take points; one to which points were added is not filled by half.
   *
   * @throws InvalidSettingException if tlsbench did not make it
   */
  @Override
  public boolean isHalfLoaded(DirectClient client) {
    return !PointStore.use(
            client,
            PointLoad.TABLE,
            options,
            store -> {
              if (store.isLoading()) {
                return Status.NOT_FOUND;
              }
              if (store.content().filter(other -> other.startsWith(CONTENT)).isEmpty()) {
                throw new InvalidSettingException(
                    "workload: there is no table "
                        + options.table()
                        + " that points can be added to; load first");
              }
              return Status.OK;
            })
        .isOk();
  }

  private String content() {
    return CONTENT
        + (options.encryption().wanted() == null
            ? ""
            : ", encryption=" + options.encryption().wanted());
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return PointStore.use(
            DirectClient.of(db),
            PointLoad.TABLE,
            options,
            store -> {
              store.create();
              store.complete(content());
              return Status.OK;
            })
        .isOk();
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return PointLoad.append(DirectClient.of(db), options, options.batch(), tally);
  }

  @Override
  public Tally tally() {
    return tally;
  }
}
