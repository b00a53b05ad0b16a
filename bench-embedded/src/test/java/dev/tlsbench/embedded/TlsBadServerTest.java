package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Servers that do not speak TLS, not now, or not as the client wants it. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TlsBadServerTest {
  private static final CertificateAuthority CA = CertificateAuthority.create();
  private static final IssuedCertificate SERVER = CA.issueServer();
  private static final Duration SHORT = Duration.ofMillis(300);

  private static Path authority;

  @BeforeAll
  static void writeAuthority(@TempDir Path directory) throws IOException {
    authority = directory.resolve("ca.pem");
    CA.writePem(authority);
  }

  @ParameterizedTest
  @EnumSource
  void tellsServerThatSpeaksPlainText(TlsProvider provider) throws Exception {
    byte[] greeting = "J\0\0\0\n9.7.4\0 a server of MySQL".getBytes(StandardCharsets.US_ASCII);
    try (RawServer server =
        RawServer.start(
            client -> {
              client.getOutputStream().write(greeting);
              readToEnd(client);
            })) {
      assertThat(refused(settings(provider), server.port()))
          .hasMessageContaining("the server does not speak TLS on this port")
          .hasMessageContaining("connect in plain text, or to its TLS port")
          .extracting(ConnectFailedException::reason)
          .isEqualTo(Reason.NO_TLS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsServerThatAnswersWithGarbage(TlsProvider provider) throws Exception {
    byte[] garbage = new byte[100];
    try (RawServer server =
        RawServer.start(
            client -> {
              client.getInputStream().read();
              client.getOutputStream().write(garbage);
              readToEnd(client);
            })) {
      assertThat(refused(settings(provider), server.port()))
          .hasMessageContaining("the server does not speak TLS on this port");
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesUpOnSilentServer(TlsProvider provider) throws Exception {
    try (RawServer server = RawServer.start(TlsBadServerTest::readToEnd)) {
      assertThat(refused(settings(provider).handshakeTimeout(SHORT), server.port()))
          .hasMessageContaining("the TLS handshake was not done within 300 ms")
          .hasMessageContaining("(tls.handshakeTimeoutMs, or")
          .extracting(ConnectFailedException::reason)
          .isEqualTo(Reason.TIMEOUT);
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesUpWhenDriversReadTimesOut(TlsProvider provider) throws Exception {
    try (RawServer server = RawServer.start(TlsBadServerTest::readToEnd);
        TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
        Socket socket = context.socketFactory().createSocket()) {
      socket.setSoTimeout(200);

      assertThatThrownBy(() -> socket.connect(new InetSocketAddress("localhost", server.port())))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("the TLS handshake was not done within 200 ms")
          .hasMessageContaining("or the driver's own read time-out)");
    }
  }

  /** Each byte would start a read time-out anew, and this goes on forever. */
  @ParameterizedTest
  @EnumSource
  void givesUpOnServerThatSendsByteAfterByte(TlsProvider provider) throws Exception {
    byte[] startOfLongRecord = {22, 3, 3, 0x40, 0, 2, 0, 0x3F, (byte) 0xFC};
    try (RawServer server =
        RawServer.start(
            client -> {
              client.getOutputStream().write(startOfLongRecord);
              client.setSoTimeout(20);
              while (!isClosed(client)) {
                client.getOutputStream().write(0);
              }
            })) {
      assertThat(refused(settings(provider).handshakeTimeout(SHORT), server.port()))
          .hasMessageContaining("the TLS handshake was not done within 300 ms");
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsServerThatClosesAtOnce(TlsProvider provider) throws Exception {
    try (RawServer server = RawServer.start(client -> client.getInputStream().read())) {
      assertThat(refused(settings(provider), server.port()))
          .hasMessageContaining(
              "the server closed the connection instead of a TLS handshake; check that it speaks"
                  + " TLS on this port");
    }
  }

  /** The first record of a server of TLS 1.2 holds its ServerHello, and then the server is gone. */
  @ParameterizedTest
  @EnumSource
  void tellsServerThatClosesInTheMiddle(TlsProvider provider) throws Exception {
    try (JsseServer whole = JsseServer.builder(SERVER).protocol("TLSv1.2").start();
        RawServer server =
            RawServer.start(
                client -> {
                  try (Socket onwards =
                      new Socket(InetAddress.getLoopbackAddress(), whole.port())) {
                    byte[] hello = new byte[1 << 14];
                    int length = client.getInputStream().read(hello);
                    onwards.getOutputStream().write(hello, 0, length);
                    InputStream answer = onwards.getInputStream();
                    byte[] header = answer.readNBytes(5);
                    client.getOutputStream().write(header);
                    client
                        .getOutputStream()
                        .write(answer.readNBytes((header[3] & 0xFF) << 8 | (header[4] & 0xFF)));
                  }
                })) {
      assertThat(refused(settings(provider).protocols(List.of("TLSv1.2")), server.port()))
          .hasMessageContaining("the server closed the connection in the middle of the TLS")
          .extracting(ConnectFailedException::reason)
          .isEqualTo(Reason.HANDSHAKE);
    }
  }

  /** A driver closes a socket from another thread when its pool is closed. */
  @ParameterizedTest
  @EnumSource
  void doesNotBlameTheServerIfThisSideCloses(TlsProvider provider) throws Exception {
    CompletableFuture<Boolean> begun = new CompletableFuture<>();
    try (RawServer server =
            RawServer.start(
                client -> {
                  client.getInputStream().read();
                  begun.complete(true);
                  readToEnd(client);
                });
        TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
        Socket socket = context.socketFactory().createSocket()) {
      CompletableFuture<Void> closed = begun.thenAccept(yes -> closeQuietly(socket));

      assertThatThrownBy(() -> socket.connect(new InetSocketAddress("localhost", server.port())))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageNotContaining("the server closed");
      closed.get(10, TimeUnit.SECONDS);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> providersAndDisagreements() {
    return Stream.of(TlsProvider.values())
        .flatMap(
            provider ->
                Stream.of(
                    Arguments.of(
                        provider,
                        JsseServer.builder(SERVER).protocol("TLSv1.3"),
                        List.of("TLSv1.2"),
                        "the alert protocol_version; it accepts none of the protocols TLSv1.2"),
                    Arguments.of(
                        provider,
                        JsseServer.builder(SERVER).protocol("TLSv1.2"),
                        List.of("TLSv1.3"),
                        "the alert protocol_version; it accepts none of the protocols TLSv1.3"),
                    Arguments.of(
                        provider,
                        JsseServer.builder(SERVER)
                            .protocol("TLSv1.2")
                            .cipherSuite("TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256"),
                        List.of("TLSv1.2"),
                        "the alert handshake_failure; it accepts nothing of TLSv1.2,"
                            + " TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384")));
  }

  @ParameterizedTest
  @MethodSource("providersAndDisagreements")
  void tellsAlertOfServerThatWantsSomethingElse(
      TlsProvider provider, JsseServer.Builder wanting, List<String> protocols, String message)
      throws Exception {
    TlsSettings.Builder settings = settings(provider).protocols(protocols);
    if (message.contains("TLS_ECDHE_")) {
      settings.cipherSuites(List.of("ECDHE-ECDSA-AES256-GCM-SHA384"));
    }
    try (JsseServer server = wanting.start()) {
      assertThat(refused(settings, server.port())).hasMessageContaining(message);
    }
  }

  @ParameterizedTest
  @EnumSource
  void tellsPortOnWhichNobodyListens(TlsProvider provider) throws Exception {
    int port;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = taken.getLocalPort();
    }
    assertThat(refused(settings(provider), port)).hasMessageContaining("connection refused");
  }

  @ParameterizedTest
  @EnumSource
  void tellsHostThatDoesNotExist(TlsProvider provider) {
    assertThat(Exchange.refused(settings(provider).build(), "no-such-host.invalid", 1))
        .hasMessageContaining("cannot be resolved");
  }

  /** A driver's own read time-out stays in force, and leaves the connection usable. */
  @ParameterizedTest
  @EnumSource
  void keepsReadTimeoutOfDriver(TlsProvider provider) throws Exception {
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger());
        Socket socket = context.socketFactory().createSocket()) {
      socket.connect(new InetSocketAddress("localhost", server.port()));
      socket.setSoTimeout(50);

      assertThatThrownBy(() -> socket.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(7);
      socket.getOutputStream().flush();
      assertThat(socket.getInputStream().read()).isEqualTo(7);
    }
  }

  /** Drivers close a connection from another thread when its pool is closed. */
  @ParameterizedTest
  @EnumSource
  void endsReadWhenClosedByAnotherThread(TlsProvider provider) throws Exception {
    try (JsseServer server = JsseServer.start(SERVER);
        TlsContext context = TlsContext.open(settings(provider).build(), new TlsLedger())) {
      Socket socket = context.socketFactory().createSocket();
      socket.connect(new InetSocketAddress("localhost", server.port()));
      CompletableFuture<Integer> read =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return socket.getInputStream().read();
                } catch (IOException e) {
                  return -2;
                }
              });
      socket.close();

      assertThat(read.get(10, TimeUnit.SECONDS)).isNegative();
      assertThat(socket.isClosed()).isTrue();
    }
  }

  private static ConnectFailedException refused(TlsSettings.Builder settings, int port) {
    return Exchange.refused(settings.build(), "localhost", port);
  }

  private static void readToEnd(Socket client) throws IOException {
    client.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private static boolean isClosed(Socket client) throws IOException {
    try {
      return client.getInputStream().read(new byte[1 << 14]) < 0;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static TlsSettings.Builder settings(TlsProvider provider) {
    return TlsSettings.builder().provider(provider).caFile(authority);
  }
}
