package dev.tlsbench.jmh.database;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * A use of an embedded server of one kind. All uses at the same time in one JVM share the server:
 * it is started for the first, in a process of its own, and stopped after the last, or with the
 * JVM.
 */
public interface Database extends AutoCloseable {
  /** Its name on the command line. */
  String MONGODB = "mongodb";

  /** Its name on the command line. */
  String MYSQL = "mysql";

  /**
   * Begins to use a server.
   *
   * @param name {@link #MONGODB} or {@link #MYSQL}
   * @param encrypted whether connections over TLS or in plain text are meant; the embedded MongoDB
   *     speaks one of the two, MariaDB both
   * @return a use that has to be closed
   * @throws InvalidSettingException if there is no such database
   */
  static Database open(String name, boolean encrypted) throws IOException {
    return switch (name) {
      case MONGODB -> MongoDatabase.open(encrypted);
      case MYSQL -> MySqlDatabase.open();
      default ->
          throw new InvalidSettingException(
              "database: there is no database '" + name + "'; choose one of mongodb, mysql");
    };
  }

  /**
   * Why this machine has no such server.
   *
   * @param name {@link #MONGODB} or {@link #MYSQL}
   * @return empty if it has
   */
  static Optional<String> absence(String name) {
    return name.equals(MYSQL) ? MySqlDatabase.absence() : Optional.empty();
  }

  /**
   * Makes a client that has connected once already, so that there is a session to resume.
   *
   * @return a client to be closed
   */
  Reconnection reconnection(Protection protection) throws IOException, SQLException;

  /** Makes a collection or table that holds one record with one field. */
  void store(byte[] content) throws IOException, SQLException;

  /**
   * Makes a client with one connection.
   *
   * @return a client to be closed
   */
  RecordReader reader(Protection protection) throws IOException, SQLException;

  /** Ends the use of the server. */
  @Override
  void close();
}
