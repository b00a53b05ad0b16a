package dev.tlsbench.client.database;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import site.ycsb.ByteIterator;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * The records that a run of YCSB's {@code CoreWorkload} reads: {@code insertcount} records from
 * {@code insertstart} on, or else all up to {@code recordcount}. Other workloads have none, since
 * their records are not known.
 */
final class WantedRecords {
  private final Properties properties;
  private final long first;
  private final long count;

  private WantedRecords(Properties properties, long first, long count) {
    this.properties = properties;
    this.first = first;
    this.count = count;
  }

  static WantedRecords of(Workload workload, Properties given) {
    Properties properties = RunProperties.copy(given);
    int first = RunProperties.number(properties, Workload.INSERT_START_PROPERTY, 0, 0);
    int records = RunProperties.number(properties, Client.RECORD_COUNT_PROPERTY, 0, 0);
    int count =
        RunProperties.number(
            properties, Client.INSERT_COUNT_PROPERTY, Math.max(0, records - first), 0);
    return new WantedRecords(properties, first, workload instanceof CoreWorkload ? count : 0);
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
    String table =
        properties.getProperty(
            CoreWorkload.TABLENAME_PROPERTY, CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    return db.read(table, key(db, number), null, new HashMap<>()).isOk();
  }

  /** Returns the key of a number, which only the workload can compute. */
  private String key(DB db, long number) {
    Properties one = RunProperties.copy(properties);
    one.setProperty(Workload.INSERT_START_PROPERTY, Long.toString(number));
    one.setProperty(Client.INSERT_COUNT_PROPERTY, "1");
    Workload workload = Workloads.open(one);
    KeyCapture capture = new KeyCapture(db);
    try {
      workload.doInsert(capture, workload.initThread(one, 0, 1));
    } catch (WorkloadException e) {
      throw new IllegalStateException("CoreWorkload has no state of a thread to fail with", e);
    }
    return capture.key;
  }

  /** Records the key of an insert, and inserts nothing. */
  private static final class KeyCapture extends ForwardingDb {
    private String key = "";

    KeyCapture(DB db) {
      super(db);
    }

    @Override
    public Status insert(String table, String inserted, Map<String, ByteIterator> values) {
      key = inserted;
      return Status.OK;
    }
  }
}
