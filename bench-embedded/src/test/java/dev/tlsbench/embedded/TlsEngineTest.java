package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.EngineExchange.Feeding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Engines of each provider against a server of the JDK: the outcome and its proof. */
class TlsEngineTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate SERVER = CA.issueServer();

  private static Path files;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    files = directory;
    CA.writePem(files.resolve("ca.pem"));
  }

  static Stream<Arguments> providersAndProtocols() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of("TLSv1.2", "TLSv1.3").map(protocol -> Arguments.of(provider, protocol)));
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void negotiatesTheSameAsSocket(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.start(SERVER)) {
      NegotiatedTls negotiated = EngineExchange.over(settings, "localhost", server.port());

      assertThat(negotiated).isEqualTo(Exchange.over(settings, "localhost", server.port()));
      assertThat(negotiated.provider()).isEqualTo(provider);
      assertThat(negotiated.protocol()).isEqualTo(protocol);
      assertThat(negotiated.namedGroup()).isEqualTo("x25519");
      assertThat(negotiated.resumed()).isFalse();
      assertThat(negotiated.peer().subject()).isEqualTo("CN=localhost");
    }
  }

  /** Bouncy Castle alone has no resumption under TLS 1.3. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void resumesFromSecondHandshakeOn(TlsProvider provider, String protocol) throws Exception {
    boolean can = resumes(provider, protocol);
    TlsSettings.Builder settings = settings(provider).protocols(List.of(protocol));

    assertThat(resumed(can ? settings.resumption(true) : settings))
        .containsExactly(false, can, can);
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void resumesNothingWhereThatIsNotWanted(TlsProvider provider, String protocol) throws Exception {
    assertThat(resumed(settings(provider).protocols(List.of(protocol)).resumption(false)))
        .containsExactly(false, false, false);
  }

  private static List<Boolean> resumed(TlsSettings.Builder settings) throws IOException {
    List<Boolean> resumed = new ArrayList<>();
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings.build(), new TlsLedger())) {
      for (int i = 0; i < 3; i++) {
        resumed.add(EngineExchange.over(context, "localhost", server.port()).resumed());
      }
    }
    return resumed;
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void sharesSessionsWithSocketsOfItsContext(TlsProvider provider, String protocol)
      throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      Exchange.over(context, "localhost", server.port());

      assertThat(EngineExchange.over(context, "localhost", server.port()).resumed())
          .isEqualTo(resumes(provider, protocol));
    }
  }

  private static boolean resumes(TlsProvider provider, String protocol) {
    return provider != TlsProvider.BOUNCY_CASTLE || protocol.equals("TLSv1.2");
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void showsCertificateOfClient(TlsProvider provider, String protocol) throws Exception {
    for (KeyType type : List.of(KeyType.RSA_2048, KeyType.P_256)) {
      assertThat(clientSeen(settings(provider).protocols(List.of(protocol)), type))
          .isEqualTo("CN=client " + type);
    }
  }

  @ParameterizedTest
  @CsvSource({"JDK, TLSv1.2", "JDK, TLSv1.3", "BOUNCY_CASTLE, TLSv1.2", "BOUNCY_CASTLE, TLSv1.3"})
  void showsEd25519CertificateOfClient(TlsProvider provider, String protocol) throws Exception {
    assertThat(clientSeen(settings(provider).protocols(List.of(protocol)), KeyType.ED25519))
        .isEqualTo("CN=client ED25519");
  }

  /** The server asks for clients of another authority than the one that issued the certificate. */
  private static String clientSeen(TlsSettings.Builder settings, KeyType type) throws Exception {
    CertificateAuthority clients = CertificateAuthority.builder().commonName("clients").build();
    Path file = files.resolve("client.pem");
    clients.client("client " + type).keyType(type).build().writePem(file);
    settings.certificateKeyFile(file);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(clients, CA).start()) {
      EngineExchange.over(settings.build(), "localhost", server.port());
      return server.visit().client();
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void readsProofFromBuffersOfEveryKind(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.start(SERVER)) {
      NegotiatedTls expected = Exchange.over(settings, "localhost", server.port());
      for (Feeding feeding : Feeding.values()) {
        try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
          assertThat(EngineExchange.over(context, "localhost", server.port(), feeding))
              .as("%s", feeding)
              .isEqualTo(expected);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void entersOutcomesInLedger(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    TlsLedger ledger = new TlsLedger();
    List<TlsConnection> connections = new ArrayList<>();
    ledger.onConnection(connections::add);
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings, ledger)) {
      NegotiatedTls negotiated = EngineExchange.over(context, "localhost", server.port());

      assertThat(connections).hasSize(1);
      assertThat(connections.get(0).port()).isEqualTo(server.port());
      assertThat(connections.get(0).tcpConnect()).isNull();
      assertThat(connections.get(0).handshake()).isPositive();
      assertThat(ledger.handshakes()).isEqualTo(Map.of(negotiated, 1L));
      assertThat(ledger.tcpConnectNanos().getTotalCount()).isZero();
      assertThat(ledger.lastFailure()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void entersFailuresInLedger(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    TlsLedger ledger = new TlsLedger();
    try (JsseServer server = JsseServer.start(CertificateAuthority.create().issueServer());
        TlsContext context = TlsContext.open(settings, ledger)) {
      assertThatThrownBy(() -> EngineExchange.over(context, "localhost", server.port()))
          .isInstanceOf(SSLException.class);

      assertThat(ledger.handshakes()).isEmpty();
      assertThat(ledger.lastFailure())
          .hasValueSatisfying(
              failure -> assertThat(failure).hasMessageContaining("was not signed by CN="));
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void worksInPipelineOfNetty(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    TlsLedger ledger = new TlsLedger();
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings, ledger)) {
      for (int i = 0; i < 2; i++) {
        assertThat(NettyExchange.over(context, "localhost", server.port())).isEqualTo(42);
      }

      assertThat(ledger.fullHandshakes() + ledger.resumedHandshakes()).isEqualTo(2);
      assertThat(ledger.handshakes().keySet())
          .allSatisfy(negotiated -> assertThat(negotiated.protocol()).isEqualTo(protocol));
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void agreesOnProtocolByAlpn(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings =
        settings(provider)
            .protocols(List.of(protocol))
            .applicationProtocols(List.of("postgresql"))
            .build();
    try (JsseServer server = JsseServer.builder(SERVER).alpn("h2", "postgresql").start()) {
      EngineExchange.over(settings, "localhost", server.port());
      Exchange.over(settings, "localhost", server.port());
    }
    try (JsseServer server = JsseServer.start(SERVER)) {
      assertThat(EngineExchange.refused(settings, "localhost", server.port()))
          .hasMessage("the server chose none of [postgresql] by ALPN");
      assertThat(Exchange.refused(settings, "localhost", server.port()))
          .hasMessageContaining("the server chose none of [postgresql] by ALPN");
    }
  }

  /** As Connector/J's relatives do: connect in plain text, then put TLS over the socket. */
  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void shakesHandsOverPlainSocketWhenTheDriverSaysSo(TlsProvider provider, String protocol)
      throws Exception {
    TlsSettings settings =
        settings(provider)
            .protocols(List.of(protocol))
            .applicationProtocols(List.of("postgresql"))
            .build();
    TlsLedger ledger = new TlsLedger();
    try (JsseServer server = JsseServer.builder(SERVER).alpn("postgresql").start();
        TlsContext context = TlsContext.open(settings, ledger);
        Socket plain = context.plainSocket()) {
      plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      try (SSLSocket socket =
          (SSLSocket)
              context.socketFactory().createSocket(plain, "localhost", server.port(), true)) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"postgresql"});
        socket.setSSLParameters(parameters);
        assertThat(ledger.handshakes()).isEmpty();
        socket.startHandshake();
        socket.startHandshake();

        assertThat(ledger.handshakes()).hasSize(1);
        assertThat(socket.getApplicationProtocol()).isEqualTo("postgresql");
        socket.getOutputStream().write(42);
        assertThat(socket.getInputStream().read()).isEqualTo(42);
      }
    }
  }

  @Test
  void refusesAlpnOfDriverThatTheSettingsLack() throws Exception {
    try (JsseServer server = JsseServer.builder(SERVER).alpn("postgresql").start();
        TlsContext context = TlsContext.open(settings(TlsProvider.JDK).build(), new TlsLedger());
        Socket plain = context.plainSocket()) {
      plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      SSLSocket socket =
          (SSLSocket) context.socketFactory().createSocket(plain, "localhost", server.port(), true);
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"postgresql"});
      socket.setSSLParameters(parameters);

      assertThatThrownBy(socket::startHandshake)
          .hasMessage("the driver offers [postgresql] by ALPN, and the TLS settings []");
      assertThatThrownBy(
              () ->
                  context
                      .socketFactory()
                      .createSocket(new Socket(), "localhost", server.port(), true))
          .hasMessageContaining("plainSocket");
    }
  }

  /** A driver reads on one thread and writes on another. */
  @ParameterizedTest
  @EnumSource
  void shakesHandsOnceForTwoThreads(TlsProvider provider) throws Exception {
    TlsLedger ledger = new TlsLedger();
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings(provider).build(), ledger);
        Socket plain = context.plainSocket()) {
      plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
      try (Socket socket =
          context.socketFactory().createSocket(plain, "localhost", server.port(), true)) {
        CompletableFuture<Integer> read =
            CompletableFuture.supplyAsync(() -> unchecked(() -> socket.getInputStream().read()));
        socket.getOutputStream().write(42);

        assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo(42);
        assertThat(ledger.fullHandshakes()).isEqualTo(1);
      }
    }
  }

  private static int unchecked(Callable<Integer> read) {
    try {
      return read.call();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void provesNothingBeforeHandshake(TlsProvider provider) throws Exception {
    try (TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
        TlsEngine tls = context.engine("localhost", 1)) {
      assertThatThrownBy(tls::negotiated)
          .isInstanceOf(SSLException.class)
          .hasMessage("the handshake has not ended");

      tls.beginHandshake();

      assertThatThrownBy(tls::negotiated)
          .isInstanceOf(SSLException.class)
          .hasMessage("the handshake has not ended");
    }
  }

  @ParameterizedTest
  @EnumSource
  void recordsThatTheCallerHasGivenUpALateHandshake(TlsProvider provider) throws Exception {
    TlsLedger ledger = new TlsLedger();
    TlsSettings late = settings(provider).handshakeTimeout(Duration.ofMillis(1)).build();
    try (TlsContext context = TlsContext.open(late, ledger);
        TlsEngine tls = context.engine("localhost", 1)) {
      tls.beginHandshake();
      long begun = System.nanoTime();
      while (System.nanoTime() - begun < late.handshakeTimeout().toNanos()) {
        Thread.onSpinWait();
      }
      tls.closeOutbound();

      assertThat(ledger.lastFailure().orElseThrow())
          .hasMessageContaining("the TLS handshake was not done within 1 ms");
    }
  }

  @ParameterizedTest
  @EnumSource
  void recordsNothingIfTheCallerClosesInTime(TlsProvider provider) throws Exception {
    TlsLedger ledger = new TlsLedger();
    try (TlsContext context = TlsContext.open(settings(provider).build(), ledger);
        TlsEngine tls = context.engine("localhost", 1)) {
      tls.beginHandshake();
      tls.closeOutbound();

      assertThat(ledger.lastFailure()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void makesEngineOfClient(TlsProvider provider) {
    try (TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
        TlsEngine tls = context.engine("localhost", 27017)) {
      assertThat(tls.getUseClientMode()).isTrue();
      assertThat(tls.getPeerHost()).isEqualTo("localhost");
      assertThat(tls.getPeerPort()).isEqualTo(27017);
      assertThat(tls).hasToString("TlsEngine[" + provider.id() + ", localhost:27017]");
    }
  }

  @ParameterizedTest
  @EnumSource
  void closesMoreThanOnceAndAfterItsContext(TlsProvider provider) {
    TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
    TlsEngine tls = context.engine("localhost", 1);
    context.close();

    tls.close();
    tls.close();

    assertThat(tls).hasToString("TlsEngine[" + provider.id() + ", localhost:1]");
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(files.resolve("ca.pem"));
  }
}
