package dev.tlsbench.jmh.database;

import java.io.IOException;
import java.sql.SQLException;

/** A client that connects anew for each command. Not safe to share between threads. */
public interface Reconnection extends AutoCloseable {

  /**
   * Opens a connection, has the cheapest command answered, and closes a connection: the same one,
   * or, where the driver has a pool, the one of the call before.
   */
  void connect() throws IOException, SQLException;

  /**
   * Proves that the last {@link #connect} made one connection, protected as was asked for, and gets
   * ready for the next; not part of what is measured.
   *
   * @throws IllegalStateException if it did not
   */
  void prove();

  /** Closes what is open. */
  @Override
  void close();
}
