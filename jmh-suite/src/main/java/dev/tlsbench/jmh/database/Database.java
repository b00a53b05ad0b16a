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
   * @throws IOException if the server does not start
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
   * @param protection how each connection is to be protected
   * @return a client to be closed
   * @throws IOException if the client cannot connect
   * @throws SQLException if the server does not answer as it should
   */
  Reconnection reconnection(Protection protection) throws IOException, SQLException;

  /**
   * Makes a collection or table that holds one record with one field.
   *
   * @param content of the field
   * @throws IOException if the client cannot connect
   * @throws SQLException if the server refuses
   */
  void store(byte[] content) throws IOException, SQLException;

  /**
   * Makes a client with one connection.
   *
   * @param protection how it is to be protected
   * @return a client to be closed
   * @throws IOException if the client cannot connect
   * @throws SQLException if there is no record yet
   */
  RecordReader reader(Protection protection) throws IOException, SQLException;

  /** Ends the use of the server. */
  @Override
  void close();
}
