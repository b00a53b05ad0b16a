package dev.tlsbench.junit;

import static dev.tlsbench.junit.UserTests.PARALLEL;
import static dev.tlsbench.junit.UserTests.connections;
import static dev.tlsbench.junit.UserTests.failures;
import static dev.tlsbench.junit.UserTests.mongo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoCollection;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.relay.Fault;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.relay.TapRequirement;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TlsTap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateExpiredException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Servers of the tests of users: how long they live, and what is in front of them. */
@Timeout(120)
class TlsServerTest {
  /** Two servers for each test, with certificates of clients. */
  static class OfTheInstance {
    @RegisterExtension
    final TlsServer mysql = TlsServer.mysql().clientCertificates(true).build().named("orders");

    @RegisterExtension
    final TlsServer mongodb =
        TlsServer.mongodb().clientCertificates(true).build().named("customers");

    @Test
    @RequireTls
    void connectsToBoth(@From("orders") TlsTap orders, @From("customers") TlsTap customers)
        throws Exception {
      try (MySqlConnections connections = connections(mysql.urlThrough(orders))) {
        Pools.use(connections.dataSource(), 1);
      }
      Pools.use(mysql.jdbcUrlThrough(orders), 1);
      mongo(mongodb.urlThrough(customers)).close();
      assertThat(orders.connections()).hasSize(2);
    }

    @Test
    void refusesAClientWithoutACertificate(@From("customers") TlsTap customers) {
      assertThatThrownBy(
              () -> mongo(mongodb.urlThrough(customers).replaceFirst("&tlsCert[^&]*", "")))
          .isInstanceOf(ConnectFailedException.class);
    }

    @Test
    void doesNotSayWhich(TlsTap tap) {}
  }

  @Test
  void tellsServersApartByTheirNames() {
    Map<String, String> failures = failures(OfTheInstance.class, 3);

    assertThat(failures.keySet()).containsExactly("doesNotSayWhich");
    assertThat(failures.get("doesNotSayWhich")).contains("competing");
  }

  /** A server that no extension starts, known by its URLs and by its port, as of a container. */
  static class OfSomebodyElse {
    static final EmbeddedMySql SERVER = started();

    @RegisterExtension static final TlsServer url = TlsServer.url(SERVER.url()).named("url");

    @RegisterExtension
    static final TlsServer jdbc =
        TlsServer.url(
                "jdbc:mysql://127.0.0.1:%d/%s?user=%s&password=%s&sslMode=REQUIRED"
                    .formatted(
                        SERVER.port(),
                        SERVER.database(),
                        SERVER.user(),
                        URLEncoder.encode(SERVER.password(), StandardCharsets.UTF_8)))
            .named("jdbc");

    @RegisterExtension
    static final TlsServer port =
        TlsServer.at(() -> new InetSocketAddress(InetAddress.getLoopbackAddress(), SERVER.port()))
            .named("port");

    private static EmbeddedMySql started() {
      try {
        return EmbeddedMySql.start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @AfterAll
    static void stop() {
      SERVER.close();
    }

    @Test
    @RequireTls
    void connectsByItsUrl(@From("url") TlsTap tap) throws Exception {
      try (MySqlConnections connections = connections(url.urlThrough(tap))) {
        Pools.use(connections.dataSource(), 1);
      }
    }

    @Test
    @RequireTls
    void connectsByItsJdbcUrl(@From("jdbc") TlsTap tap) throws Exception {
      Pools.use(jdbc.jdbcUrlThrough(tap), 2);
      assertThatThrownBy(() -> url.jdbcUrlThrough(tap)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @RequireTls
    void connectsByItsPort(@From("port") TlsTap tap) throws Exception {
      Pools.use(jdbc.jdbcUrlThrough(tap), 2);
    }

    @Test
    @RequireTls
    void isPlain(@From("port") TlsTap tap) throws Exception {
      Pools.use(jdbc.jdbcUrlThrough(tap).replace("REQUIRED", "DISABLED"), 1);
    }
  }

  @Test
  void standsInFrontOfServersThatItDoesNotStart() {
    Map<String, String> failures = failures(OfSomebodyElse.class, 4);

    assertThat(failures.keySet()).containsExactly("isPlain");
    assertThat(failures.get("isPlain")).contains("plain=0", "plain text");
  }

  /** Certificates that change. */
  static class Rotated {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    @Test
    void keepsDataOverARestart(CertificateAuthority authority) throws Exception {
      String url = mongodb.url();
      try (MongoConnections connections = mongo(url)) {
        connections.database().getCollection("customers").insertOne(new Document("_id", 1));
      }
      mongodb.restartWith(ServerCertificate.EXPIRED);
      assertThatThrownBy(() -> mongo(url)).hasMessageContaining("expired");
      mongodb.restartWith(ServerCertificate.WRONG_HOST);
      assertThatThrownBy(() -> mongo(url)).hasMessageContaining("not for 127.0.0.1");
      mongodb.restartWith(ServerCertificate.VALID);
      try (MongoConnections connections = mongo(url)) {
        MongoCollection<Document> customers = connections.database().getCollection("customers");
        assertThat(customers.countDocuments()).isEqualTo(1);
        String issuer = authority.certificate().getSubjectX500Principal().getName();
        assertThat(connections.ledger().handshakes().keySet())
            .isNotEmpty()
            .allMatch(negotiated -> negotiated.peer().issuer().equals(issuer));
      }
    }
  }

  /** Its users and tables are those of before, too. */
  static class RotatedMySql {
    @RegisterExtension static final TlsServer mysql = TlsServer.mysql().build();

    @Test
    void keepsItsUrl(TlsServer server) throws Exception {
      assertThat(server).isSameAs(mysql);
      String url = mysql.url();
      try (MySqlConnections connections = connections(url);
          Connection connection = connections.connect();
          Statement statement = connection.createStatement()) {
        statement.executeUpdate("CREATE TABLE customers (id INT PRIMARY KEY)");
      }
      mysql.restartWith(ServerCertificate.VALID);
      try (MySqlConnections connections = connections(url);
          Connection connection = connections.connect();
          Statement statement = connection.createStatement()) {
        assertThat(statement.executeUpdate("INSERT INTO customers VALUES (1)")).isEqualTo(1);
      }
    }
  }

  /** The driver's own connections. */
  static class RotatedPostgres {
    @RegisterExtension static final TlsServer postgresql = TlsServer.postgresql().build();

    @Test
    void keepsItsUrlAndTables(TlsTap tap) throws Exception {
      String url = postgresql.jdbcUrlThrough(tap);
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        statement.executeUpdate("CREATE TABLE customers (id INT PRIMARY KEY)");
      }
      postgresql.restartWith(ServerCertificate.EXPIRED);
      assertThatThrownBy(() -> DriverManager.getConnection(url))
          .hasRootCauseInstanceOf(CertificateExpiredException.class);
      postgresql.restartWith(ServerCertificate.VALID);
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        assertThat(statement.executeUpdate("INSERT INTO customers VALUES (1)")).isEqualTo(1);
      }
    }
  }

  @Test
  void changesCertificatesInTheMiddleOfATest() {
    assertThat(failures(Rotated.class, 1)).isEmpty();
    assertThat(failures(RotatedMySql.class, 1)).isEmpty();
    assertThat(failures(RotatedPostgres.class, 1)).isEmpty();
  }

  /** A tap in front of a relay. */
  static class Interrupted {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    @Test
    void isCut(TlsTap tap, Relay relay, TlsLedger ledger) throws Exception {
      MongoUrl url = MongoUrl.parse(mongodb.urlThrough(tap));
      try (MongoConnections connections = url.open(url.settings(Map.of()), Dialer.DIRECT, ledger)) {
        connections.client();
      }
      assertThat(ledger.fullHandshakes()).isPositive();
      assertThat(relay.connections()).isPositive();
      relay.inject(Fault.CUT);
      assertThatThrownBy(() -> mongo(mongodb.urlThrough(tap)))
          .isInstanceOf(ConnectFailedException.class);
      assertThat(relay.faults()).isPositive();
      relay.heal();
      mongo(mongodb.urlThrough(relay)).close();
    }
  }

  /** A tap of the class cannot be in front of a relay of a test. */
  static class TapBeforeRelay {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    @BeforeAll
    static void open(TlsTap tap) {
      assertThat(tap.connections()).isEmpty();
    }

    @Test
    void wantsBoth(TlsTap tap, Relay relay) {}
  }

  /** A relay of the class makes the taps of its tests no taps of the class. */
  static class RelayOfTheClass {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    @SuppressWarnings("NullAway.Init")
    private static Relay shared;

    @BeforeAll
    static void open(Relay relay) {
      shared = relay;
    }

    @Test
    void connects(TlsTap tap, Relay relay) throws Exception {
      assertThat(relay).isSameAs(shared);
      mongo(mongodb.urlThrough(tap)).close();
      assertThat(tap.connections()).isNotEmpty();
    }

    @Test
    void doesNotConnect(TlsTap tap) {
      assertThat(tap.connections()).isEmpty();
    }
  }

  /** A server that does not start. */
  static class Broken {
    @RegisterExtension
    static final TlsServer mongodb =
        TlsServer.mongodb().options(options -> options.protocols("TLSv9")).build();

    @Test
    void neverRuns() {}
  }

  /** An instance is made before its server is started. */
  static class ByItsConstructor {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    ByItsConstructor(TlsTap tap) {
      assertThat(tap).isNotNull();
    }

    @Test
    void neverRuns() {}
  }

  @Test
  void reportsWhatCannotBe() {
    assertThat(failures(TapBeforeRelay.class, 1).get("wantsBoth"))
        .contains("take both as parameters of one method");
    assertThat(failures(RelayOfTheClass.class, 2)).isEmpty();
    assertThat(failures(Broken.class, 0)).hasSize(1).asString().contains("TLSv9");
    assertThat(failures(Broken.class, 0)).as("once more").asString().contains("TLSv9");
    assertThat(failures(ByItsConstructor.class, 1).get("neverRuns")).contains("TlsTap");
  }

  @Test
  void putsTheTapInFrontOfTheRelay() {
    assertThat(failures(Interrupted.class, 1)).isEmpty();
  }

  /** Tests at the same time. */
  @Execution(ExecutionMode.CONCURRENT)
  static class InParallel {
    @RegisterExtension static final TlsServer mysql = TlsServer.mysql().build();

    /** All are connected before any of them ends. */
    private static final CyclicBarrier TOGETHER = new CyclicBarrier(PARALLEL);

    private static void open(TlsTap tap, int count) throws Exception {
      TOGETHER.await();
      try (MySqlConnections connections = connections(mysql.urlThrough(tap))) {
        for (int i = 0; i < count; i++) {
          connections.connect().close();
        }
      }
      assertThat(tap.await(count, TappedConnection::isHandshakeCompleted, Duration.ofSeconds(30)))
          .hasSize(count);
      TOGETHER.await();
      assertThat(tap.connections()).hasSize(count);
    }

    @Test
    void opensOne(TlsTap tap) throws Exception {
      open(tap, 1);
    }

    @Test
    void opensFive(TlsTap tap) throws Exception {
      open(tap, 5);
    }

    @Test
    void opensTwenty(TlsTap tap) throws Exception {
      open(tap, 20);
    }

    @Test
    void opensNone(TlsTap tap) throws Exception {
      open(tap, 0);
    }
  }

  @Test
  void showsParallelTestsTheirOwnConnections() {
    assertThat(failures(InParallel.class, 4)).isEmpty();
  }

  /** One server in a field of each instance: it ends with the last of the tests. */
  @Execution(ExecutionMode.CONCURRENT)
  static class SharedByInstances {
    private static final TlsServer SHARED = TlsServer.mongodb().build();
    private static final CyclicBarrier BOTH = new CyclicBarrier(2);
    private static final CountDownLatch BEGUN = new CountDownLatch(1);
    private static final CountDownLatch ENDED = new CountDownLatch(1);

    /** JUnit closes the objects of a test in reverse order, so this one after the server's. */
    @Order(1)
    @RegisterExtension
    final BeforeEachCallback last =
        context -> {
          if (context.getDisplayName().startsWith("goesOn")) {
            BEGUN.await();
          }
          context
              .getStore(ExtensionContext.Namespace.GLOBAL)
              .put("last", new StoredResource("", ENDED::countDown));
        };

    @Order(2)
    @RegisterExtension
    final TlsServer mongodb = SHARED;

    @Test
    void ends() throws Exception {
      BEGUN.countDown();
      BOTH.await();
    }

    @Test
    void goesOn() throws Exception {
      BOTH.await();
      ENDED.await();
      mongo(mongodb.url()).close();
    }
  }

  @Test
  void runsUntilTheLastTestThatSharesItHasEnded() {
    assertThat(failures(SharedByInstances.class, 2)).isEmpty();
  }

  @Test
  void namesItselfWithoutSecrets() {
    assertThat(TlsServer.mysql().build().named("orders"))
        .hasToString("TlsServer orders, embedded test server (MariaDB 11.4 with wolfSSL)");
    assertThat(TlsServer.url("mysql://joe:s3cret@db:3307/x?a=s3cret"))
        .hasToString("TlsServer MySQL at db:3307");
  }

  @Test
  void servesAsAWitnessInFrontOfAnyServer() throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.start()) {
      TlsServer known = TlsServer.url(server.url());
      TlsServer address =
          TlsServer.at(
              () -> new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      try (TlsTap tap = TlsTap.to(address.address()).open()) {
        mongo(known.urlThrough(tap)).close();
        assertThat(broken(tap, TapRequirement.parse("protocol>=TLSv1.3"))).isEmpty();
        assertThatThrownBy(() -> address.urlThrough(tap))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("TlsServer.url");
        assertThat(broken(tap, TapRequirement.parse("suite=TLS_AES_128_CCM_SHA256")))
            .hasValueSatisfying(broken -> assertThat(broken).contains("#1 from port "));
        assertThatThrownBy(() -> known.restartWith(ServerCertificate.EXPIRED))
            .isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void refusesAUrlWithSeveralHostsAndDoesNotShowIt() {
    assertThatThrownBy(() -> TlsServer.url("mongodb://joe:s3cret@a,b/x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("s3cret");
    for (String port : new String[] {"0", "65536", "99999999999", "x", ""}) {
      assertThatThrownBy(() -> TlsServer.url("mysql://joe:s3cret@db:" + port + "/x"))
          .as(port)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a port from 1 to 65535")
          .hasMessageNotContaining("s3cret");
    }
    assertThatThrownBy(() -> TlsServer.mysql().build().url())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@RegisterExtension");
  }

  @Test
  void saysThatTheServerWasNotReached() throws Exception {
    InetSocketAddress closed;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = (InetSocketAddress) free.getLocalSocketAddress();
    }
    try (TlsTap tap = TlsTap.to(closed).open();
        Socket client = new Socket(InetAddress.getLoopbackAddress(), tap.port())) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
      tap.await(1, seen -> seen.times().ended(), Duration.ofSeconds(30));

      assertThat(broken(tap, TapRequirement.parse("plain=0")))
          .hasValueSatisfying(
              broken ->
                  assertThat(broken)
                      .contains(": no server: ", closed.getPort() + ": connection refused"));
    }
  }

  private static Optional<String> broken(TlsTap tap, TapRequirement requirement) {
    return Requirements.broken(List.of(requirement), tap.connections());
  }
}
