package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsEngine;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.EngineExchange.Showing;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.BeforeAll;
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
    clients
        .issue(CertificateRequest.forClient("client " + type).keyType(type).build())
        .writePem(file);
    settings.certificateKeyFile(file);
    try (JsseServer server = JsseServer.builder(SERVER).clientsOf(clients, CA).start()) {
      EngineExchange.over(settings.build(), "localhost", server.port());
      return server.visit().client();
    }
  }

  @ParameterizedTest
  @MethodSource("providersAndProtocols")
  void readsProofFromBytesShownInAnyWay(TlsProvider provider, String protocol) throws Exception {
    TlsSettings settings = settings(provider).protocols(List.of(protocol)).build();
    try (JsseServer server = JsseServer.start(SERVER)) {
      NegotiatedTls expected = Exchange.over(settings, "localhost", server.port());
      for (Showing showing : EnumSet.complementOf(EnumSet.of(Showing.NOT_AT_ALL))) {
        assertThat(shown(settings, server, showing)).as("%s", showing).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void provesNothingWithoutBytesOfServer(TlsProvider provider) throws Exception {
    try (JsseServer server = JsseServer.start(SERVER)) {
      assertThatThrownBy(() -> shown(settings(provider).build(), server, Showing.NOT_AT_ALL))
          .isInstanceOf(SSLException.class)
          .hasMessage("the handshake ended without a ServerHello on the wire");
    }
  }

  private static NegotiatedTls shown(TlsSettings settings, JsseServer server, Showing showing)
      throws IOException {
    try (TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      return EngineExchange.over(context, "localhost", server.port(), showing);
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

      tls.engine().beginHandshake();

      assertThatThrownBy(tls::negotiated)
          .isInstanceOf(SSLException.class)
          .hasMessage("the handshake has not ended");
    }
  }

  @ParameterizedTest
  @EnumSource
  void makesEngineOfClient(TlsProvider provider) {
    try (TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
        TlsEngine tls = context.engine("localhost", 27017)) {
      assertThat(tls.engine().getUseClientMode()).isTrue();
      assertThat(tls.engine().getPeerHost()).isEqualTo("localhost");
      assertThat(tls.engine().getPeerPort()).isEqualTo(27017);
      assertThat(tls.engine()).isSameAs(tls.engine());
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

    assertThat(ReferenceCountUtil.refCnt(tls.engine())).isLessThanOrEqualTo(0);
  }

  /** Netty's handler frees the engine that it is given, and is not disturbed by who made it. */
  @ParameterizedTest
  @EnumSource
  void closesAfterHandlerOfNetty(TlsProvider provider) {
    try (TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger())) {
      TlsEngine tls = context.engine("localhost", 1);
      EmbeddedChannel channel = new EmbeddedChannel(new SslHandler(tls.engine()));

      channel.finishAndReleaseAll();
      tls.close();

      assertThat(ReferenceCountUtil.refCnt(tls.engine())).isLessThanOrEqualTo(0);
    }
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(files.resolve("ca.pem"));
  }
}
