package dev.tlsbench.client.database;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.HashMap;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * The records that a run of YCSB's {@code CoreWorkload} reads: {@code insertcount} records from
 * {@code insertstart} on, or else all up to {@code recordcount}. Other workloads have none, since
 * their records are not known. A workload itself, which computes their keys.
 */
final class WantedRecords extends CoreWorkload {
  private final long first;
  private final long count;

  private WantedRecords(long first, long count) {
    this.first = first;
    this.count = count;
  }

  static WantedRecords of(Workload workload, Properties properties) {
    int first = RunProperties.number(properties, Workload.INSERT_START_PROPERTY, 0, 0);
    int records = RunProperties.number(properties, Client.RECORD_COUNT_PROPERTY, 0, 0);
    int count =
        RunProperties.number(
            properties, Client.INSERT_COUNT_PROPERTY, Math.max(0, records - first), 0);
    if (!(workload instanceof CoreWorkload)) {
      return new WantedRecords(first, 0);
    }
    WantedRecords wanted = new WantedRecords(first, count);
    try {
      wanted.init(RunProperties.copy(properties));
    } catch (WorkloadException e) {
      throw new IllegalStateException("the workload has accepted these properties", e);
    }
    return wanted;
  }

  /** Returns the minimum number of records; 0 if unknown. */
  long count() {
    return count;
  }

  /** Returns whether the first record exists: then the others belong to this workload too. */
  boolean hasFirst(DB db) {
    return has(db, first);
  }

  /** Returns whether the last record exists, which a load by one client inserts last. */
  boolean hasLast(DB db) {
    return has(db, first + count - 1);
  }

  private boolean has(DB db, long number) {
    return db.read(table, buildKeyName(number), null, new HashMap<>()).isOk();
  }
}
