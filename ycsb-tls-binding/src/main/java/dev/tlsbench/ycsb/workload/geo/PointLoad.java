package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.store.PointStore;
import dev.tlsbench.ycsb.workload.Tally;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A load in batches, by any number of threads. The first thread creates the table or collection;
 * the last one marks it as complete if it has the expected number of points.
 */
final class PointLoad {
  /** The series of operations that are not batches. */
  static final String TABLE = "TABLE";

  /** The series of a batch. */
  static final String BATCH = "GEO_LOAD";

  private final GeoOptions options;
  private final Tally tally;
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger done = new AtomicInteger();
  private boolean created;

  PointLoad(GeoOptions options, Tally tally) {
    this.options = options;
    this.tally = tally;
  }

  /** Returns the content of a complete load. */
  String content() {
    return options.rows() + " points";
  }

  /** Returns whether a load with this mark has as many points, which suffices for reads. */
  boolean isAsLarge(String other) {
    return other.equals(content()) || other.startsWith(content() + ",");
  }

  /** Inserts the next batch; returns false on failure. */
  boolean insert(DirectClient client) {
    int number = begun.incrementAndGet();
    if (number > options.batches()) {
      throw new InvalidSettingException(
          "insertcount: it is more than the "
              + options.batches()
              + " batches of "
              + GeoOptions.ROWS
              + "; omit it");
    }
    return create(client)
        && append(client, options.batch(number))
        && (done.incrementAndGet() < options.batches() || complete(client));
  }

  private boolean append(DirectClient client, int count) {
    return PointStores.run(
        client,
        BATCH,
        options,
        store -> {
          store.append(count);
          tally.addRows(count);
        });
  }

  private synchronized boolean create(DirectClient client) {
    if (!created) {
      created = PointStores.run(client, TABLE, options, PointStore::create);
    }
    return created;
  }

  private boolean complete(DirectClient client) {
    return PointStores.run(
        client,
        TABLE,
        options,
        store -> {
          long count = store.count();
          if (count != options.rows()) {
            throw new SQLException(
                options.table()
                    + " has "
                    + count
                    + " points after a load of "
                    + options.rows()
                    + "; load again while nobody else does");
          }
          store.mark().loaded(content());
        });
  }
}
