package dev.tlsbench.jmh.database;

import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Selects the record by its primary key, with a statement that the server has prepared. */
final class MySqlReader implements RecordReader {
  private final SingleMySql client;
  private final Connection connection;
  private final PreparedStatement select;
  private final Protection protection;

  private MySqlReader(
      SingleMySql client, Connection connection, PreparedStatement select, Protection protection) {
    this.client = client;
    this.connection = connection;
    this.select = select;
    this.protection = protection;
  }

  static MySqlReader open(MySqlUrl url, Protection protection, TlsSettings settings)
      throws IOException, SQLException {
    SingleMySql client = SingleMySql.open(url, settings);
    try {
      Connection connection = client.connect();
      try {
        PreparedStatement select = connection.prepareStatement(MySqlDatabase.SELECT);
        select.setInt(1, MySqlDatabase.KEY);
        return new MySqlReader(client, connection, select, protection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (IOException | SQLException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  @Override
  public byte[] read() throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      if (!rows.next()) {
        throw new SQLException("the table has no such record");
      }
      return rows.getBytes(1);
    }
  }

  @Override
  public void prove() {
    client.log().expectCommandsOnOne(protection);
  }

  @Override
  public void close() {
    try (client) {
      connection.close();
    } catch (SQLException e) {
      throw new UncheckedIOException(new IOException("a connection could not be closed", e));
    }
  }
}
