package dev.tlsbench.jmh.database;

import java.sql.SQLException;

/** A client that reads the record over one connection. Not safe to share between threads. */
public interface RecordReader extends AutoCloseable {

  /** Finds the record by its key. */
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
