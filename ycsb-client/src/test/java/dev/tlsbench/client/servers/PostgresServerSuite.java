package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Connections;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for every PostgreSQL server. */
abstract class PostgresServerSuite extends SqlServerSuite {
  PostgresServerSuite() {
    super("postgresql-tls");
  }

  @Override
  String protocolOf(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT coalesce(version, '') FROM pg_stat_ssl WHERE pid = pg_backend_pid()")) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  @Override
  String certificateMissing() {
    return "valid client certificate";
  }

  @Override
  String loginWithinThreeSeconds() {
    return "connect_timeout=3";
  }

  @Override
  String readWithinOneSecond() {
    return "socketTimeout=1";
  }

  @Override
  String connectionLost() {
    return "I/O error";
  }

  @Override
  String writingQuery(String table) {
    return "WITH gone AS (DELETE FROM " + table + " RETURNING id) SELECT id FROM gone";
  }

  @Override
  String sleep(String seconds) {
    return "SELECT 1 FROM pg_sleep(" + seconds + ")";
  }

  @Override
  void requireStatistics(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT reltuples FROM pg_class WHERE oid = '" + table + "'::regclass")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getFloat(1)).isPositive();
    }
  }

  @Test
  void dumpsATableByCopy(@TempDir Path directory) throws Exception {
    loadDumped(directory);
    Outcome dump = dump(directory, "-p", "dump.export=true");

    assertThat(dump.exitCode()).as(dump.err()).isZero();
    assertThat(dump.lines("[DUMP], Return")).containsExactly("[DUMP], Return=OK, 7");
  }

  /** PostgreSQL gives no tickets. */
  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void resumesNoSession(Security security) throws Exception {
    try (Connections connections = connections(security)) {
      for (int i = 0; i < 3; i++) {
        connect(connections).close();
      }
      assertThat(connections.ledger().resumedHandshakes()).isZero();
      assertThat(connections.ledger().fullHandshakes()).isEqualTo(3);
    }
  }
}
