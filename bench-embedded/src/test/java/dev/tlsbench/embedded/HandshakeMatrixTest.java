package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Servers, and whoever stands in between, that spoil the handshake at each of its steps, met by
 * both drivers under each provider: no connection comes of it, no credential leaves the client, and
 * the end comes within the time-out with a reason.
 */
@Execution(ExecutionMode.CONCURRENT) // most of them wait
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HandshakeMatrixTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate SERVER = CA.issueServer();
  private static final int LONG_MILLIS = 10_000;
  private static final int SHORT_MILLIS = 150;

  private static Path authority;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    authority = directory.resolve("ca.pem");
    CA.writePem(authority);
  }

  static Stream<Arguments> clientsAndProviders() {
    return Stream.of(DatabaseClient.values())
        .flatMap(
            client ->
                Stream.of(TlsProvider.values()).map(provider -> Arguments.of(client, provider)));
  }

  static List<Object[]> faults() {
    return Selection.of(
        List.of(HandshakeFault.values()),
        List.of(DatabaseClient.values()),
        List.of(TlsProvider.values()),
        List.of("TLSv1.2", "TLSv1.3"),
        List.of(Verification.values()));
  }

  /** A check that is switched off makes none of these pass. */
  @ParameterizedTest
  @MethodSource("faults")
  void refusesHandshakeThatIsSpoiledAtAnyStep(
      HandshakeFault fault,
      DatabaseClient client,
      TlsProvider provider,
      String protocol,
      Verification verification)
      throws Exception {
    TlsSettings.Builder settings = verification.of(settings(provider)).protocols(List.of(protocol));
    int steps = recordsOfHandshake(client, settings.build());
    // The driver's own time-out is for what comes before, which a busy machine may take long for.
    settings.handshakeTimeout(Duration.ofMillis(fault.timeoutMillis()));
    assertThat(steps).isGreaterThanOrEqualTo(2);
    for (int step = 0; step < steps; step++) {
      try (HostileServer server = HostileServer.builder(client, SERVER).start();
          RecordRelay relay = RecordRelay.failing(server, client, step, fault)) {
        assertThat(client.refused(settings.build(), "localhost", relay.port(), LONG_MILLIS))
            .as("step %s", step)
            .message()
            .containsAnyOf(fault.messages());
        assertThat(server.heard()).isEmpty();
        assertThat(relay.sentByClient()).doesNotContain(DatabaseClient.SECRETS);
      }
    }
  }

  /** Those after which the client says who it is are no part of the handshake any more. */
  private static int recordsOfHandshake(DatabaseClient client, TlsSettings settings)
      throws IOException {
    try (HostileServer server = HostileServer.builder(client, SERVER).start();
        RecordRelay relay = RecordRelay.counting(server, client)) {
      assertThatThrownBy(() -> client.connect(settings, "localhost", relay.port(), LONG_MILLIS))
          .isInstanceOf(ConnectFailedException.class);
      assertThat(server.heard()).isNotEmpty();
      return relay.recordsOfHandshake();
    }
  }

  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void givesUpOnServerThatSaysNothing(DatabaseClient client, TlsProvider provider)
      throws Exception {
    TlsSettings settings =
        settings(provider).handshakeTimeout(Duration.ofMillis(SHORT_MILLIS)).build();
    try (RawServer server = RawServer.start(HandshakeMatrixTest::readToEnd)) {
      assertThat(client.refused(settings, "localhost", server.port(), SHORT_MILLIS))
          .message()
          .containsAnyOf("the TLS handshake was not done within", "did not answer within");
    }
  }

  /** MySQL's greeting comes in plain text, and half of it is none. */
  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void givesUpOnServerThatStopsInItsGreeting(DatabaseClient client, TlsProvider provider)
      throws Exception {
    TlsSettings settings =
        settings(provider).handshakeTimeout(Duration.ofMillis(SHORT_MILLIS)).build();
    byte[] half = Arrays.copyOf(DatabaseClient.MYSQL.greeting(), 30);
    try (RawServer server =
        RawServer.start(
            socket -> {
              socket.getOutputStream().write(half);
              readToEnd(socket);
            })) {
      assertThat(client.refused(settings, "localhost", server.port(), SHORT_MILLIS))
          .message()
          .containsAnyOf(
              "does not speak TLS on this port",
              "the TLS handshake was not done within",
              "did not answer within");
    }
  }

  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void refusesServerWithoutTls(DatabaseClient client, TlsProvider provider) throws Exception {
    byte[] greeting = withoutTls(DatabaseClient.MYSQL.greeting());
    BlockingQueue<String> received = new LinkedBlockingQueue<>();
    try (RawServer server =
        RawServer.start(
            socket -> {
              socket.getOutputStream().write(greeting);
              received.add(
                  new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1));
            })) {
      for (Verification verification : Verification.values()) {
        assertThat(
                client.refused(
                    verification.of(settings(provider)).build(),
                    "localhost",
                    server.port(),
                    LONG_MILLIS))
            .as("%s", verification)
            .message()
            .containsAnyOf("does not speak TLS on this port", "the server offers no TLS");
        assertThat(received.poll(LONG_MILLIS, TimeUnit.MILLISECONDS))
            .isNotNull()
            .doesNotContain(DatabaseClient.SECRETS);
      }
    }
  }

  /** The flag CLIENT_SSL is bit 11 of the capabilities, which follow salt and filler. */
  private static byte[] withoutTls(byte[] greeting) {
    byte[] plain = greeting.clone();
    plain[4 + 1 + 6 + 4 + 8 + 1 + 1] &= ~(0x800 >> 8);
    return plain;
  }

  @ParameterizedTest
  @EnumSource
  void tellsPlainClientThatServerWantsTls(DatabaseClient client) throws Exception {
    try (JsseServer server = JsseServer.start(SERVER)) {
      ConnectFailedException failure =
          client.refused(
              TlsSettings.builder().enabled(false).build(),
              "localhost",
              server.port(),
              // Its server speaks first, and this one does not.
              client == DatabaseClient.MYSQL ? SHORT_MILLIS : LONG_MILLIS);
      assertThat(failure)
          .message()
          .containsAnyOf("does this port expect TLS?", "is this a MySQL port?");
    }
  }

  static Stream<Arguments> oldProtocols() {
    return clientsAndProviders()
        .flatMap(
            pair ->
                Stream.of(1, 2).map(minor -> Arguments.of(pair.get()[0], pair.get()[1], minor)));
  }

  /** As RFC 2246 and RFC 4346 have it: the version of record and ServerHello is 3.1 or 3.2. */
  @ParameterizedTest
  @MethodSource("oldProtocols")
  void refusesServerOfTls10And11(DatabaseClient client, TlsProvider provider, int minor)
      throws Exception {
    RecordRelay.Fault fault =
        (record, socket) -> {
          byte[] old = record.clone();
          old[2] = (byte) minor;
          old[5 + 4 + 1] = (byte) minor;
          socket.getOutputStream().write(old);
          return true;
        };
    for (Verification verification : Verification.values()) {
      try (HostileServer server =
              HostileServer.builder(client, SERVER).protocol("TLSv1.2").start();
          RecordRelay relay = RecordRelay.failing(server, client, 0, fault)) {
        assertThat(
                client.refused(
                    verification.of(settings(provider)).build(),
                    "localhost",
                    relay.port(),
                    LONG_MILLIS))
            .as("%s", verification)
            .hasMessageContaining(
                "the server chose the protocol " + (minor == 1 ? "TLSv1," : "TLSv1.1,"));
        assertThat(server.heard()).isEmpty();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void refusesServerWithoutCommonSuite(DatabaseClient client, TlsProvider provider)
      throws Exception {
    TlsSettings.Builder settings =
        settings(provider)
            .protocols(List.of("TLSv1.2"))
            .cipherSuites(List.of("ECDHE-ECDSA-AES256-GCM-SHA384"));
    try (HostileServer server =
        HostileServer.builder(client, SERVER)
            .protocol("TLSv1.2")
            .cipherSuite("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256")
            .start()) {
      for (Verification verification : Verification.values()) {
        assertThat(
                client.refused(
                    verification.of(settings).build(), "localhost", server.port(), LONG_MILLIS))
            .as("%s", verification)
            .hasMessageContaining(
                "it accepts nothing of TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384");
      }
      assertThat(server.heard()).isEmpty();
    }
  }

  /**
   * Somebody in between hides from the server that the client speaks TLS 1.3; the server then ends
   * its random with a mark (RFC 8446, section 4.1.3).
   */
  @ParameterizedTest
  @MethodSource("clientsAndProviders")
  void refusesDowngrade(DatabaseClient client, TlsProvider provider) throws Exception {
    try (HostileServer server = HostileServer.builder(client, SERVER).start();
        RecordRelay relay =
            RecordRelay.changing(server, client, HandshakeMatrixTest::withoutTls13)) {
      for (Verification verification : Verification.values()) {
        assertThat(
                client.refused(
                    verification.of(settings(provider)).build(),
                    "localhost",
                    relay.port(),
                    LONG_MILLIS))
            .as("%s", verification)
            .hasMessageContaining("downgrade");
      }
      assertThat(server.heard()).isEmpty();
    }
  }

  /** Renames the extension supported_versions (43), so that a server does not know it. */
  private static byte[] withoutTls13(byte[] clientHello) {
    byte[] changed = clientHello.clone();
    ByteBuffer hello = ByteBuffer.wrap(changed);
    hello.position(5 + 4 + 2 + 32);
    hello.position(hello.position() + 1 + (hello.get(hello.position()) & 0xFF));
    hello.position(hello.position() + 2 + hello.getShort(hello.position()));
    hello.position(hello.position() + 1 + (hello.get(hello.position()) & 0xFF) + 2);
    while (hello.hasRemaining()) {
      int at = hello.position();
      if (hello.getShort() == 43) {
        hello.putShort(at, (short) 0x7A7A);
      }
      hello.position(at + 4 + hello.getShort(at + 2));
    }
    return changed;
  }

  private static void readToEnd(Socket client) throws IOException {
    client.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(authority);
  }
}
