package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The CPU time of a server that starts a process for each connection. */
@Timeout(60)
class MetersTest {
  private static final double MANY_MILLIS = 30;
  private static final int MOST_CONNECTIONS = 50;

  private EmbeddedPostgres server;

  private PostgresConnections connections;

  private Meters meters;

  @BeforeEach
  void start() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "only Linux has such clocks");
    server = EmbeddedPostgres.builder().start();
    PostgresUrl url = PostgresUrl.parse(server.url());
    connections = url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
    meters = new Meters(new Settings.Clients(1, 0, Set.of(), List.of(server.pid())), false);
  }

  @AfterEach
  void stop() {
    connections.close();
    server.close();
  }

  @Test
  void countsProcessesThatComeAndGoBetweenReadings() throws Exception {
    meters.findServer();
    Meters.Use before = meters.read();
    double used = 0;
    for (int made = 0; used < MANY_MILLIS && made < MOST_CONNECTIONS; made++) {
      connections.connect().close();
      used = Objects.requireNonNull(meters.read().since(before).serverCpuMillis());
    }

    assertThat(used).isGreaterThanOrEqualTo(MANY_MILLIS);
    assertThat(meters.haveProcessesEnded()).isTrue();
    meters.findServer();
    assertThat(meters.haveProcessesEnded()).isFalse();
  }

  @Test
  void countsAKnownProcessThatEndsOnce() throws Exception {
    double atWork;
    Meters.Use before;
    try (Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      meters.findServer();
      before = meters.read();
      statement.execute("SELECT count(*) FROM generate_series(1, 3000000)");
      atWork = Objects.requireNonNull(meters.read().since(before).serverCpuMillis());
      end(statement);
    }
    double ended = Objects.requireNonNull(meters.read().since(before).serverCpuMillis());
    meters.findServer();
    double forgotten = Objects.requireNonNull(meters.read().since(before).serverCpuMillis());

    assertThat(atWork).isGreaterThan(MANY_MILLIS);
    assertThat(ended).isBetween(0.5 * atWork, 1.5 * atWork);
    assertThat(forgotten).isBetween(0.5 * atWork, 1.5 * atWork);
  }

  /** A driver's monitors, its event loops and a relay work for the clients, too. */
  @Test
  void countsAllThreadsOfThisJvmOnlyIfAsked() throws Exception {
    Settings.Clients clients = new Settings.Clients(1, 0, Set.of(), List.of());
    try (Workers workers = new Workers(clients)) {
      Meters ofAll = new Meters(clients, true);
      Meters ofWorkers = new Meters(clients, false);
      double all = ofAll.readConditions(workers).confined().own();
      double own = ofWorkers.readConditions(workers).confined().own();
      Meters.Reading start = ofAll.readConditions(workers);
      Thread monitor = new Thread(MetersTest::work);
      monitor.start();
      monitor.join();

      assertThat(ofAll.readConditions(workers).confined().own() - all)
          .isGreaterThanOrEqualTo(MANY_MILLIS);
      assertThat(ofAll.since(start, workers).elsewhere()).isBetween(0.0, 1.0);
      assertThat(ofWorkers.readConditions(workers).confined().own() - own).isLessThan(MANY_MILLIS);
    }
  }

  private static void work() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (threads.getCurrentThreadCpuTime() < 2e6 * MANY_MILLIS) {
      Thread.onSpinWait();
    }
  }

  /** Ends the process of a connection, and waits until its parent has noticed. */
  private static void end(Statement statement) throws Exception {
    ProcessHandle process;
    try (ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
      assertThat(row.next()).isTrue();
      process = ProcessHandle.of(row.getLong(1)).orElseThrow();
    }
    statement.getConnection().close();
    process.onExit().get();
  }
}
