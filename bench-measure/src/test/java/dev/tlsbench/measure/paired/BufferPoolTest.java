package dev.tlsbench.measure.paired;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.ycsb.session.Binding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import site.ycsb.measurements.Measurements;

/** Shrinks the pool of a real server, and kills the shrinking process. */
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BufferPoolTest {
  private static final Database MYSQL = Database.of("mysql");

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedMySql server;

  @AfterAll
  static void stop() {
    server.close();
  }

  private long before;

  private static Properties properties(String url) {
    Properties properties = new Properties();
    properties.setProperty("mysql.url", url);
    properties.setProperty("workload", "dev.tlsbench.ycsb.workload.oltp.OltpWorkload");
    properties.setProperty("oltp.table", "pooled");
    properties.setProperty("tables", "2");
    properties.setProperty("table_size", "2000");
    return properties;
  }

  /** One of its own, since a variable of it is changed. */
  @BeforeAll
  static void startAndLoad() throws Exception {
    server = EmbeddedMySql.start();
    Properties properties = properties(server.url());
    Measurements.setProperties(properties);
    new RecordLoader(Binding.of("mysql-tls"), properties, line -> {}).loadIfEmpty();
  }

  @BeforeEach
  void remember() throws IOException {
    before = poolBytes();
  }

  @AfterEach
  void restore() throws IOException {
    try (StorageEngine engine = engine()) {
      engine.resizePool(before);
    }
  }

  private static long poolBytes() throws IOException {
    try (StorageEngine engine = engine()) {
      return engine.poolBytes();
    }
  }

  @Test
  void shrinksAndRestores() throws IOException {
    try (BufferPool pool = BufferPool.shrink(MYSQL, List.of(properties(server.url())), 0.02)) {
      assertThat(poolBytes()).isLessThan(before);
      assertThat(pool.note()).contains("before", "All of them fit into it");
    }

    assertThat(poolBytes()).isEqualTo(before);
  }

  @Test
  void leavesAPoolThatIsSmallEnough() throws IOException {
    try (BufferPool pool = BufferPool.shrink(MYSQL, List.of(properties(server.url())), 1e-9)) {
      assertThat(poolBytes()).isEqualTo(before);
      assertThat(pool.note()).doesNotContain("before");
    }
  }

  @Test
  void goesOnIfTheServerRefuses() throws IOException {
    Properties other =
        properties(server.url().replaceFirst("//[^:]*:", "//" + server.x509User() + ":"));
    other.setProperty("tls.certificateKeyFile", server.clientCertificateFile().toString());

    try (BufferPool pool = BufferPool.shrink(MYSQL, List.of(other), 0.02)) {
      assertThat(poolBytes()).isEqualTo(before);
      assertThat(pool.note()).contains("could not be made smaller", "SUPER");
    }
  }

  @Test
  void refusesAWorkloadThatDoesNotNameItsTables() {
    Properties dump = properties(server.url());
    dump.setProperty("workload", "dev.tlsbench.ycsb.workload.RepeatWorkload");

    assertThatThrownBy(() -> BufferPool.shrink(MYSQL, List.of(dump), 1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("does not name its tables");
  }

  /** Shrinks in a JVM of its own, which can be killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      String url = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
      BufferPool.shrink(MYSQL, List.of(properties(url)), 0.02);
      System.out.println("shrunk");
      System.in.read();
    }
  }

  @Test
  @Tag("full")
  void restoresAfterAKill() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (PrintStream input = new PrintStream(holder.getOutputStream(), true, UTF_8)) {
      input.println(server.url());
      assertThat(holder.inputReader(UTF_8).readLine()).isEqualTo("shrunk");
      assertThat(poolBytes()).isLessThan(before);
      assertThat(holder.children().flatMap(child -> child.info().commandLine().stream()))
          .as("the watchdog's arguments")
          .isNotEmpty()
          .noneMatch(line -> line.contains("mysql://"));

      holder.destroyForcibly().waitFor();
    }

    while (poolBytes() != before) {
      Thread.onSpinWait();
    }
  }

  private static StorageEngine engine() throws ConnectFailedException {
    return MeasuredDatabase.of(MYSQL).storage(properties(server.url())).orElseThrow();
  }
}
