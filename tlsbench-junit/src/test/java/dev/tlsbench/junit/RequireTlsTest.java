package dev.tlsbench.junit;

import static dev.tlsbench.junit.UserTests.connections;
import static dev.tlsbench.junit.UserTests.failures;
import static dev.tlsbench.junit.UserTests.mongo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.relay.TlsTap;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requirements of {@link RequireTls}, and tests without a connection to judge. */
@Timeout(120)
class RequireTlsTest {
  /** MariaDB resumes under TLS 1.2 only. */
  static class PoolsOfConnections {
    @RegisterExtension
    static final TlsServer mysql =
        TlsServer.mysql().options(options -> options.protocols("TLSv1.2")).build();

    @Test
    @RequireTls(protocol = "TLSv1.2", resumedAtLeast = 0.9)
    void resumes(TlsTap tap) throws Exception {
      try (MySqlConnections connections = connections(mysql.urlThrough(tap))) {
        Pools.use(connections.dataSource(), 4);
      }
      assertThat(tap.connections()).hasSize(4);
    }

    @Test
    @RequireTls(resumedAtLeast = 0.9)
    void doesNotResume(TlsTap tap) throws Exception {
      Pools.use(mysql.jdbcUrlThrough(tap), 3);
    }

    @Test
    @RequireTls
    void isPlain(TlsTap tap) throws Exception {
      Pools.use(mysql.jdbcUrlThrough(tap).replace("VERIFY_IDENTITY", "DISABLED"), 1);
    }

    @Test
    @RequireTls(plain = Plain.ALLOWED, protocol = "TLSv1.3")
    void isTooOld(TlsTap tap) throws Exception {
      Pools.use(mysql.jdbcUrlThrough(tap), 1);
    }

    @Test
    @RequireTls
    void connectsBesideTheTap(TlsTap tap) throws Exception {
      try (MySqlConnections connections = connections(mysql.url())) {
        Pools.use(connections.dataSource(), 1);
      }
    }

    @Test
    @RequireTls
    void hasNoTap() {}

    @Test
    @RequireTls
    void failsByItself(TlsTap tap) {
      throw new IllegalStateException("the test's own failure");
    }
  }

  @Test
  void failsTestsWhoseConnectionsAreOtherThanRequired() {
    Map<String, String> failures = failures(PoolsOfConnections.class, 7);

    assertThat(failures.keySet())
        .containsExactly(
            "connectsBesideTheTap",
            "doesNotResume",
            "failsByItself",
            "hasNoTap",
            "isPlain",
            "isTooOld");
    assertThat(failures.get("doesNotResume"))
        .contains("resumed>=90%: 0 of 2 satisfy it", "TLSv1.2 TLS_", "full handshake", "#2", "#3");
    assertThat(failures.get("isPlain")).contains("no TLS handshake", "plain=0: 0 of 1", "#1");
    assertThat(failures.get("isTooOld")).contains("protocol>=TLSv1.3: 0 of 1", "TLSv1.2");
    assertThat(failures.get("connectsBesideTheTap")).contains("no TLS handshake was completed");
    assertThat(failures.get("hasNoTap")).contains("a parameter of type TlsTap");
    assertThat(failures.get("failsByItself")).isEqualTo("the test's own failure");
  }

  /** PostgreSQL resumes no session. */
  static class PostgresPools {
    @RegisterExtension
    static final TlsServer postgresql =
        TlsServer.postgresql()
            .clientCertificates(true)
            .options(options -> options.cipherSuites("TLS_AES_128_GCM_SHA256"))
            .build();

    @Test
    @RequireTls(protocol = "TLSv1.3", suites = "TLS_AES_128_GCM_SHA256")
    void isEncrypted(TlsTap tap) throws Exception {
      Pools.use(postgresql.jdbcUrlThrough(tap), 2);
      assertThat(tap.connections()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    @RequireTls
    void isEncryptedFromTheFirstByte(TlsTap tap) throws Exception {
      Pools.use(postgresql.jdbcUrlThrough(tap) + "&sslNegotiation=direct", 1);
    }

    @Test
    @RequireTls(resumedAtLeast = 0.9)
    void doesNotResume(TlsTap tap) throws Exception {
      Pools.use(postgresql.jdbcUrlThrough(tap), 3);
    }

    @Test
    @RequireTls
    void isPlain(TlsTap tap) throws Exception {
      String url = postgresql.jdbcUrlThrough(tap);
      Pools.use(url.replace("verify-full", "disable").replace("user=ycsb_x509", "user=ycsb"), 1);
    }

    @Test
    void refusesClientWithoutCertificate(TlsTap tap) {
      String url = postgresql.jdbcUrlThrough(tap).replaceFirst("&sslkey=[^&]*", "");
      assertThatThrownBy(() -> DriverManager.getConnection(url))
          .hasMessageContaining("requires a valid client certificate");
    }
  }

  @Test
  void witnessesPostgres() {
    Map<String, String> failures = failures(PostgresPools.class, 5);

    assertThat(failures.keySet()).containsExactly("doesNotResume", "isPlain");
    assertThat(failures.get("doesNotResume")).contains("resumed>=90%: 0 of 2 satisfy it");
    assertThat(failures.get("isPlain")).contains("no TLS handshake", "plain=0: 0 of 1", "#1");
  }

  static class CassandraSessions {
    @RegisterExtension
    static final TlsServer cassandra =
        TlsServer.cassandra().options(options -> options.allowPlain().protocols("TLSv1.3")).build();

    private static void use(String url) throws Exception {
      try (Connections connections = Database.ofUrl(url).parse(url).open()) {
        connections.driver(CqlSession.class).execute("SELECT key FROM system.local");
      }
    }

    /** At least the control connection and one of the pool. */
    @Test
    @RequireTls(protocol = "TLSv1.3")
    void isEncrypted(TlsTap tap) throws Exception {
      use(cassandra.urlThrough(tap));
      assertThat(tap.connections()).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    @RequireTls
    void isPlain(TlsTap tap) throws Exception {
      use(cassandra.urlThrough(tap).replaceFirst("\\?.*", ""));
    }
  }

  @Test
  void witnessesCassandra() {
    Map<String, String> failures = failures(CassandraSessions.class, 2);

    assertThat(failures.keySet()).containsExactly("isPlain");
    assertThat(failures.get("isPlain")).contains("no TLS handshake", "#1", ": plain text");
  }

  static class JedisConnections {
    @RegisterExtension static final TlsServer redis = TlsServer.redis().build();

    private static void use(String url) throws Exception {
      try (RedisConnections connections = (RedisConnections) RedisUrl.parse(url).open()) {
        for (int i = 0; i < 4; i++) {
          connections.connect().close();
        }
      }
    }

    @Test
    @RequireTls(protocol = "TLSv1.3", resumedAtLeast = 0.75)
    void resumes(TlsTap tap) throws Exception {
      use(redis.urlThrough(tap));
      assertThat(tap.connections()).hasSize(4);
    }

    @Test
    @RequireTls(resumedAtLeast = 0.75)
    void doesNotResume(TlsTap tap) throws Exception {
      use(redis.urlThrough(tap) + "&tlsProvider=driver");
    }
  }

  @Test
  void witnessesRedis() {
    Map<String, String> failures = failures(JedisConnections.class, 2);

    assertThat(failures.keySet()).containsExactly("doesNotResume");
    assertThat(failures.get("doesNotResume")).contains("resumed>=75%: 0 of 3 satisfy it");
  }

  /** On a class, with a tap for all of its tests. */
  @RequireTls(protocol = "TLSv1.3")
  static class OneTapForAll {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    @SuppressWarnings("NullAway.Init")
    private static TlsTap shared;

    @BeforeAll
    static void open(TlsTap tap) {
      shared = tap;
    }

    @Test
    void connects(TlsTap tap) throws Exception {
      assertThat(tap).isSameAs(shared);
      mongo(mongodb.urlThrough(tap)).close();
    }

    /** Runs after the tests outside. */
    @Nested
    class Inside {
      @Test
      void connectsToo() throws Exception {
        mongo(mongodb.urlThrough(shared)).close();
      }

      @Test
      void usesWhatIsConnected() {}
    }
  }

  /** No test connects. */
  @RequireTls
  static class OneTapForNone {
    @RegisterExtension static final TlsServer mongodb = TlsServer.mongodb().build();

    @BeforeAll
    static void open(TlsTap tap) {
      assertThat(tap.connections()).isEmpty();
    }

    @Test
    void doesNotConnect() {}
  }

  @Test
  void judgesTestsOfAClassByTheTapThatTheyShare() {
    assertThat(failures(OneTapForAll.class, 3)).isEmpty();
    assertThat(failures(OneTapForNone.class, 1)).containsOnlyKeys("doesNotConnect");
  }

  static class WithoutServer {
    @Test
    @RequireTls
    void provesNothing() {}

    @Nested
    @RequireTls
    class Inside {
      @Test
      void provesNothingEither() {}
    }
  }

  @Test
  void failsATestWithoutServer() {
    assertThat(failures(WithoutServer.class, 2))
        .containsOnlyKeys("provesNothing", "provesNothingEither")
        .allSatisfy((test, message) -> assertThat(message).contains("no TlsServer is registered"));
  }
}
