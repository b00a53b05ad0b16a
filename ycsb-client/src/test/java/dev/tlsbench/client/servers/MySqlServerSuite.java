package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.database.Connections;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.session.ConnectionListener;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.DBException;

/** Tests for every MySQL or MariaDB server. */
abstract class MySqlServerSuite extends SqlServerSuite {
  MySqlServerSuite() {
    super("mysql-tls");
  }

  /** Returns whether a session of this kind is resumed between this client and this server. */
  boolean resumes(Security security) {
    return security.resumes();
  }

  /** Returns whether the status variable {@code Ssl_sessions_reused} counts them. */
  boolean countsResumedSessions() {
    return true;
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void resumesSessionsWhereBothSidesCan(Security security) throws Exception {
    try (Connections connections = connections(security)) {
      for (int i = 0; i < 5; i++) {
        long resumedBefore = connections.ledger().resumedHandshakes();
        try (Connection connection = connect(connections)) {
          boolean resumed = connections.ledger().resumedHandshakes() > resumedBefore;
          boolean counted = !status(connection, "Ssl_sessions_reused").equals("0");
          assertThat(counted).isEqualTo(resumed && countsResumedSessions());
        }
      }
      assertThat(connections.ledger().resumedHandshakes() > 0).isEqualTo(resumes(security));
    }
  }

  /** Returns whether the server has keys for encryption at rest. */
  boolean encryptsAtRest() {
    return true;
  }

  @Test
  void refusesADumpByAnExportThatTheServerLacks(@TempDir Path directory) throws Exception {
    Outcome dump = dump(directory, "-p", "dump.export=true");

    assertThat(dump.exitCode()).isEqualTo(2);
    assertThat(dump.err()).contains("dump.export: this database has no export");
  }

  @Test
  void encryptsTablesAtRestOrSaysThatItCannot() throws Exception {
    Properties properties = new Properties();
    properties.putAll(properties(Security.PLAIN));
    properties.setProperty("mysql.url", target().url(Security.PLAIN));
    properties.setProperty("mysql.createtable", "true");
    properties.setProperty("mysql.table", "at_rest");
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS at_rest");
      properties.setProperty("mysql.table.encryption", "Y");
      if (!encryptsAtRest()) {
        assertThatThrownBy(() -> binding.share(properties, ConnectionListener.NONE))
            .isInstanceOf(DBException.class)
            .hasMessageContaining("mysql.table.encryption");
        return;
      }
      binding.share(properties, ConnectionListener.NONE);
      binding.release(properties);
      try (ResultSet row = statement.executeQuery("SHOW CREATE TABLE at_rest")) {
        row.next();
        assertThat(row.getString(2)).containsPattern("ENCRYPTION='Y'|`ENCRYPTED`='?YES");
      }

      Properties otherwise = new Properties();
      otherwise.putAll(properties);
      otherwise.setProperty("mysql.table.encryption", "N");
      assertThatThrownBy(() -> binding.share(otherwise, ConnectionListener.NONE))
          .isInstanceOf(DBException.class)
          .hasMessageContaining("at_rest exists, and is encrypted");
    }
  }

  /** Reads one of the "Server Status Variables" of the MySQL 9.7 Reference Manual. */
  private static String status(Connection connection, String variable) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name = '" + variable + "'")) {
      assertThat(row.next()).as(variable).isTrue();
      return row.getString(2);
    }
  }

  @Override
  String protocolOf(Connection connection) throws SQLException {
    return status(connection, "Ssl_version");
  }

  @Override
  String certificateMissing() {
    return "denied";
  }

  @Override
  String loginWithinThreeSeconds() {
    return "connectTimeout=3000";
  }

  @Override
  String readWithinOneSecond() {
    return "socketTimeout=1000";
  }

  @Override
  String connectionLost() {
    return "Communications link failure";
  }

  @Override
  String writingQuery(String table) {
    return "WITH one AS (SELECT 1 AS id) DELETE FROM "
        + table
        + " WHERE id IN (SELECT id FROM one)";
  }

  @Override
  String sleep(String seconds) {
    return "SELECT SLEEP(" + seconds + ")";
  }
}
