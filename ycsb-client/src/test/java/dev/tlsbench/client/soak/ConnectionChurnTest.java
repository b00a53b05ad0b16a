package dev.tlsbench.client.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * Connections that are opened, used once and closed, by clients that are opened and closed: each
 * client of an SQL database makes five of them, one of MongoDB as many as its driver does. The
 * property {@code churn.connections} says how many, {@code churn.providers} with which TLS
 * implementations; figures go to {@code target/soak/churn.md}.
 */
@EnabledOnOs(OS.LINUX)
@Tag("full")
class ConnectionChurnTest {
  private static final int CONNECTIONS = Integer.getInteger("churn.connections", 100);
  private static final String PROVIDERS = System.getProperty("churn.providers", "jdk");
  private static final int WARM_UP = 60;
  private static final int USES_OF_A_CLIENT = 5;
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Allowance for classes that are loaded late, and for statistics of the JVM. */
  private static final long HEAP_SLACK = 2 << 20;

  private static final long DIRECT_SLACK = 1 << 20;

  /**
   * Allowance for the rest of resident memory: code that was compiled late, and tables of the
   * collector. Over 3,000 connections it was 57 MiB at most.
   */
  private static final long RESIDENT_SLACK = 128 << 20;

  private static final Holdings ANYTHING =
      new Holdings(
          Integer.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE,
          Long.MAX_VALUE);

  private static final Path TABLE = Path.of("target", "soak", "churn.md");

  private static final Map<String, EmbeddedServer> SERVERS = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    Files.createDirectories(TABLE.getParent());
    Files.write(
        TABLE,
        List.of(
            "| binding | provider | connections | threads | descriptors | direct KiB | heap KiB"
                + " | resident KiB |",
            "| --- | --- | --- | --- | --- | --- | --- | --- |"));
    SERVERS.put("mongodb-tls", SharedServers.mongo());
    SERVERS.put("mysql-tls", SharedServers.mySql());
    SERVERS.put("postgresql-tls", SharedServers.postgres());
    SERVERS.put("cassandra-tls", SharedServers.cassandra());
    SERVERS.put("redis-tls", SharedServers.redis());
  }

  static Stream<Arguments> clients() {
    return Binding.all().stream()
        .filter(binding -> SERVERS.containsKey(binding.id()))
        .flatMap(
            binding ->
                Stream.of(PROVIDERS.split(",", -1))
                    .map(provider -> Arguments.of(binding, TlsProvider.of(provider))));
  }

  @ParameterizedTest
  @MethodSource("clients")
  void leavesNothingBehind(Binding binding, TlsProvider provider) throws Exception {
    open(binding, provider, WARM_UP);
    Holdings before = settled(ANYTHING);
    long opened = open(binding, provider, CONNECTIONS);
    Holdings after = settled(before);
    write(binding, provider, opened, before, after);

    assertThat(after.threads()).as("threads").isLessThanOrEqualTo(before.threads());
    assertThat(after.descriptors()).as("descriptors").isLessThanOrEqualTo(before.descriptors());
    assertThat(after.directBytes() - before.directBytes())
        .as("growth of direct memory")
        .isLessThan(DIRECT_SLACK);
    assertThat(after.heapBytes() - before.heapBytes())
        .as("growth of the used heap")
        .isLessThan(HEAP_SLACK);
    long heapGrowth = Math.max(0, after.heapSizeBytes() - before.heapSizeBytes());
    assertThat(after.residentBytes() - before.residentBytes() - heapGrowth)
        .as("growth of resident memory beside the heap")
        .isLessThan(RESIDENT_SLACK);
  }

  /** Opens and closes clients until so many connections were made. */
  private static long open(Binding binding, TlsProvider provider, int connections)
      throws Exception {
    AtomicLong opened = new AtomicLong();
    while (opened.get() < connections) {
      Properties properties = new Properties();
      properties.setProperty(binding.urlProperty(), server(binding).url());
      properties.setProperty("tls.provider", provider.id());
      binding.createTableProperty().ifPresent(name -> properties.setProperty(name, "true"));
      properties.setProperty("table", "churn");
      Measurements.setProperties(properties);
      Session session = binding.share(properties, ConnectionListener.NONE);
      try {
        session.ledger().onConnection(connection -> opened.incrementAndGet());
        opened.addAndGet(session.ledger().fullHandshakes() + session.ledger().resumedHandshakes());
        for (int i = 0; i < USES_OF_A_CLIENT; i++) {
          use(binding, properties);
        }
      } finally {
        binding.release(properties);
      }
    }
    return opened.get();
  }

  private static void use(Binding binding, Properties properties) throws Exception {
    DB db = binding.newClient();
    db.setProperties(properties);
    db.init();
    try {
      assertThat(db.read("churn", "none", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
    } finally {
      db.cleanup();
    }
  }

  /**
   * Threads and sockets that were told to end need a moment for that, and so does what is freed
   * once a collection has found it: drivers have threads for it.
   */
  private static Holdings settled(Holdings wanted) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Holdings last = Holdings.now();
    Holdings held = Holdings.now();
    while ((held.threads() > wanted.threads()
            || held.descriptors() > wanted.descriptors()
            || held.directBytes() - wanted.directBytes() >= DIRECT_SLACK
            || held.heapBytes() - wanted.heapBytes() >= HEAP_SLACK
            || held.threads() != last.threads()
            || held.descriptors() != last.descriptors())
        && System.nanoTime() < deadline) {
      last = held;
      held = Holdings.now();
    }
    return held;
  }

  private static EmbeddedServer server(Binding binding) {
    return Objects.requireNonNull(SERVERS.get(binding.id()));
  }

  private static void write(
      Binding binding, TlsProvider provider, long opened, Holdings before, Holdings after)
      throws IOException {
    String row =
        String.join(
            " | ",
            List.of(
                "| " + binding.id(),
                provider.id(),
                String.valueOf(opened),
                before.threads() + " → " + after.threads(),
                before.descriptors() + " → " + after.descriptors(),
                before.directBytes() / 1024 + " → " + after.directBytes() / 1024,
                before.heapBytes() / 1024 + " → " + after.heapBytes() / 1024,
                before.residentBytes() / 1024 + " → " + after.residentBytes() / 1024 + " |"));
    Files.write(TABLE, List.of(row), StandardOpenOption.APPEND);
  }
}
