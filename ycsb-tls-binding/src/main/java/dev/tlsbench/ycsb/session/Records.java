package dev.tlsbench.ycsb.session;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on the records of a database, as YCSB defines them.
 *
 * <p>An operation that throws has failed. One that returns {@code OK} was done, as far as the
 * server says. For one thread at a time.
 */
public interface Records extends AutoCloseable {
  /**
   * Reads a record.
   *
   * @param table the table or collection
   * @param key the key
   * @param fields the fields to read; {@code null} for all
   * @param result takes the fields
   * @return {@code OK} or {@code NOT_FOUND}
   * @throws Exception if it failed
   */
  Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws Exception;

  /**
   * Reads records in the order of their keys.
   *
   * @param table the table or collection
   * @param startKey where to start
   * @param count how many to read at most
   * @param fields the fields to read; {@code null} for all
   * @param records makes the map that takes the fields of the next record
   * @return {@code OK}, also if there are fewer records or none
   * @throws Exception if it failed
   */
  Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Supplier<Map<String, ByteIterator>> records)
      throws Exception;

  /**
   * Changes fields of a record.
   *
   * @param table the table or collection
   * @param key the key
   * @param values the new values
   * @return {@code OK} or {@code NOT_FOUND}
   * @throws Exception if it failed
   */
  Status update(String table, String key, FieldValues values) throws Exception;

  /**
   * Inserts a record, or keeps it for the next batch.
   *
   * @param table the table or collection
   * @param key the key
   * @param values its fields
   * @return {@code OK} or {@code BATCHED_OK}
   * @throws Exception if it failed, or if the batch did that it completed
   */
  Status insert(String table, String key, FieldValues values) throws Exception;

  /**
   * Deletes a record.
   *
   * @param table the table or collection
   * @param key the key
   * @return {@code OK} or {@code NOT_FOUND}
   * @throws Exception if it failed
   */
  Status delete(String table, String key) throws Exception;

  /**
   * Does what YCSB has no operation for.
   *
   * @param type the connection that is needed
   * @param use what is done on it
   * @param <C> the same as {@code type}
   * @return what {@code use} returned
   * @throws Exception if it failed
   */
  <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception;

  /**
   * Inserts what is left of the last batch.
   *
   * @throws Exception if it failed
   */
  void flush() throws Exception;

  /** Frees what the thread has for itself. */
  @Override
  void close();
}
