package dev.tlsbench.embedded.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

@Timeout(60)
class EmbeddedRedisTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final String PASSWORD = "it's a \\ \"findme\"-4711 ü";

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedRedis shared;

  @BeforeAll
  static void startShared() throws IOException {
    shared = server().allowPlain().password(PASSWORD).start();
  }

  @AfterAll
  static void closeShared() {
    shared.close();
  }

  private static EmbeddedRedis.Builder server() {
    return EmbeddedRedis.builder().authority(CA);
  }

  private static RedisConnections open(String url, String... properties) {
    RedisUrl parsed = RedisUrl.parse(url);
    Map<String, String> given =
        properties.length == 0 ? Map.of() : Map.of(properties[0], properties[1]);
    return parsed.open(parsed.settings(given), Dialer.DIRECT, new TlsLedger());
  }

  @ParameterizedTest
  @EnumSource(TlsProvider.class)
  void acceptsAndResumesWithEveryProvider(TlsProvider provider) throws Exception {
    String id = provider.name().toLowerCase(java.util.Locale.ROOT).replace("_", "");
    try (RedisConnections connections = open(shared.url(), "tls.provider", id)) {
      for (int i = 0; i < 3; i++) {
        try (Jedis jedis = connections.connect()) {
          jedis.set("key", id);
          assertThat(jedis.get("key")).isEqualTo(id);
        }
      }
      Map<NegotiatedTls, Long> handshakes = connections.ledger().handshakes();
      assertThat(handshakes.keySet()).extracting(NegotiatedTls::protocol).containsOnly("TLSv1.3");
      // Bouncy Castle resumes no session of TLS 1.3.
      boolean resumes = provider != TlsProvider.BOUNCY_CASTLE;
      assertThat(handshakes.values())
          .containsExactlyInAnyOrder(resumes ? new Long[] {1L, 2L} : new Long[] {3L});
      assertThat(handshakes.keySet()).anyMatch(tls -> tls.resumed() == resumes);
    }
  }

  @Test
  void jedisOwnTlsResumesNoSession() throws Exception {
    try (RedisConnections connections = open(shared.url(), "tls.provider", "driver")) {
      for (int i = 0; i < 3; i++) {
        connections.connect().close();
      }
      Map<NegotiatedTls, Long> handshakes = connections.ledger().handshakes();
      assertThat(handshakes).hasSize(1).containsValue(3L);
      assertThat(handshakes.keySet().iterator().next().resumed()).isFalse();
    }
  }

  @Test
  void lendsJedisAndNothingElse() throws Exception {
    try (RedisConnections connections = open(shared.url());
        Jedis jedis = connections.driver(Jedis.class)) {
      assertThat(jedis.ping()).isEqualTo("PONG");
      assertThatThrownBy(() -> connections.driver(String.class))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("ask for redis.clients.jedis.Jedis");
    }
  }

  @Test
  void acceptsPlainClientsOnAnotherPort() throws Exception {
    String plain = RedisUrl.parse(shared.url()).plain();
    assertThat(plain).startsWith("redis://").doesNotContain(":" + shared.port());
    try (RedisConnections connections = open(plain);
        Jedis jedis = connections.connect()) {
      assertThat(jedis.ping()).isEqualTo("PONG");
    }
  }

  @Test
  void refusesOtherPasswords() {
    String url = shared.url().replaceFirst("//[^@]*@", "//default:wrong@");
    try (RedisConnections connections = open(url)) {
      assertThatThrownBy(connections::connect)
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageNotContaining("findme")
          .extracting("reason")
          .isEqualTo(Reason.LOGIN);
    }
  }

  @Test
  void writesThePasswordToNoLogAndNoCommandLine() throws Exception {
    assertThat(Files.readString(shared.logFile(), StandardCharsets.ISO_8859_1))
        .doesNotContain("findme");
    assertThat(ProcessHandle.of(shared.pid()).orElseThrow().info().commandLine().orElseThrow())
        .contains("redis-server")
        .doesNotContain("findme");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void limitsProtocols(String protocol) throws Exception {
    try (EmbeddedRedis server = server().protocols(protocol).keyType(KeyType.RSA_2048).start();
        RedisConnections connections = open(server.url())) {
      connections.connect().close();
      assertThat(connections.ledger().handshakes().keySet())
          .extracting(NegotiatedTls::protocol)
          .containsExactly(protocol);
    }
  }

  @Test
  void limitsCipherSuites() throws Exception {
    String suite = "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384";
    try (EmbeddedRedis server = server().cipherSuites(suite).start();
        RedisConnections connections = open(server.url())) {
      connections.connect().close();
      assertThat(connections.ledger().handshakes().keySet())
          .extracting(NegotiatedTls::cipherSuite)
          .containsExactly(suite);
    }
    assertThatThrownBy(() -> server().protocols("TLSv1.3").cipherSuites(suite).start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("cipherSuites: ");
    assertThatThrownBy(() -> server().cipherSuites("TLS_AES_512_ROT13").start())
        .isInstanceOfAny(InvalidSettingException.class, StartFailedException.class);
  }

  @Test
  void requiresClientCertificates() throws Exception {
    try (EmbeddedRedis server = server().requireClientCertificate().start()) {
      try (RedisConnections connections = open(server.url())) {
        for (int i = 0; i < 3; i++) {
          connections.connect().close();
        }
        assertThat(connections.ledger().handshakes().keySet()).anyMatch(NegotiatedTls::resumed);
      }
      String without = server.url().replaceFirst("&tlsCertificateKeyFile=[^&]*", "");
      try (RedisConnections connections = open(without)) {
        assertThatThrownBy(connections::connect)
            .isInstanceOf(ConnectFailedException.class)
            .extracting("reason")
            .isEqualTo(Reason.CLIENT_CERTIFICATE_REFUSED);
      }
    }
  }

  @Test
  void saysThatPortIsTaken() {
    assertThatThrownBy(() -> server().port(shared.port()).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("Address already in use")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  @Test
  void keepsDataOfServerThatIsClosed(@TempDir Path directory) throws Exception {
    EmbeddedRedis.Builder builder = server().allowPlain().directory(directory);
    EmbeddedRedis first = builder.start();
    try (RedisConnections connections = open(first.url());
        Jedis jedis = connections.connect()) {
      jedis.set("kept", "yes");
    }
    first.close();
    try (EmbeddedRedis again = builder.like(first).start()) {
      assertThat(again.url()).isEqualTo(first.url());
      String plain = Database.ofUrl(again.url()).parse(again.url()).plain();
      try (RedisConnections connections = open(plain);
          Jedis jedis = connections.connect()) {
        assertThat(jedis.get("kept")).isEqualTo("yes");
      }
    }
  }

  @Test
  void keepsAcknowledgedWritesOfServerThatIsKilled(@TempDir Path directory) throws Exception {
    EmbeddedRedis.Builder builder =
        EmbeddedRedis.builder().plain().appendOnly().directory(directory);
    EmbeddedRedis first = builder.start();
    try (first;
        RedisConnections connections = open(first.url());
        Jedis jedis = connections.connect()) {
      for (int i = 0; i < 100; i++) {
        jedis.rpush("kept", Integer.toString(i));
      }
      ProcessHandle process = ProcessHandle.of(first.pid()).orElseThrow();
      process.destroyForcibly();
      process.onExit().get(30, TimeUnit.SECONDS);
      jedis.getConnection().setBroken();
    }
    try (EmbeddedRedis again = builder.like(first).start();
        RedisConnections connections = open(again.url());
        Jedis jedis = connections.connect()) {
      assertThat(again.port()).isEqualTo(first.port());
      assertThat(jedis.llen("kept")).isEqualTo(100);
    }
  }
}
