package dev.tlsbench.experiment.run;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Counts what failed: YCSB's workloads call an operation done whatever the database says. */
final class CountingDb extends DB implements DirectClient {
  private final DB db;
  private long errors;

  CountingDb(DB db) {
    this.db = db;
  }

  /** How many operations failed so far. */
  long errors() {
    return errors;
  }

  private Status counted(Status status) {
    if (!status.isOk()) {
      errors++;
    }
    return status;
  }

  @Override
  public void init() throws DBException {
    db.setProperties(getProperties());
    db.init();
  }

  @Override
  public void cleanup() throws DBException {
    db.cleanup();
  }

  @Override
  public Class<?> connectionType() {
    return DirectClient.of(db).connectionType();
  }

  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    return counted(DirectClient.of(db).direct(operation, type, use));
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return counted(db.read(table, key, fields, result));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature.
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return counted(db.scan(table, startKey, count, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return counted(db.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return counted(db.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return counted(db.delete(table, key));
  }
}
