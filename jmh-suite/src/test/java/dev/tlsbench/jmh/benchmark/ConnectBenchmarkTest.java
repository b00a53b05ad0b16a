package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.jmh.database.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectBenchmarkTest {
  private static final List<Database> IN_USE = new ArrayList<>();

  /** The benchmarks then find these servers running. */
  @BeforeAll
  static void startServers() throws IOException {
    IN_USE.add(Database.open("mongodb", true));
    IN_USE.add(Database.open("mysql", true));
  }

  @AfterAll
  static void stopServers() {
    IN_USE.forEach(Database::close);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb, plain, TLSv1.3",
    "mongodb, full, TLSv1.3",
    "mongodb, resumed, TLSv1.2",
    "mysql, plain, TLSv1.3",
    "mysql, full, TLSv1.2",
    "mysql, resumed, TLSv1.2"
  })
  void connectsAnewEachTime(String database, String kind, String protocol) throws Exception {
    ConnectBenchmark benchmark = benchmark(database, kind, protocol);
    benchmark.startServer();
    benchmark.openClient();
    for (int i = 0; i < 3; i++) {
      benchmark.connect();
      assertThatCode(benchmark::checkOutcome).doesNotThrowAnyException();
    }
    assertThatThrownBy(benchmark::checkOutcome).hasMessageContaining("0 were opened");
    benchmark.closeClient();
    benchmark.stopServer();
  }

  /** Fails, too, once the embedded MariaDB can do what is said to be absent. */
  @Test
  void refusesAFullHandshakeWhereASessionIsToBeResumed() throws Exception {
    assertThat(absence("mysql", "resumed", "TLSv1.3"))
        .hasValueSatisfying(why -> assertThat(why).startsWith("not offered by the embedded"));
    ConnectBenchmark benchmark = benchmark("mysql", "resumed", "TLSv1.3");
    benchmark.startServer();
    benchmark.openClient();
    benchmark.connect();
    assertThatThrownBy(benchmark::checkOutcome)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("expected resumed tls13-aes128-gcm")
        .hasMessageContaining("resumed=false");
    benchmark.closeClient();
    benchmark.stopServer();
  }

  @Test
  void leavesNoServerBehindWhenTheClientCannotConnect() throws Exception {
    Set<Long> before = children();
    ConnectBenchmark benchmark = benchmark("mongodb", "plain", "TLSv1.3");
    benchmark.startServer();
    ProcessHandle server =
        ProcessHandle.current()
            .children()
            .filter(child -> !before.contains(child.pid()))
            .findFirst()
            .orElseThrow();
    server.destroyForcibly();
    server.onExit().join();
    assertThatThrownBy(benchmark::openClient).isInstanceOf(ConnectFailedException.class);
    try (Database another = Database.open("mongodb", false)) {
      another.store(new byte[1]); // by a server that is not the dead one
    }
    assertThat(children()).isEqualTo(before);
  }

  @Test
  void runsPlainTextOnce() {
    assertThat(absence("mongodb", "plain", "TLSv1.3")).isEmpty();
    assertThat(absence("mongodb", "plain", "TLSv1.2"))
        .hasValueSatisfying(why -> assertThat(why).startsWith("the same as protocol=TLSv1.3"));
  }

  private static Set<Long> children() {
    return ProcessHandle.current()
        .children()
        .filter(Predicate.not(child -> child.info().command().isEmpty()))
        .map(ProcessHandle::pid)
        .collect(Collectors.toSet());
  }

  private static Optional<String> absence(String database, String kind, String protocol) {
    return ConnectBenchmark.absence(
        Map.of("database", database, "kind", kind, "protocol", protocol));
  }

  private static ConnectBenchmark benchmark(String database, String kind, String protocol) {
    ConnectBenchmark benchmark = new ConnectBenchmark();
    benchmark.database = database;
    benchmark.kind = kind;
    benchmark.protocol = protocol;
    return benchmark;
  }
}
