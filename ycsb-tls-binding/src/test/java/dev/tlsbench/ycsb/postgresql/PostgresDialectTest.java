package dev.tlsbench.ycsb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.ycsb.SharedServers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresDialectTest {
  private static final String POOLER =
      "a pooler such as pgbouncer shares the server's connections between clients";

  private final PostgresDialect dialect = new PostgresDialect();

  /** As for a client whose pooler lends it the connection of another one. */
  @Test
  void namesThePoolerIfPreparedStatementsAreNotItsOwn() throws Exception {
    PostgresUrl url = PostgresUrl.parse(SharedServers.postgres().url());
    try (PostgresConnections connections =
            url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect();
        Statement other = connection.createStatement();
        PreparedStatement own = dialect.prepareOnServer(connection, "SELECT 2")) {
      other.execute("PREPARE \"S_1\" AS SELECT 1");
      SQLException there = catchThrowableOfType(SQLException.class, own::executeQuery);
      assertThat((Throwable) there)
          .hasMessageContaining("prepared statement \"S_1\" already exists");
      assertThat(dialect.explain(there)).startsWith(POOLER).contains("prepareThreshold=0");

      own.executeQuery().close();
      // Outside of a transaction pgjdbc prepares it again.
      connection.setAutoCommit(false);
      other.execute("DO 'BEGIN EXECUTE ''DEALLOCATE ALL''; END'");
      SQLException gone = catchThrowableOfType(SQLException.class, own::executeQuery);
      assertThat((Throwable) gone).hasMessageContaining("does not exist");
      assertThat(dialect.explain(gone)).startsWith(POOLER);
    }
  }

  @Test
  void namesThePoolerIfItRefusesTransactions() {
    SQLException refused =
        new SQLException(
            "FATAL: transaction blocks not allowed in statement pooling mode", "08P01");

    assertThat(dialect.explain(refused)).startsWith(POOLER);
  }

  @Test
  void leavesOtherMessagesAsTheyAre() {
    assertThat(dialect.explain(new SQLException("ERROR: relation does not exist", "42P01")))
        .isEqualTo("ERROR: relation does not exist");
  }
}
