package dev.tlsbench.ycsb.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.RealServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * Comparison with sysbench 1.0.20 on one PostgreSQL server, statement by statement: {@code
 * pg_stat_statements} counts those of sessions that ask for it, with constants replaced.
 */
@Tag("real-servers")
class PostgresSysbenchTest {
  private static final int TRANSACTIONS = 50;
  private static final String COUNTED = "-c compute_query_id=on";

  /** The same statement on another table is the same one. */
  private static final String CALLS =
      """
      SELECT regexp_replace(query, 'sbtest[0-9]+', 'sbtest') AS statement, sum(calls)
      FROM pg_stat_statements(true)
      WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      GROUP BY statement""";

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** Is not counted. */
  @SuppressWarnings("NullAway.Init")
  private OltpServer server;

  /** Its clients are counted. */
  @SuppressWarnings("NullAway.Init")
  private OltpServer counted;

  @BeforeEach
  void connect() throws Exception {
    server = new OltpServer(url() + "?sslmode=disable");
    counted = new OltpServer(url() + "?sslmode=disable&options=" + COUNTED.replace(" ", "%20"));
    for (int table = 1; table <= 2; table++) {
      server.execute("DROP TABLE IF EXISTS sbtest" + table);
    }
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    counted.close();
  }

  @ParameterizedTest
  @EnumSource
  void sendsTheStatementsThatSysbenchSends(OltpModel model) throws Exception {
    Properties properties =
        counted.properties("oltp.model", model.id(), "tables", "2", "table_size", "1000");
    OltpWorkload workload = new OltpWorkload();
    workload.init(properties);
    server.load(workload, properties);

    Map<String, Long> ours = ours(workload, properties, TRANSACTIONS);
    Map<String, Long> theirs =
        theirs(model.id(), "--tables=2", "--table-size=1000", "--events=" + TRANSACTIONS);

    assertThat(ours).isNotEmpty().isEqualTo(theirs);
    // The server counts only the first call of BEGIN and COMMIT once they are prepared.
    assertThat(ours)
        .allSatisfy(
            (statement, calls) ->
                assertThat(calls % TRANSACTIONS)
                    .isEqualTo(statement.matches("BEGIN|COMMIT") ? 1 : 0));
  }

  @Test
  void makesTheTablesThatSysbenchMakes() throws Exception {
    Sysbench.run(directory, url(), "oltp_read_write", "--table-size=100", "prepare");
    String theirs = table();
    server.execute("DROP TABLE sbtest1");
    Properties properties = counted.properties("table_size", "100");
    OltpWorkload workload = new OltpWorkload();
    workload.init(properties);
    server.load(workload, properties);

    assertThat(table()).isEqualTo(theirs).contains("id integer", "k_1", "sbtest1_pkey");
  }

  /** Returns columns with defaults, and indexes. */
  private String table() throws SQLException {
    return server.text(
        """
        SELECT (SELECT string_agg(column_name || ' ' || data_type || ' '
                         || coalesce(character_maximum_length::text, '') || ' ' || is_nullable
                         || ' ' || coalesce(column_default, ''), E'\\n' ORDER BY ordinal_position)
                FROM information_schema.columns WHERE table_name = 'sbtest1')
            || (SELECT string_agg(indexdef, E'\\n' ORDER BY indexname)
                FROM pg_indexes WHERE tablename = 'sbtest1')""",
        1);
  }

  private Map<String, Long> ours(Workload workload, Properties properties, int transactions)
      throws Exception {
    DB client = counted.client(properties);
    Object state = workload.initThread(properties, 0, 1);
    reset();
    for (int i = 0; i < transactions; i++) {
      assertThat(workload.doTransaction(client, state)).isTrue();
    }
    return counts();
  }

  private Map<String, Long> theirs(String model, String... options) throws Exception {
    reset();
    String[] arguments = new String[options.length + 2];
    arguments[0] = model;
    System.arraycopy(options, 0, arguments, 1, options.length);
    arguments[arguments.length - 1] = "run";
    Sysbench.run(directory, url(), Map.of("PGOPTIONS", COUNTED, "PGSSLMODE", "disable"), arguments);
    return counts();
  }

  private void reset() throws SQLException {
    server.execute("SELECT pg_stat_statements_reset()");
  }

  private Map<String, Long> counts() throws Exception {
    Map<String, Long> counts = new TreeMap<>();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(CALLS)) {
      while (row.next()) {
        counts.put(row.getString(1), row.getLong(2));
      }
    }
    return counts;
  }

  private static String url() {
    return RealServers.running().url("POSTGRESQL_URL");
  }
}
