package dev.tlsbench.client.database;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Forwards everything to another {@code DB}, and calls {@link #before} and {@link #after} around
 * each operation, on the same thread. Allocates nothing.
 */
public abstract class ForwardingDb extends DB implements DirectClient {
  private final DB db;

  /**
   * Wraps a client and shares its properties.
   *
   * @param db receives all calls
   */
  protected ForwardingDb(DB db) {
    this.db = db;
  }

  /**
   * Runs before an operation; an exception prevents the operation, and {@link #after} does not run.
   *
   * @param operation the name in YCSB's report, such as {@code READ}
   */
  protected void before(String operation) {}

  /**
   * Runs after an operation.
   *
   * @param status the result; {@code null} if the operation threw an exception
   */
  protected void after(@Nullable Status status) {}

  @Override
  public void setProperties(Properties properties) {
    db.setProperties(properties);
  }

  @Override
  public Properties getProperties() {
    return db.getProperties();
  }

  @Override
  public void init() throws DBException {
    db.init();
  }

  @Override
  public void cleanup() throws DBException {
    db.cleanup();
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    before("READ");
    Status status = null;
    try {
      status = db.read(table, key, fields, result);
    } finally {
      after(status);
    }
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
    before("SCAN");
    Status status = null;
    try {
      status = db.scan(table, startKey, count, fields, result);
    } finally {
      after(status);
    }
    return status;
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    before("UPDATE");
    Status status = null;
    try {
      status = db.update(table, key, values);
    } finally {
      after(status);
    }
    return status;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    before("INSERT");
    Status status = null;
    try {
      status = db.insert(table, key, values);
    } finally {
      after(status);
    }
    return status;
  }

  @Override
  public Status delete(String table, String key) {
    before("DELETE");
    Status status = null;
    try {
      status = db.delete(table, key);
    } finally {
      after(status);
    }
    return status;
  }

  @Override
  public DB another() throws DBException {
    return DirectClient.of(db).another();
  }

  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    DirectClient direct = DirectClient.of(db);
    before(operation);
    Status status = null;
    try {
      status = direct.direct(operation, type, use);
    } finally {
      after(status);
    }
    return status;
  }
}
