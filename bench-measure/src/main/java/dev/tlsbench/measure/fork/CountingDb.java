package dev.tlsbench.measure.fork;

import dev.tlsbench.client.database.ForwardingDb;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Counts failed operations: YCSB's workloads treat every operation as successful. Also counts the
 * bytes of the values that reads and scans return. On request it opens a new connection after a
 * number of operations, as an application without a pool does.
 */
final class CountingDb extends ForwardingDb {
  private static final String NONE = "NONE";

  private final int operationsPerConnection;
  private int operations;
  private int sinceStart;
  private String first = NONE;
  private String last = NONE;
  private long errors;
  private long bytes;

  /**
   * @param operationsPerConnection 0 for a single connection
   */
  CountingDb(DB db, int operationsPerConnection) {
    super(db);
    this.operationsPerConnection = operationsPerConnection;
  }

  @Override
  protected Status around(String operation, Supplier<Status> call) {
    if (sinceStart++ == 0) {
      first = operation;
    }
    last = operation;
    if (operationsPerConnection > 0 && operations++ == operationsPerConnection) {
      operations = 1;
      reconnect();
    }
    Status status = call.get();
    if (!status.isOk()) {
      errors++;
    }
    return status;
  }

  private void reconnect() {
    try {
      cleanup();
      init();
    } catch (DBException e) {
      throw new IllegalStateException("cannot connect again: " + e.getMessage(), e);
    }
  }

  /** Begins a unit of work of the workload, such as YCSB's read-modify-write. */
  void start() {
    sinceStart = 0;
  }

  /** Returns the name of the operation since the start; of several, of the first and the last. */
  String name() {
    return switch (sinceStart) {
      case 0 -> NONE;
      case 1 -> last;
      default -> first + "+" + last;
    };
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    Status status = super.read(table, key, fields, result);
    count(result);
    return status;
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature.
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Status status = super.scan(table, startKey, count, fields, result);
    result.forEach(this::count);
    return status;
  }

  private void count(Map<String, ByteIterator> record) {
    for (ByteIterator value : record.values()) {
      bytes += value.bytesLeft();
    }
  }

  /** Returns the number of bytes of values that were read so far. */
  long bytes() {
    return bytes;
  }

  /** Returns the number of operations that have failed so far. */
  long errors() {
    return errors;
  }
}
