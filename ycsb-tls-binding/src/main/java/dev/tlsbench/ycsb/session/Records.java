package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.store.PointStore;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on the records of a database, as YCSB defines them.
 *
 * <p>An operation fails if it throws. {@code OK} means that the server has reported success. Used
 * by one thread at a time.
 */
public interface Records extends AutoCloseable {
  /**
   * Reads a record.
   *
   * @param fields the fields to read; {@code null} for all
   */
  Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws Exception;

  /**
   * Reads records in the order of their keys.
   *
   * @param startKey the first key
   * @param count the maximum number of records to read
   * @param fields the fields to read; {@code null} for all
   * @throws InvalidSettingException if the database has no order of keys, the default
   */
  default Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Supplier<Map<String, ByteIterator>> records)
      throws Exception {
    throw new InvalidSettingException(
        "workload: it scans records in the order of their keys, which this database cannot; run it"
            + " on another database");
  }

  /** Changes fields of a record. */
  Status update(String table, String key, FieldValues values) throws Exception;

  /** Inserts a record, or adds it to the next batch. */
  Status insert(String table, String key, FieldValues values) throws Exception;

  /** Deletes a record. */
  Status delete(String table, String key) throws Exception;

  /**
   * Reads all records in the server's order, and discards them.
   *
   * @return the number of bytes: of the columns' values as text, or of documents with their names
   */
  long dump(String table) throws Exception;

  /**
   * Reads all records by the database's own export, and discards them.
   *
   * @return the number of bytes in the export's format
   * @throws InvalidSettingException if the database has none over a connection, the default
   */
  default long export(String table) throws Exception {
    throw withoutExport();
  }

  /** {@return the reason why a dump cannot be an export} */
  static InvalidSettingException withoutExport() {
    return new InvalidSettingException(
        "dump.export: this database has no export over a connection; remove the property, and the"
            + " dump reads row by row");
  }

  /**
   * Sends a short command that reads no records, and reads its answer.
   *
   * @throws InvalidSettingException if the database has no commands beside queries, the default
   */
  default Status command() throws Exception {
    throw new InvalidSettingException(
        "workload: it sends a command, which this database lacks beside queries; choose another"
            + " binding");
  }

  /**
   * Accesses a table or collection of points over this thread's connection.
   *
   * @return a new object, valid until the connection is lost
   * @throws InvalidSettingException if this binding has none, the default
   */
  default PointStore points(String table) throws Exception {
    throw new InvalidSettingException("workload: it needs points, but runs on another binding");
  }

  /**
   * The reply to a statement: rows or documents, or the number of changed ones, and their bytes.
   */
  record Reply(long rows, long bytes) {}

  /**
   * Runs a statement of the user's, prepared at its first use on a connection.
   *
   * @param values one for each parameter, a {@code Long} or a {@code String}
   * @param writes false to refuse statements that may write
   * @throws InvalidSettingException if it may write, has other parameters, or the database has no
   *     statements, the default
   */
  default Reply query(String text, List<Object> values, boolean writes) throws Exception {
    throw new InvalidSettingException(
        "this database has no statements; choose SQL, Cassandra or MongoDB");
  }

  /** Runs an operation that YCSB lacks. */
  <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception;

  /** Inserts the rest of the last batch. */
  void flush() throws Exception;

  /** Releases the thread's own resources. */
  @Override
  void close();
}
