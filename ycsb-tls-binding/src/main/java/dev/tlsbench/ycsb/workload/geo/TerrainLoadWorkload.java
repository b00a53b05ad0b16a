package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.store.PointStore;
import dev.tlsbench.ycsb.workload.SelfLoading;
import dev.tlsbench.ycsb.workload.Tally;
import dev.tlsbench.ycsb.workload.Tallying;
import dev.tlsbench.ycsb.workload.Uniform;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * Appends batches of random points to a table or collection that already has its spatial index: one
 * SQL {@code INSERT}, or one unordered {@code insertMany} of documents.
 *
 * <p>The table has the name in {@link TerrainReadWorkload} with the suffix {@code _load}, so that
 * the table for reads does not grow. Properties: {@code geo.table}, {@code geo.batch} and those of
 * the binding for encryption at rest, as there. An operation has the series {@code GEO_LOAD}, and
 * counts its rows; 10,000 are an {@code INSERT} of some 600 kB, which must fit the server's limit.
 *
 * <p>A batch takes longer the larger the table is, above all when the server's memory does not hold
 * its index any more. With the property {@code geo.load.limit}, a number of points, by default 0
 * for no limit, the first batch of a run and each one that would exceed the limit make the table
 * anew. No other process may add points then.
 *
 * <p>The only insert of the load phase creates the table without points, with the series {@code
 * TABLE}. An existing one is dropped first if tlsbench created it; otherwise it is an error.
 *
 * <p>Thread-safe.
 */
public final class TerrainLoadWorkload extends Workload implements SelfLoading, Tallying, Uniform {
  private static final String CONTENT = "points are added";

  private final Tally tally = new Tally();

  /** Written while the table is made anew. */
  private final ReadWriteLock table = new ReentrantReadWriteLock();

  private final AtomicInteger remaining = new AtomicInteger();
  private GeoOptions options = GeoOptions.of(new Properties()).growing();

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

  /** Rejects a table with points of an earlier run, which make it slower. */
  @Override
  public boolean isLoaded(DirectClient client) {
    return PointStores.check(
        client,
        PointLoad.TABLE,
        options,
        store -> store.mark().isLoaded(CONTENT) && store.isEmpty());
  }

  /**
   * Tests whether the table can take points; a table with added points is not incomplete.
   *
   * @throws InvalidSettingException if tlsbench did not create it
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
          if (store.mark().content().filter(other -> other.startsWith(CONTENT)).isEmpty()) {
            throw new InvalidSettingException(
                "workload: there is no table "
                    + options.table()
                    + " that points can be added to; load first");
          }
          return true;
        });
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    return PointStores.run(
        DirectClient.of(db), PointLoad.TABLE, options, TerrainLoadWorkload::makeEmpty);
  }

  private static void makeEmpty(PointStore store) throws Exception {
    store.create();
    store.mark().loaded(CONTENT);
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    return PointStores.run(
        DirectClient.of(db),
        PointLoad.BATCH,
        options,
        store -> {
          append(store);
          tally.addRows(options.batch());
        });
  }

  private void append(PointStore store) throws Exception {
    table.readLock().lock();
    try {
      if (reserveBatch()) {
        store.append(options.batch());
        return;
      }
    } finally {
      table.readLock().unlock();
    }
    table.writeLock().lock();
    try {
      // Another thread may have made it anew meanwhile; after a failure the next batch tries again.
      if (!reserveBatch()) {
        makeEmpty(store);
        remaining.set(options.limit() - options.batch());
      }
      store.append(options.batch());
    } finally {
      table.writeLock().unlock();
    }
  }

  /** Reserves rows for a batch; returns false if the table must be made anew for it. */
  private boolean reserveBatch() {
    return options.limit() == 0
        || remaining.getAndUpdate(left -> left < options.batch() ? left : left - options.batch())
            >= options.batch();
  }

  @Override
  public Tally tally() {
    return tally;
  }
}
