package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.database.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationBenchmarkTest {
  private static final int SIZE = 20_000; // more than one record
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
    "mongodb, plain",
    "mongodb, tls13-chacha20",
    "mysql, plain",
    "mysql, tls12-aes128-cbc-sha"
  })
  void refusesContentsThatWereNotStored(String database, String suite) throws Exception {
    OperationBenchmark benchmark = benchmark(database, suite);
    benchmark.startServer();
    benchmark.openClient();
    byte[] stored = benchmark.read(new OperationBenchmark.Counters()).clone();
    assertThat(stored).hasSize(SIZE);
    try (Database other = Database.open(database, !suite.equals("plain"))) {
      stored[SIZE - 1]++;
      other.store(stored);
      assertThatThrownBy(() -> benchmark.read(new OperationBenchmark.Counters()))
          .isInstanceOf(IllegalStateException.class);
      other.store(new byte[SIZE - 1]);
      assertThatThrownBy(() -> benchmark.read(new OperationBenchmark.Counters()))
          .hasMessageContaining(SIZE - 1 + " bytes");
      stored[SIZE - 1]--;
      other.store(stored);
      assertThat(benchmark.read(new OperationBenchmark.Counters())).isEqualTo(stored);
    }
    benchmark.closeClient();
    benchmark.stopServer();
  }

  @Test
  void namesTheSuitesThatThereAre() {
    assertThatThrownBy(() -> benchmark("mysql", "tls14").startServer())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("tls13-aes128-gcm");
  }

  private static OperationBenchmark benchmark(String database, String suite) {
    OperationBenchmark benchmark = new OperationBenchmark();
    benchmark.database = database;
    benchmark.suite = suite;
    benchmark.size = SIZE;
    return benchmark;
  }
}
