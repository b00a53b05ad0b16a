package dev.tlsbench.client;

import dev.tlsbench.ycsb.session.DirectClient;
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
 * A client whose operations are entered in a {@link PendingOperation}, until their answers come.
 */
final class AwaitedDb extends DB implements DirectClient {
  private final DB db;
  private final PendingOperation pending = new PendingOperation();

  AwaitedDb(DB db) {
    this.db = db;
    setProperties(db.getProperties());
  }

  /** What is waited for. Who measures an operation says when that is done. */
  PendingOperation pending() {
    return pending;
  }

  @Override
  public void init() throws DBException {
    db.init();
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return awaited("READ", () -> db.read(table, key, fields, result));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature.
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return awaited("SCAN", () -> db.scan(table, startKey, count, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return awaited("UPDATE", () -> db.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return awaited("INSERT", () -> db.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return awaited("DELETE", () -> db.delete(table, key));
  }

  /** It sends the last batch, if there is one. */
  @Override
  public void cleanup() throws DBException {
    pending.beginLast("CLEANUP");
    try {
      db.cleanup();
    } finally {
      pending.answered();
    }
  }

  @Override
  public Class<?> connectionType() {
    return DirectClient.of(db).connectionType();
  }

  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    DirectClient direct = DirectClient.of(db);
    return awaited(operation, () -> direct.direct(operation, type, use));
  }

  private Status awaited(String name, Supplier<Status> operation) {
    pending.begin(name);
    try {
      return operation.get();
    } finally {
      pending.answered();
    }
  }
}
