package dev.tlsbench.measure.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.measure.OneGroupServer;
import dev.tlsbench.measure.probe.Assessment.Remark;
import dev.tlsbench.measure.probe.ProbeResult.ChainLink;
import dev.tlsbench.measure.probe.ProbeResult.ClientAnswer;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.tls.CipherSuite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProbeTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();

  private static EmbeddedMongo usual;

  private final EmbeddedMongo.Builder mongo = builder();

  /** With few suites and groups, as each that a server has takes a handshake to find. */
  private static EmbeddedMongo.Builder builder() {
    return EmbeddedMongo.builder()
        .authority(CA)
        .cipherSuites("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
        .namedGroups("x25519", "secp256r1");
  }

  @BeforeAll
  static void start() throws IOException {
    usual = builder().start();
  }

  @AfterAll
  static void stop() {
    usual.close();
  }

  @Test
  void reportsTheProtocolsSuitesAndGroupsThatAMongoServerWasGiven() throws Exception {
    try (EmbeddedMongo server =
        mongo
            .keyType(KeyType.RSA_2048)
            .protocols("TLSv1.3", "TLSv1.2")
            .cipherSuites(
                "TLS_CHACHA20_POLY1305_SHA256",
                "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA")
            .namedGroups("secp384r1", "x448")
            .start()) {
      ProbeResult result = probe(server, 2);

      Protocol tls13 = protocol(result, "TLSv1.3");
      assertThat(tls13.cipherSuites()).containsExactly("TLS_CHACHA20_POLY1305_SHA256");
      assertThat(tls13.namedGroups()).containsExactlyInAnyOrder("secp384r1", "x448");
      assertThat(tls13.helloRetryRequest()).isTrue();
      Protocol tls12 = protocol(result, "TLSv1.2");
      assertThat(tls12.cipherSuites())
          .containsExactlyInAnyOrder(
              "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA");
      assertThat(tls12.namedGroups()).containsExactlyInAnyOrder("secp384r1", "x448");
      assertThat(tls12.helloRetryRequest()).isNull();
      assertThat(result.protocols())
          .filteredOn(Protocol::accepted)
          .extracting(Protocol::protocol)
          .containsExactly("TLSv1.3", "TLSv1.2");
      assertThat(certificate(result).chain().get(0).key().algorithm()).isEqualTo("RSA");
      assertThat(certificate(result).chain().get(0).key().bits()).isEqualTo(2048);
      assertThat(result.run().warnings()).isEmpty();
    }
  }

  @Test
  void seesNoHelloRetryRequestWhereTheUsualKeyShareIsTaken() throws Exception {
    try (EmbeddedMongo server = mongo.protocols("TLSv1.3").namedGroups("x25519").start()) {
      ProbeResult result = probe(server, 0);

      assertThat(protocol(result, "TLSv1.3").namedGroups()).containsExactly("x25519");
      assertThat(protocol(result, "TLSv1.3").helloRetryRequest()).isFalse();
      assertThat(protocol(result, "TLSv1.2").accepted()).isFalse();
    }
  }

  /** Go 1.26 offers all three, with a key share for the first. */
  @ParameterizedTest
  @CsvSource({"X25519MLKEM768, false", "SecP256r1MLKEM768, true", "SecP384r1MLKEM1024, true"})
  void findsAHybridGroupAndTheClientsThatHaveIt(String group, boolean retry) throws Exception {
    try (OneGroupServer server = OneGroupServer.start(group)) {
      ProbeResult result = probe(plainUrl(server.port()), 0);

      assertThat(protocol(result, "TLSv1.3").namedGroups()).containsExactly(group);
      assertThat(protocol(result, "TLSv1.3").helloRetryRequest()).isTrue();
      assertThat(client(result, "Go 1.26").namedGroup()).isEqualTo(group);
      assertThat(client(result, "Go 1.26").helloRetryRequest()).isEqualTo(retry);
      assertThat(client(result, "JDK 17").protocol()).isNull();
    }
  }

  @Test
  void findsTheGroupsThatAnEcdsaCertificateAllows() throws Exception {
    try (EmbeddedMongo server = mongo.namedGroups("secp256r1", "x25519", "secp521r1").start()) {
      ProbeResult result = probe(server, 0);

      for (String name : List.of("TLSv1.3", "TLSv1.2")) {
        assertThat(protocol(result, name).namedGroups())
            .as(name)
            .containsExactlyInAnyOrder("secp256r1", "x25519", "secp521r1");
      }
    }
  }

  @Test
  void describesTheChainAndTrustsIt() throws Exception {
    CertificateAuthority deep = CertificateAuthority.builder().intermediates(1).build();
    Instant end = Instant.now().plus(Duration.ofDays(41)).plus(Duration.ofHours(1));
    IssuedCertificate issued =
        deep.server().validUntil(end).dnsNames("db.example.org").ipAddresses("127.0.0.1").build();
    try (EmbeddedMongo server =
        EmbeddedMongo.builder().authority(deep).serverCertificate(issued).start()) {
      ProbeResult.Certificate certificate = certificate(probe(server, 0));

      assertThat(certificate.trusted()).isTrue();
      assertThat(certificate.notTrustedBecause()).isNull();
      assertThat(certificate.trustAnchors()).isEqualTo(server.caFile().toString());
      assertThat(certificate.hostNameMatches()).isTrue();
      assertThat(certificate.chain()).hasSize(2);
      ChainLink own = certificate.chain().get(0);
      assertThat(own.subject()).isEqualTo("CN=localhost");
      assertThat(own.issuer()).isEqualTo(certificate.chain().get(1).subject());
      assertThat(own.subjectAlternativeNames()).containsExactly("db.example.org", "127.0.0.1");
      assertThat(own.key().algorithm()).isEqualTo("EC");
      assertThat(own.key().bits()).isEqualTo(256);
      assertThat(own.signatureAlgorithm()).isEqualTo("SHA256withECDSA");
      assertThat(own.validity().daysLeft()).isEqualTo(41);
      assertThat(certificate.chain().get(1).key().bits()).isEqualTo(256);
    }
  }

  @Test
  void saysWhyACertificateIsNotTrusted() throws Exception {
    IssuedCertificate expired =
        CA.server()
            .validFrom(Instant.now().minus(Duration.ofDays(9)))
            .validUntil(Instant.now().minus(Duration.ofHours(60)))
            .build();
    try (EmbeddedMongo server = mongo.serverCertificate(expired).start()) {
      ProbeResult result = probe(server, 1);

      ProbeResult.Certificate certificate = certificate(result);
      assertThat(certificate.trusted()).isFalse();
      assertThat(certificate.notTrustedBecause()).contains("expired on");
      assertThat(result.assessment().remarks())
          .extracting(Remark::about)
          .contains("certificate 0: valid", "certificate 0: trust");
      assertThat(certificate.hostNameMatches()).isTrue();
      assertThat(certificate.chain().get(0).validity().daysLeft()).isEqualTo(-3);
      assertThat(protocol(result, "TLSv1.3").handshakes())
          .satisfies(times -> assertThat(times.certificateVerified()).isFalse());
    }
  }

  /** A CertificateRequest of 45 KB, which SunJSSE does not take. */
  @Test
  void goesOnIfTheServerNamesManyAuthorities() throws Exception {
    try (SSLServerSocket server = namingManyAuthorities()) {
      ProbeResult result = probe(plainUrl(server.getLocalPort()), 0);

      assertThat(result.clientCertificate()).isEqualTo(ClientCertificate.REQUIRED);
      assertThat(protocol(result, "TLSv1.3").accepted()).isTrue();
      assertThat(certificate(result).chain()).isNotEmpty();
      assertThat(certificate(result).trusted()).isNull();
      assertThat(certificate(result).notTrustedBecause()).contains("maxHandshakeMessageSize");
    }
  }

  private static SSLServerSocket namingManyAuthorities() throws Exception {
    KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
    keys.init(CA.issueServer().keyStore("test"), "test".toCharArray());
    int count = 45_000 / CA.certificate().getSubjectX500Principal().getEncoded().length;
    NoClient clients = new NoClient(Collections.nCopies(count, CA.certificate()));
    SSLContext context = SSLContext.getInstance("TLSv1.3");
    context.init(keys.getKeyManagers(), new TrustManager[] {clients}, null);
    SSLServerSocket server =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server.setNeedClientAuth(true);
    Thread thread =
        new Thread(
            () -> {
              while (!server.isClosed()) {
                try (Socket client = server.accept()) {
                  client.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException e) {
                  // The client reports it; this side waits for the next one.
                }
              }
            },
            "many-authorities");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  /** Names authorities, and trusts no client. */
  private record NoClient(List<X509Certificate> authorities) implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("nobody");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type)
        throws CertificateException {
      throw new CertificateException("this side is a server");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return authorities.toArray(X509Certificate[]::new);
    }
  }

  @Test
  void tellsAForeignAuthorityFromAForeignHost() throws Exception {
    IssuedCertificate elsewhere = CA.server().dnsNames("elsewhere.example.org").build();
    try (EmbeddedMongo server = mongo.serverCertificate(elsewhere).start()) {
      ProbeResult.Certificate byItsOwn = certificate(probe(server, 0));
      assertThat(byItsOwn.trusted()).isTrue();
      assertThat(byItsOwn.hostNameMatches()).isFalse();
      assertThat(byItsOwn.hostNameMismatch()).contains("elsewhere.example.org, not for 127.0.0.1");

      ProbeResult.Certificate byTheJvm = certificate(probe(plainUrl(server.port()), 0));
      assertThat(byTheJvm.trusted()).isFalse();
      assertThat(byTheJvm.trustAnchors()).isEqualTo("JVM");
      assertThat(byTheJvm.notTrustedBecause()).contains("no trusted authority");
      assertThat(byTheJvm.hostNameMatches()).isFalse();
    }
  }

  @Test
  void timesFullAndResumedHandshakes() throws Exception {
    ProbeResult result = probe(usual, 3);

    for (String name : new String[] {"TLSv1.3", "TLSv1.2"}) {
      assertThat(protocol(result, name).handshakes())
          .as(name)
          .satisfies(
              times -> {
                assertThat(times.resumes()).isTrue();
                assertThat(times.certificateVerified()).isTrue();
                assertThat(times.samples()).isEqualTo(3);
                assertThat(times.medians().fullMicros()).isPositive();
                assertThat(times.medians().resumedMicros()).isPositive();
                assertThat(times.medians().tcpConnectMicros()).isPositive();
              });
    }
    assertThat(result.clientCertificate()).isEqualTo(ClientCertificate.NOT_REQUESTED);
    assertThat(result.server().acceptsPlainText()).isFalse();
  }

  @Test
  @Tag("full")
  void seesThatAClientCertificateIsRequired() throws Exception {
    for (String protocol : new String[] {"TLSv1.3", "TLSv1.2"}) {
      try (EmbeddedMongo server = mongo.protocols(protocol).requireClientCertificate().start()) {
        ProbeResult result =
            probe(plainUrl(server.port()), 1, Map.of("tls.caFile", server.caFile().toString()));

        assertThat(result.clientCertificate()).isEqualTo(ClientCertificate.REQUIRED);
        assertThat(certificate(result).trusted()).isTrue();
        assertThat(protocol(result, protocol).cipherSuites()).isNotEmpty();
        assertThat(protocol(result, protocol).handshakes()).isNull();
        assertThat(result.run().warnings())
            .singleElement()
            .asString()
            .contains("tls.certificateKeyFile");

        assertThat(protocol(probe(server, 1), protocol).handshakes()).isNotNull();
      }
    }
  }

  @Test
  void seesThatPlainTextIsLetInToo() throws Exception {
    try (EmbeddedMongo server = mongo.allowPlain().start()) {
      ProbeResult result = probe(server, 0);
      assertThat(result.server().acceptsPlainText()).isTrue();
      // The server recognises TLS in every offer, including SSLv3, and does not time out.
      assertThat(result.run().warnings()).isEmpty();
    }
  }

  @Test
  void reportsTheConfigurationOfAMySqlServer() throws Exception {
    try (EmbeddedMySql server =
        EmbeddedMySql.builder()
            .keyType(KeyType.RSA_2048)
            .cipherSuites(
                "TLS_AES_256_GCM_SHA384",
                "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                "TLS_RSA_WITH_AES_256_CBC_SHA")
            .start()) {
      ProbeResult result = probe(server, 2);

      Protocol tls13 = protocol(result, "TLSv1.3");
      Protocol tls12 = protocol(result, "TLSv1.2");
      assertThat(tls13.cipherSuites()).containsExactly("TLS_AES_256_GCM_SHA384");
      assertThat(tls13.namedGroups())
          .containsExactlyInAnyOrder("secp256r1", "secp384r1", "secp521r1", "ffdhe2048");
      assertThat(tls13.helloRetryRequest()).isTrue();
      assertThat(tls12.cipherSuites())
          .containsExactlyInAnyOrder(
              "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA");
      assertThat(tls12.namedGroups())
          .containsExactlyInAnyOrder("secp256r1", "secp384r1", "secp521r1");
      assertThat(client(result, "JDK 17").helloRetryRequest()).isFalse();
      assertThat(client(result, "JDK 17").namedGroup()).isEqualTo("secp256r1");
      for (String name : new String[] {"OpenSSL 3.0", "OpenSSL 3.5", "JDK 11", "Go 1.25"}) {
        assertThat(client(result, name).helloRetryRequest()).as(name).isTrue();
        assertThat(client(result, name).cipherSuite()).isEqualTo("TLS_AES_256_GCM_SHA384");
      }
      assertThat(client(result, "JDK 8").protocol()).isEqualTo("TLSv1.2");
      assertThat(client(result, "JDK 8").helloRetryRequest()).isFalse();
      assertThat(result.assessment().grade()).isEqualTo(Grade.ACCEPTABLE);
      assertThat(result.server().database()).isEqualTo("mysql");
      assertThat(result.server().version()).contains("MariaDB");
      assertThat(result.server().acceptsPlainText()).isTrue();
      assertThat(certificate(result).trusted()).isTrue();
      assertThat(tls12.handshakes()).satisfies(times -> assertThat(times.resumes()).isTrue());
      assertThat(tls13.handshakes()).satisfies(times -> assertThat(times.resumes()).isFalse());
    }
  }

  @Test
  void findsOldSuitesThatThisClientCannotCompute() throws Exception {
    try (LegacyServer server =
        new LegacyServer(
            1, CipherSuite.TLS_RSA_WITH_RC4_128_SHA, CipherSuite.TLS_RSA_WITH_NULL_MD5)) {
      ProbeResult result = probe(plainUrl(server.port()), 1);

      assertThat(result.protocols())
          .filteredOn(Protocol::accepted)
          .extracting(Protocol::protocol)
          .containsExactly("TLSv1");
      assertThat(protocol(result, "TLSv1").cipherSuites())
          .containsExactly("TLS_RSA_WITH_RC4_128_SHA", "TLS_RSA_WITH_NULL_MD5");
      assertThat(result.assessment().grade()).isEqualTo(Grade.WEAK);
      assertThat(result.assessment().remarks())
          .extracting(Remark::about)
          .containsExactly("TLSv1.3", "TLSv1", "TLS_RSA_WITH_RC4_128_SHA", "TLS_RSA_WITH_NULL_MD5");
      assertThat(protocol(result, "TLSv1").handshakes()).isNull();
      assertThat(result.certificate()).isNull();
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tlsbench.ycsb.session.Binding#all")
  void saysThatAServerIsPlain(Binding binding) throws Exception {
    try (EmbeddedServer server =
        binding == Binding.of("mysql-tls")
            ? EmbeddedMySql.builder().plain().start()
            : EmbeddedMongo.builder().plain().start()) {
      assertThatThrownBy(() -> probe(server, 1))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageStartingWith("127.0.0.1:" + server.port() + ": ")
          .hasMessageContaining("plain text")
          .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
    }
  }

  @ParameterizedTest
  @MethodSource("dev.tlsbench.ycsb.session.Binding#all")
  void reportsARefusedConnection(Binding binding) throws Exception {
    assertThatThrownBy(() -> probe(url(binding, ClosedPort.next()), 1))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("connection refused");
  }

  @ParameterizedTest
  @MethodSource("dev.tlsbench.ycsb.session.Binding#all")
  void waitsNoLongerThanToldForASilentServer(Binding binding) throws Exception {
    Map<String, String> impatient = Map.of("tls.handshakeTimeoutMs", "200");
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> probe(url(binding, silent.getLocalPort()), 1, impatient))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("allow more time (tls.handshakeTimeoutMs)");
    }
  }

  @Test
  void probesTheServerOfAUrlWithoutTlsAndTakesANameForOneOfUnknownProtocol() throws Exception {
    try (Target target = target(plainUrl(usual.port()) + "?tls=false", Map.of())) {
      ProbeResult result =
          Probe.run("tlsbench probe", target, "server of x", 0, line -> {}, text -> text);

      assertThat(result.server().name()).isEqualTo("server of x");
      assertThat(result.protocols()).anyMatch(Protocol::accepted);
    }
  }

  @Test
  void refusesSrvUrlsAndNegativeCounts() {
    assertThatThrownBy(() -> probe("mongodb+srv://db.example.org/", 1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("one of them");
    assertThatThrownBy(() -> probe("mongodb://localhost/", -1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("--handshakes");
  }

  private static ProbeResult probe(EmbeddedServer server, int samples) throws IOException {
    return probe(server.url(), samples);
  }

  private static ProbeResult probe(String url, int samples) throws IOException {
    return probe(url, samples, Map.of());
  }

  private static ProbeResult probe(String url, int samples, Map<String, String> more)
      throws IOException {
    try (Target target = target(url, more)) {
      return Probe.run("tlsbench probe", target, null, samples, line -> {}, text -> text);
    }
  }

  private static Target target(String url, Map<String, String> more) throws IOException {
    Properties properties = new Properties();
    properties.putAll(more);
    properties.setProperty(Binding.ofUrl(url).urlProperty(), url);
    return Target.open(Binding.ofUrl(url), properties, line -> {});
  }

  private static String plainUrl(int port) {
    return url(Binding.of("mongodb-tls"), port);
  }

  private static String url(Binding binding, int port) {
    return (binding == Binding.of("mysql-tls") ? "mysql" : "mongodb")
        + "://127.0.0.1:"
        + port
        + "/";
  }

  private static ClientAnswer client(ProbeResult result, String name) {
    return result.clients().stream()
        .filter(client -> client.client().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Protocol protocol(ProbeResult result, String name) {
    return result.protocols().stream()
        .filter(protocol -> protocol.protocol().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + result));
  }

  private static ProbeResult.Certificate certificate(ProbeResult result) {
    assertThat(result.certificate()).isNotNull();
    return Objects.requireNonNull(result.certificate());
  }
}
