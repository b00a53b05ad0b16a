package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * A client of any database. All clients of a run share a session; an operation fails if it throws.
 *
 * <p>The last client of a session that {@code bin/ycsb} did not open logs the {@code [TLS]}
 * section, which the JDK prints to standard error, so that stock YCSB shows it too.
 */
public class TlsClient extends DB implements DirectClient {
  private static final Logger LOGGER = System.getLogger(TlsClient.class.getName());

  private final Binding binding;
  private @Nullable Session session;
  private @Nullable Records records;

  /** Creates a client that is not connected yet. */
  public TlsClient(Binding binding) {
    this.binding = binding;
  }

  @Override
  public final void init() throws DBException {
    Session shared = binding.share(getProperties(), new ConnectionSeries(getProperties()));
    try {
      records = shared.records();
      session = shared;
    } catch (ConnectFailedException e) {
      binding.release(getProperties());
      throw new DBException(e.getMessage(), e);
    }
  }

  @Override
  public final void cleanup() {
    Session shared = session;
    if (records == null || shared == null) {
      return;
    }
    try {
      records.flush();
    } catch (Exception e) {
      // No caller receives this failure, so the lost records are reported here.
      shared.failureLog().log("insert of the last batch", e);
      Measurements.getMeasurements().reportStatus("INSERT", Status.ERROR);
    }
    records.close();
    records = null;
    session = null;
    if (binding.release(getProperties())) {
      List<String> section = TlsSection.lines(shared.settings(), shared.ledger());
      LOGGER.log(Level.INFO, "connections of this run:\n" + String.join("\n", section));
    }
  }

  @Override
  public final Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return run("read", to -> to.read(table, key, fields, result));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's signature.
  public final Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return run(
        "scan",
        to ->
            to.scan(
                table,
                startKey,
                count,
                fields,
                () -> {
                  HashMap<String, ByteIterator> record = new HashMap<>();
                  result.add(record);
                  return record;
                }));
  }

  @Override
  public final Status update(String table, String key, Map<String, ByteIterator> values) {
    return run("update", to -> to.update(table, key, FieldValues.of(values)));
  }

  @Override
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    Status status = run("insert", to -> to.insert(table, key, FieldValues.of(values)));
    if (!status.isOk()) {
      FieldValues.rewind(values);
    }
    return status;
  }

  @Override
  public final Status delete(String table, String key) {
    return run("delete", to -> to.delete(table, key));
  }

  @Override
  public final <C> Status direct(String operation, Class<C> type, Use<C> use) {
    return run(operation, to -> to.direct(type, use));
  }

  @Override
  public final DB another() throws DBException {
    DB client = binding.newClient();
    client.setProperties(getProperties());
    client.init();
    return client;
  }

  private Status run(String name, Operation operation) {
    if (records == null || session == null) {
      throw new IllegalStateException(name + " before init() or after cleanup()");
    }
    try {
      return operation.run(records);
    } catch (InvalidSettingException e) {
      throw e;
    } catch (Exception e) {
      session.failureLog().log(name, e);
      return Status.ERROR;
    }
  }

  private interface Operation {
    Status run(Records records) throws Exception;
  }
}
