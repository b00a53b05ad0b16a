package dev.tlsbench.jmh.database;

import java.sql.SQLException;

/** A client that reads the record over one connection. Not safe to share between threads. */
public interface RecordReader extends AutoCloseable {

  /**
   * Finds the record by its key.
   *
   * @return what its one field holds
   * @throws SQLException if the server has no such record or does not answer
   */
  byte[] read() throws SQLException;

  /**
   * Proves that there has been one connection for all commands so far, protected as was asked for.
   *
   * @throws IllegalStateException if there was another
   */
  void prove();

  /** Closes the connection. */
  @Override
  void close();
}
