package dev.tlsbench.ycsb.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.workload.oltp.RandType.Distribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Comparison with sysbench 1.0.20 on one MySQL server: the same work gives the same counters. */
@Tag("real-servers")
class SysbenchEquivalenceTest {
  private static final int TRANSACTIONS = 50;
  private static final int ROWS = 10_000;
  private static final int DRAWS = 50_000;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private OltpServer server;

  @BeforeEach
  void connect() throws Exception {
    server = new OltpServer(url() + "?ssl-mode=DISABLED");
    for (int table = 1; table <= 2; table++) {
      server.execute("DROP TABLE IF EXISTS sbtest" + table);
    }
  }

  @AfterEach
  void close() throws Exception {
    server.close();
  }

  @ParameterizedTest
  @EnumSource
  void sendsWhatSysbenchSends(OltpModel model) throws Exception {
    Properties properties =
        server.properties("oltp.model", model.id(), "tables", "2", "table_size", "1000");
    OltpWorkload workload = new OltpWorkload();
    workload.init(properties);
    server.load(workload, properties);

    long preparedBefore = executedPrepared();
    Map<String, Long> ours = server.run(workload, properties, TRANSACTIONS);
    long oursPrepared = executedPrepared() - preparedBefore;
    Map<String, Long> before = server.statements();
    preparedBefore = executedPrepared();
    sysbench(model.id(), "--tables=2", "--table-size=1000", "--events=" + TRANSACTIONS, "run");

    assertThat(ours).isNotEmpty().isEqualTo(server.added(before));
    assertThat(oursPrepared).isEqualTo(executedPrepared() - preparedBefore);
  }

  /** Returns the server's count of executed prepared statements. */
  private long executedPrepared() throws SQLException {
    return Long.parseLong(server.text("SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'", 2));
  }

  @Test
  void makesTheTablesThatSysbenchMakes() throws Exception {
    sysbench("oltp_read_write", "--table-size=100", "prepare");
    String theirs = server.text("SHOW CREATE TABLE sbtest1", 2);
    server.execute("DROP TABLE sbtest1");
    Properties properties = server.properties("table_size", "100");
    OltpWorkload workload = new OltpWorkload();
    workload.init(properties);
    server.load(workload, properties);

    assertThat(server.text("SHOW CREATE TABLE sbtest1", 2).replaceFirst(" COMMENT='.*'", ""))
        .isEqualTo(theirs);
  }

  /** The Zipfian distribution came with sysbench 1.1, of which there is no package. */
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ZIPFIAN")
  void drawsRowsAsSysbenchDoes(RandType type) throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("draw.lua"),
            """
            function event()
               for i = 1, %d do
                  print(sysbench.rand.default(1, %d))
               end
            end
            """
                .formatted(DRAWS, ROWS));
    int[] theirs =
        sysbench(script.toString(), "--rand-type=" + type.id(), "--events=1", "run")
            .lines()
            .filter(line -> line.matches("\\d+"))
            .mapToInt(Integer::parseInt)
            .toArray();
    Distribution rows = type.distribution(new SysbenchOptions(new Properties()));
    int[] ours = new int[DRAWS];
    Arrays.setAll(ours, i -> rows.next(1, ROWS));

    assertThat(theirs).hasSize(DRAWS);
    // Kolmogorov and Smirnov's statistic for two samples: above this once in a million.
    assertThat(greatestDifference(ours, theirs)).isLessThan(2.69 * Math.sqrt(2.0 / DRAWS));
  }

  /** Of the two samples' distribution functions. */
  private static double greatestDifference(int[] one, int[] other) {
    int[] balance = new int[ROWS + 1];
    Arrays.stream(one).forEach(row -> balance[row]++);
    Arrays.stream(other).forEach(row -> balance[row]--);
    long sum = 0;
    long greatest = 0;
    for (int difference : balance) {
      sum += difference;
      greatest = Math.max(greatest, Math.abs(sum));
    }
    return (double) greatest / DRAWS;
  }

  private String sysbench(String... arguments) throws IOException, InterruptedException {
    return Sysbench.run(directory, url(), arguments);
  }

  private static String url() {
    return RealServers.running().url("MYSQL_URL");
  }
}
