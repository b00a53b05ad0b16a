package dev.tlsbench.measure.paired;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.JavaProcess;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.ycsb.session.Binding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
@Tag("any-jdk")
@EnabledOnOs(OS.LINUX)
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BufferPoolTest {
  private static final Database MYSQL = Database.of("mysql");

  private static EmbeddedMySql server;

  @AfterAll
  static void stop() {
    server.close();
  }

  private final List<String> messages = new ArrayList<>();
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
    new RecordLoader(Binding.of("mysql-tls"), properties, line -> {}).loadIfEmpty(false);
  }

  @BeforeEach
  void remember() throws IOException {
    before = poolBytes();
  }

  @AfterEach
  void restore() throws IOException {
    try (StorageEngine engine = engine()) {
      engine.setPool(before);
      engine.awaitPool(before);
    }
  }

  private static long poolBytes() throws IOException {
    try (StorageEngine engine = engine()) {
      return engine.poolBytes();
    }
  }

  @Test
  void shrinksAndRestores() throws IOException {
    try (BufferPool pool =
        BufferPool.shrink(MYSQL, List.of(properties(server.url())), 0.02, messages::add)) {
      assertThat(poolBytes()).isLessThan(before);
      assertThat(pool.note()).contains("before", "All of them fit into it");
      assertThat(messages).last().isEqualTo("SET GLOBAL innodb_buffer_pool_size = " + before);
    }

    assertThat(poolBytes()).isEqualTo(before);
  }

  @Test
  void leavesAPoolThatIsSmallEnough() throws IOException {
    try (BufferPool pool =
        BufferPool.shrink(MYSQL, List.of(properties(server.url())), 1e-9, messages::add)) {
      assertThat(poolBytes()).isEqualTo(before);
      assertThat(pool.note()).doesNotContain("before");
      assertThat(messages).isEmpty();
    }
  }

  @Test
  void goesOnIfTheServerRefuses() throws IOException {
    Properties other =
        properties(server.url().replaceFirst("//[^:]*:", "//" + server.x509User() + ":"));
    other.setProperty("tls.certificateKeyFile", server.clientCertificateFile().toString());

    try (BufferPool pool = BufferPool.shrink(MYSQL, List.of(other), 0.02, messages::add)) {
      assertThat(poolBytes()).isEqualTo(before);
      assertThat(pool.note()).contains("could not be made smaller", "SUPER");
    }
  }

  @Test
  void refusesAWorkloadThatDoesNotNameItsTables() {
    Properties dump = properties(server.url());
    dump.setProperty("workload", "dev.tlsbench.ycsb.workload.RepeatWorkload");

    assertThatThrownBy(() -> BufferPool.shrink(MYSQL, List.of(dump), 1, messages::add))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("does not name its tables");
  }

  /** Shrinks in a JVM of its own, which can be killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      String url = new BufferedReader(new InputStreamReader(System.in, UTF_8)).readLine();
      BufferPool.shrink(MYSQL, List.of(properties(url)), 0.02, System.out::println);
      System.out.println("shrunk");
      System.in.read();
    }
  }

  /** Starts a holder, reads the statement that it prints, and waits until the pool is smaller. */
  private String statementOf(Process holder) throws IOException {
    PrintStream input = new PrintStream(holder.getOutputStream(), true, UTF_8);
    input.println(server.url());
    BufferedReader output = holder.inputReader(UTF_8);
    assertThat(output.readLine()).contains("restore it by hand");
    String statement = output.readLine();
    assertThat(output.readLine()).isEqualTo("shrunk");
    assertThat(poolBytes()).isLessThan(before);
    return statement;
  }

  private static Process holder() throws IOException {
    return JavaProcess.of(Holder.class).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  @Test
  @Tag("full")
  void restoresAtASignal() throws Exception {
    Process holder = holder();
    assertThat(statementOf(holder)).isNotEmpty();

    holder.destroy();
    holder.waitFor();

    assertThat(poolBytes()).isEqualTo(before);
  }

  @Test
  @Tag("full")
  void isRestoredByHandAfterAKill() throws Exception {
    Process holder = holder();
    String statement = statementOf(holder);

    holder.destroyForcibly().waitFor();

    assertThat(poolBytes()).isLessThan(before);
    MySqlUrl url = MySqlUrl.parse(server.url());
    try (MySqlConnections connections =
            url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect();
        Statement restoring = connection.createStatement();
        StorageEngine engine = engine()) {
      restoring.execute(statement);
      engine.awaitPool(before);
    }
    assertThat(poolBytes()).isEqualTo(before);
  }

  private static StorageEngine engine() throws ConnectFailedException {
    return MeasuredDatabase.of(MYSQL).storage(properties(server.url())).orElseThrow();
  }
}
