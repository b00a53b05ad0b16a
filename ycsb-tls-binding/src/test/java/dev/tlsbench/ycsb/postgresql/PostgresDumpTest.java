package dev.tlsbench.ycsb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import dev.tlsbench.ycsb.workload.oltp.OltpServer;
import java.nio.charset.StandardCharsets;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.DB;

/** The bytes that a dump counts show which way it takes: COPY adds separators and marks NULL. */
class PostgresDumpTest {
  private static final String ROWS = "a\t\\N\nbc\t\\\\x00ff\n";

  @ParameterizedTest
  @CsvSource({"true, true", "false, true", "true, false", "false, false"})
  void readsRowsOrTheExport(boolean export, boolean autoCommit) throws Exception {
    try (OltpServer server = new OltpServer(SharedServers.postgres().url())) {
      server.execute("DROP TABLE IF EXISTS \"Two words\"");
      server.execute("CREATE TABLE \"Two words\" (k TEXT, v BYTEA)");
      server.execute("INSERT INTO \"Two words\" VALUES ('a', NULL), ('bc', '\\x00ff')");
      Properties properties =
          server.properties(
              "table",
              "Two words",
              "postgresql.autocommit",
              String.valueOf(autoCommit),
              DumpWorkload.EXPORT,
              String.valueOf(export));
      DumpWorkload dump = new DumpWorkload();
      dump.init(properties);
      DB client = server.client(properties);

      assertThat(dump.doTransaction(client, dump)).isTrue();
      assertThat(dump.doTransaction(client, dump)).isTrue();
      assertThat(dump.tally().counts().bytes())
          .as("two dumps")
          .isEqualTo(2L * (export ? ROWS.getBytes(StandardCharsets.US_ASCII).length : 5));
    }
  }
}
