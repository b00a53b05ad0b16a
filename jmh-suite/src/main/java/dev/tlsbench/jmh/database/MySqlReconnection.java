package dev.tlsbench.jmh.database;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Connects anew with Connector/J, which has no pool. */
final class MySqlReconnection implements Reconnection {
  private final SingleMySql client;
  private final Protection protection;

  private MySqlReconnection(SingleMySql client, Protection protection) {
    this.client = client;
    this.protection = protection;
  }

  static MySqlReconnection open(MySqlUrl url, Protection protection, TlsSettings settings)
      throws IOException, SQLException {
    MySqlReconnection opened = new MySqlReconnection(SingleMySql.open(url, settings), protection);
    try {
      opened.connect();
      opened.client.log().clear();
      return opened;
    } catch (IOException | SQLException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  @Override
  public void connect() throws ConnectFailedException, SQLException {
    try (Connection connection = client.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT 1")) {
      if (!rows.next() || rows.getInt(1) != 1) {
        throw new SQLException("SELECT 1: the server did not answer 1");
      }
    }
  }

  @Override
  public void prove() {
    client.log().expectOne(protection);
  }

  @Override
  public void close() {
    client.close();
  }
}
