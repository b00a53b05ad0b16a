package dev.tlsbench.client.database;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * Forwards everything to another {@code DB}, each operation through {@link #around} on the same
 * thread.
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
   * Does an operation, here without anything else.
   *
   * @param operation the name in YCSB's report, such as {@code READ}
   */
  protected Status around(String operation, Supplier<Status> call) {
    return call.get();
  }

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
    return around("READ", () -> db.read(table, key, fields, result));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature.
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return around("SCAN", () -> db.scan(table, startKey, count, fields, result));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return around("UPDATE", () -> db.update(table, key, values));
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return around("INSERT", () -> db.insert(table, key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return around("DELETE", () -> db.delete(table, key));
  }

  @Override
  public DB another() throws DBException {
    return DirectClient.of(db).another();
  }

  @Override
  public <C> Status direct(String operation, Class<C> type, Use<C> use) {
    DirectClient direct = DirectClient.of(db);
    return around(operation, () -> direct.direct(operation, type, use));
  }
}
