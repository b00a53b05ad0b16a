package dev.tlsbench.client.database;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.ByteIterator;
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
  private long leastBytes;
  private long mostBytes = Long.MAX_VALUE;

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
    if (workload.getClass() == CoreWorkload.class) {
      wanted.limitSize(properties);
    }
    try {
      wanted.init(RunProperties.copy(properties));
    } catch (WorkloadException e) {
      throw new IllegalStateException("the workload has accepted these properties", e);
    }
    return wanted;
  }

  private void limitSize(Properties properties) {
    String distribution =
        properties.getProperty(FIELD_LENGTH_DISTRIBUTION_PROPERTY, "constant").strip();
    if (!distribution.equals("histogram")) {
      long fields = RunProperties.number(properties, FIELD_COUNT_PROPERTY, 10, 1);
      int most = RunProperties.number(properties, FIELD_LENGTH_PROPERTY, 100, 1);
      int least = RunProperties.number(properties, MIN_FIELD_LENGTH_PROPERTY, 1, 1);
      leastBytes = fields * (distribution.equals("constant") ? most : least);
      mostBytes = fields * most;
    }
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

  /** Returns whether the record exists that a run would insert first. */
  boolean hasNext(DB db) {
    return has(db, first + count);
  }

  /**
   * Returns the size of the first record if this workload would not write one like it; empty if it
   * would, or if there is none.
   */
  Optional<String> otherSize(DB db) {
    Map<String, ByteIterator> fields = new HashMap<>();
    db.read(table, buildKeyName(first), null, fields);
    long bytes = fields.values().stream().mapToLong(ByteIterator::bytesLeft).sum();
    boolean fits =
        mostBytes == Long.MAX_VALUE
            || (fields.size() == fieldcount && bytes >= leastBytes && bytes <= mostBytes);
    return fields.isEmpty() || fits ? Optional.empty() : Optional.of(size(fields.size(), bytes));
  }

  /** Returns the size of the records that this workload writes, at most. */
  String size() {
    return size(fieldcount, mostBytes);
  }

  private static String size(long fields, long bytes) {
    return String.format(Locale.ROOT, "%d fields and %,d bytes", fields, bytes);
  }

  private boolean has(DB db, long number) {
    return db.read(table, buildKeyName(number), null, new HashMap<>()).isOk();
  }
}
