package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.ycsb.RealServers;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** Valkey 9 of {@code servers/up}. */
@Tag("real-servers")
@Timeout(60)
class Valkey9Test {
  private static final RealServers SERVERS = RealServers.running();

  private static RedisConnections open(String url, String... properties) {
    RedisUrl parsed = RedisUrl.parse(url);
    Map<String, String> given = new HashMap<>();
    given.put("tls.caFile", SERVERS.url("CA_FILE"));
    for (int i = 0; i < properties.length; i += 2) {
      given.put(properties[i], properties[i + 1]);
    }
    return parsed.open(parsed.settings(given), Dialer.DIRECT, new TlsLedger());
  }

  @ParameterizedTest
  @CsvSource({
    "jdk, TLSv1.2",
    "jdk, TLSv1.3",
    "bouncycastle, TLSv1.2",
    "bouncycastle, TLSv1.3",
    "conscrypt, TLSv1.2",
    "conscrypt, TLSv1.3",
    "openssl, TLSv1.2",
    "openssl, TLSv1.3"
  })
  void readsWhatItWrites(String provider, String protocol) throws Exception {
    assertThat(TlsProvider.of(provider).id()).isEqualTo(provider);
    try (RedisConnections connections =
        open(SERVERS.url("VALKEY_URL"), "tls.provider", provider, "tls.protocols", protocol)) {
      for (int i = 0; i < 3; i++) {
        try (Jedis jedis = connections.connect()) {
          jedis.set("valkey9test", provider);
          assertThat(jedis.get("valkey9test")).isEqualTo(provider);
          jedis.del("valkey9test");
        }
      }
      assertThat(connections.ledger().handshakes().keySet())
          .extracting(NegotiatedTls::protocol)
          .containsOnly(protocol);
    }
  }

  @Test
  void itsPlainPortIsInTheUrl() throws Exception {
    String plain = RedisUrl.parse(SERVERS.url("VALKEY_URL")).plain();
    RedisUrl url = RedisUrl.parse(plain);
    try (RedisConnections connections =
            url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Jedis jedis = connections.connect()) {
      assertThat(jedis.info("server")).contains("valkey_version:9.");
    }
  }

  @Test
  void demandsAClientCertificateAndResumesWithIt() throws Exception {
    String url = SERVERS.url("VALKEY_X509_URL");
    try (RedisConnections without = open(url)) {
      assertThatThrownBy(without::connect)
          .isInstanceOf(ConnectFailedException.class)
          .extracting("reason")
          .isEqualTo(Reason.CLIENT_CERTIFICATE_REFUSED);
    }
    try (RedisConnections with = open(url, "tls.certificateKeyFile", SERVERS.url("CLIENT_PEM"))) {
      for (int i = 0; i < 3; i++) {
        with.connect().close();
      }
      assertThat(with.ledger().handshakes().keySet()).anyMatch(NegotiatedTls::resumed);
    }
  }
}
