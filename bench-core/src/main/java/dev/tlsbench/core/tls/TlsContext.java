package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.socket.FactoryContext;
import dev.tlsbench.core.socket.RecordingSocket;
import dev.tlsbench.core.socket.TlsSocketFactory;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.provider.TlsImplementation;
import dev.tlsbench.core.tls.provider.TlsStream;
import dev.tlsbench.core.tls.trust.ClientKey;
import dev.tlsbench.core.tls.trust.ServerTrust;
import dev.tlsbench.core.tls.wire.HandshakeReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The TLS context of one client: files are read once, and connections can resume sessions.
 *
 * <p>Safe to share between threads.
 */
public final class TlsContext implements AutoCloseable {
  private final TlsSettings settings;
  private final TlsLedger ledger;

  /** {@code null} if TLS is left to the driver. */
  private final TlsImplementation.@Nullable Connector connector;

  /** {@code null} unless TLS is left to the driver. */
  private final @Nullable DriverStores driverStores;

  private final @Nullable SSLSocketFactory driverSockets;

  private TlsContext(TlsSettings settings, TlsLedger ledger) {
    this.settings = settings;
    this.ledger = ledger;
    TlsImplementation implementation = settings.provider().implementation();
    ProviderRules.check(settings, implementation);
    if (settings.byDriver()) {
      this.driverStores = new DriverStores(settings);
      this.driverSockets = driverStores.context().getSocketFactory();
      this.connector = null;
      return;
    }
    this.driverStores = null;
    this.driverSockets = null;
    Optional<ClientKey> key = ClientKey.read(settings.identity());
    key.ifPresent(client -> ProviderRules.check(client, settings, implementation));
    ServerTrust trust =
        new ServerTrust(
            settings.trust(), settings.handshakeTimeout(), settings.provider() == TlsProvider.JDK);
    this.connector = implementation.connector(settings.offer(), key, trust, trust.checksHostName());
  }

  private TlsContext(TlsContext of, TlsLedger ledger) {
    this.settings = of.settings;
    this.ledger = ledger;
    this.driverStores = of.driverStores;
    this.driverSockets = of.driverSockets;
    this.connector = of.connector;
  }

  /**
   * Reads the files that the settings name, and configures the provider.
   *
   * @param settings settings that are enabled
   * @param ledger records every handshake
   * @return a context, to be closed after the last connection
   * @throws InvalidSettingException if a file cannot be used or the provider does not support a
   *     setting
   * @throws IllegalArgumentException if the settings are not enabled
   */
  public static TlsContext open(TlsSettings settings, TlsLedger ledger) {
    if (!settings.enabled()) {
      throw new IllegalArgumentException("TLS is switched off in these settings");
    }
    return new TlsContext(settings, ledger);
  }

  /**
   * {@return certificates and key for a driver's own TLS; closed with this context}
   *
   * @throws IllegalStateException if the settings do not leave TLS to the driver
   */
  public DriverStores driverStores() {
    if (driverStores == null) {
      throw new IllegalStateException("TLS is not left to the driver");
    }
    return driverStores;
  }

  /**
   * {@return this context for connections that do not count; closed with this context}
   *
   * @param other records the handshakes of the returned context
   */
  public TlsContext recordingTo(TlsLedger other) {
    return new TlsContext(this, other);
  }

  /** {@return the settings given to {@link #open}} */
  public TlsSettings settings() {
    return settings;
  }

  /** {@return the ledger given to {@link #open}, which records every handshake} */
  public TlsLedger ledger() {
    return ledger;
  }

  /**
   * {@return a factory of sockets that connect, perform the handshake and record the outcome in
   * {@code connect}; or, over a socket of {@link #plainSocket}, in {@code startHandshake} or the
   * first read or write}
   */
  public SSLSocketFactory socketFactory() {
    return new TlsSocketFactory(
        () -> new TlsSocket(this, new RecordingSocket()),
        (tcp, host, port) ->
            new TlsSocket(this, tapped(tcp), InetSocketAddress.createUnresolved(host, port)));
  }

  /** Returns the socket itself; only this library's own sockets show the server's bytes. */
  private static RecordingSocket tapped(Socket tcp) throws SocketException {
    if (tcp instanceof RecordingSocket tapped) {
      return tapped;
    }
    throw new SocketException(
        "TLS over a socket that TlsContext.plainSocket did not make is not supported");
  }

  /** {@return the {@link #socketFactory}, for drivers that take only a context} */
  public SSLContext sslContext() {
    return new FactoryContext(socketFactory());
  }

  /**
   * {@return an unconnected socket for a protocol that starts in plain text and changes to TLS with
   * {@link #startTls}}
   */
  public Socket plainSocket() {
    return new RecordingSocket();
  }

  /**
   * Performs the handshake on a connection that has been used in plain text, and records it. With
   * {@code tls.provider=driver}, as a driver does by itself that shares one {@code SSLContext} of
   * the JDK between all connections.
   *
   * @param plain a connected socket made by {@link #plainSocket}
   * @param host the name that the server's certificate must bear
   * @param port the server's port; with the host it finds the session to resume
   * @param tcpConnect the duration of the TCP connect; {@code null} if unknown
   * @param driver what the driver has set, such as the name to send; used with its own TLS alone
   * @return an encrypted socket; closing it closes the plain one
   * @throws ConnectFailedException if the handshake fails or takes longer than the settings allow
   */
  public SSLSocket startTls(
      Socket plain, String host, int port, @Nullable Duration tcpConnect, SSLParameters driver)
      throws ConnectFailedException {
    SSLSocketFactory sockets = driverSockets;
    if (sockets == null) {
      TlsSocket socket = new TlsSocket(this, (RecordingSocket) plain);
      socket.startTls(host, port, tcpConnect);
      return socket;
    }
    if (!settings.trust().allowInvalidHostnames()) {
      driver.setEndpointIdentificationAlgorithm(TlsImplementation.CHECK_HOST_NAME);
    }
    return startTls(
        plain,
        host,
        port,
        tcpConnect,
        () -> {
          SSLSocket own = (SSLSocket) sockets.createSocket(plain, host, port, true);
          own.setSSLParameters(driver);
          own.startHandshake();
          return own;
        });
  }

  /** A handshake that a driver performs by itself. */
  public interface DriverHandshake {
    /**
     * {@return the driver's encrypted socket, after all that it does for each, such as reading
     * files}
     *
     * @throws IOException if it fails
     */
    SSLSocket run() throws IOException;
  }

  /**
   * Has a driver perform the handshake with its own TLS, and records it. What was negotiated is
   * read from the server's bytes on the wire.
   *
   * @param plain a connected socket made by {@link #plainSocket}, which the driver's TLS uses
   * @param host the server's name
   * @param port the server's port
   * @param tcpConnect the duration of the TCP connect; {@code null} if unknown
   * @param driver performs the handshake; all of it counts as handshake
   * @return the driver's socket itself
   * @throws ConnectFailedException if the handshake fails or takes longer than the settings allow
   */
  public SSLSocket startTls(
      Socket plain, String host, int port, @Nullable Duration tcpConnect, DriverHandshake driver)
      throws ConnectFailedException {
    RecordingSocket tcp = (RecordingSocket) plain;
    TlsStream made = handshake(tcp, host, port, tcpConnect, () -> () -> TlsStream.of(driver.run()));
    // What the server says afterwards is the driver's to read and to report.
    tcp.answered();
    return (SSLSocket) made.connection();
  }

  /**
   * Creates an engine for callers that manage their own I/O, such as a Netty pipeline or an
   * asynchronous driver. Protocols, suites, groups, ALPN, server name, the checks of chain and host
   * name and the client's certificate are the same as for sockets. With resumption, engines and
   * sockets of this context share their sessions; without it, none resumes another's.
   *
   * @param host the name that the server's certificate must bear
   * @param port the server's port; with the host it finds the session to resume
   * @return a new engine, which records the outcome of its handshake in the ledger; to be closed
   *     after the connection
   */
  public TlsEngine engine(String host, int port) {
    TlsImplementation.Connector own = own();
    SSLEngine engine = own.engine(HostName.withoutRoot(host), port);
    return new TlsEngine(settings, ledger, host, port, engine, () -> own.release(engine));
  }

  /** Performs the handshake of a socket, and records the connection or its failure. */
  TlsStream handshake(RecordingSocket tcp, String host, int port, @Nullable Duration tcpConnect)
      throws ConnectFailedException {
    TlsImplementation.Connector own = own();
    String name = HostName.withoutRoot(host);
    return handshake(tcp, host, port, tcpConnect, () -> own.prepare(tcp, name, port));
  }

  /** Refuses to stand in for a driver's own TLS. */
  private TlsImplementation.Connector own() {
    if (connector == null) {
      throw new InvalidSettingException(
          "tls.provider=driver: only a database's driver has a TLS of its own; name jdk,"
              + " bouncycastle, conscrypt or openssl");
    }
    return connector;
  }

  private interface Preparation {
    TlsImplementation.Handshake prepare() throws IOException;
  }

  private TlsStream handshake(
      RecordingSocket tcp,
      String host,
      int port,
      @Nullable Duration tcpConnect,
      Preparation preparation)
      throws ConnectFailedException {
    HandshakeReader reader = new HandshakeReader();
    tcp.beginHandshake(reader);
    // A read time-out is not enough: a server that sends one byte at a time restarts it each time.
    CompletableFuture<Boolean> late = new CompletableFuture<>();
    CompletableFuture<Void> unused =
        late.completeOnTimeout(true, settings.handshakeTimeout().toNanos(), TimeUnit.NANOSECONDS)
            .thenAccept(
                isLate -> {
                  if (isLate) {
                    closeQuietly(tcp);
                  }
                });
    TlsStream stream;
    TlsConnection connection;
    Duration readTimeout = Duration.ZERO;
    try {
      readTimeout = Duration.ofMillis(tcp.getSoTimeout());
      TlsImplementation.Handshake prepared = preparation.prepare();
      long start = System.nanoTime();
      stream = prepared.run();
      Duration handshake = Duration.ofNanos(System.nanoTime() - start);
      readAlertIfNotSent(tcp, stream);
      connection =
          new TlsConnection(
              host,
              port,
              tcpConnect,
              handshake,
              negotiated(reader, stream),
              () -> new TlsConnection.Bytes(tcp.sent(), tcp.received(), tcp.clientHello()));
    } catch (IOException | RuntimeException e) {
      closeQuietly(tcp);
      Duration waited =
          late.getNow(false)
              ? settings.handshakeTimeout()
              : e instanceof SocketTimeoutException ? readTimeout : null;
      throw failed(HandshakeFailure.tls(host, port, settings, reader, waited, e));
    } finally {
      late.complete(false);
      tcp.endHandshake();
    }
    ledger.record(connection);
    return stream;
  }

  /**
   * Refuses a server that ignores ALPN, which may speak another protocol (RFC 7301, 3.2), or did
   * not ask for a certificate that must be sent. A resumed session has been checked before.
   */
  static void requireAgreement(
      TlsSettings settings, NegotiatedTls outcome, @Nullable String chosen, SSLSession session)
      throws SSLException {
    List<String> offered = settings.offer().applicationProtocols();
    if (!offered.isEmpty() && (chosen == null || !offered.contains(chosen))) {
      throw new SSLException("the server chose none of " + offered + " by ALPN");
    }
    if (settings.identity().mustBeSent()
        && !outcome.resumed()
        && session.getLocalCertificates() == null) {
      // No later connection resumes what this one has not accepted.
      session.invalidate();
      throw new SSLException("the server did not ask for the client's certificate");
    }
  }

  /**
   * Reads the alert of a server that broke off: a TLS 1.3 handshake ends with the client's last
   * message, even if the server is gone.
   */
  private static void readAlertIfNotSent(RecordingSocket tcp, TlsStream stream) throws IOException {
    IOException failedWrite = tcp.failedWrite();
    if (failedWrite != null) {
      try (stream) {
        stream.input().read();
      }
      throw failedWrite;
    }
  }

  /** Records a failure and returns it, to be thrown. */
  ConnectFailedException failed(ConnectFailedException failure) {
    ledger.recordFailure(failure);
    return failure;
  }

  private NegotiatedTls negotiated(HandshakeReader reader, TlsStream stream) throws IOException {
    try {
      SSLSession session = stream.session();
      NegotiatedTls outcome = NegotiatedTls.read(settings.provider(), reader, session);
      requireAgreement(settings, outcome, stream.applicationProtocol(), session);
      return outcome;
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The handshake's own failure, which is more precise, is already on its way to the
      // caller.
    }
  }

  /** Frees the provider's native memory, and deletes the files of {@link #driverStores}. */
  @Override
  public void close() {
    if (connector != null) {
      connector.close();
    }
    if (driverStores != null) {
      driverStores.close();
    }
  }
}
