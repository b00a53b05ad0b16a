package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.driver.FactoryContext;
import dev.tlsbench.core.driver.TlsSocketFactory;
import dev.tlsbench.core.tls.pem.ClientKey;
import dev.tlsbench.core.tls.provider.TlsImplementation;
import dev.tlsbench.core.tls.provider.TlsStream;
import dev.tlsbench.core.tls.socket.HandshakeDeadline;
import dev.tlsbench.core.tls.socket.TappedSocket;
import dev.tlsbench.core.tls.trust.ServerName;
import dev.tlsbench.core.tls.trust.ServerTrust;
import dev.tlsbench.core.tls.wire.HandshakeReader;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS for all connections of one client: files are read once, and sessions can be resumed.
 *
 * <p>Safe to share between threads.
 */
public final class TlsContext implements AutoCloseable {
  private final TlsSettings settings;
  private final TlsLedger ledger;
  private final TlsImplementation.Connector connector;

  private TlsContext(TlsSettings settings, TlsLedger ledger) {
    this.settings = settings;
    this.ledger = ledger;
    TlsImplementation implementation = settings.provider().implementation();
    ProviderRules.check(settings, implementation);
    Optional<ClientKey> key = settings.certificateFile().map(file -> clientKey(settings, file));
    key.ifPresent(client -> ProviderRules.check(client, settings, implementation));
    boolean jdk = settings.provider() == TlsProvider.JDK;
    this.connector = implementation.connector(settings.offer(), key, serverTrust(settings, jdk));
  }

  private static ClientKey clientKey(TlsSettings settings, Path certificates) {
    try {
      return ClientKey.read(certificates, settings.keyFile().orElseThrow(), settings.keyPassword());
    } catch (InvalidSettingException e) {
      throw settings.hasJvmKeys() ? JvmStore.named(e) : e;
    }
  }

  private static ServerTrust serverTrust(TlsSettings settings, boolean jdk) {
    try {
      return new ServerTrust(settings.trustRules(), jdk);
    } catch (InvalidSettingException e) {
      throw settings.hasJvmTrust() ? JvmStore.named(e) : e;
    }
  }

  /**
   * Reads the files that the settings name and asks the provider for what they want.
   *
   * @param settings settings that are enabled
   * @param ledger where every handshake is entered
   * @return a context, to be closed after the last connection
   * @throws InvalidSettingException if a file cannot be used or the provider lacks what is asked
   *     for
   * @throws IllegalArgumentException if the settings are not enabled
   */
  public static TlsContext open(TlsSettings settings, TlsLedger ledger) {
    if (!settings.enabled()) {
      throw new IllegalArgumentException("TLS is switched off in these settings");
    }
    return new TlsContext(settings, ledger);
  }

  /** {@return the settings given to {@link #open}} */
  public TlsSettings settings() {
    return settings;
  }

  /** {@return the ledger given to {@link #open}, in which every handshake is entered} */
  public TlsLedger ledger() {
    return ledger;
  }

  /**
   * {@return a factory of sockets that connect, shake hands and enter the outcome in the ledger
   * within {@code connect}}
   */
  public SSLSocketFactory socketFactory() {
    return new TlsSocketFactory(() -> new TlsSocket(this, new TappedSocket()));
  }

  /**
   * {@return the {@link #socketFactory} as an {@code SSLContext}, for drivers that take nothing
   * else}
   */
  public SSLContext sslContext() {
    return new FactoryContext(socketFactory());
  }

  /**
   * {@return an unconnected socket for a protocol that starts in plain text and changes to TLS
   * later, with {@link #startTls}}
   */
  public Socket plainSocket() {
    return new TappedSocket();
  }

  /**
   * Shakes hands on a connection that has been used in plain text, and enters it in the ledger.
   *
   * @param plain a connected socket made by {@link #plainSocket}
   * @param host the name that the server's certificate must bear
   * @param port the server's port; with the host it finds the session to resume
   * @param tcpConnect how long the TCP connect took
   * @return an encrypted socket; closing it closes the plain one
   * @throws ConnectFailedException if the handshake fails or takes longer than the settings allow
   */
  public SSLSocket startTls(Socket plain, String host, int port, Duration tcpConnect)
      throws ConnectFailedException {
    TlsSocket socket = new TlsSocket(this, (TappedSocket) plain);
    socket.startTls(host, port, tcpConnect);
    return socket;
  }

  /**
   * Makes an engine for who moves the bytes himself, such as a Netty pipeline. Protocols, suites,
   * groups, server name, the checks of chain and host name and the client's certificate are those
   * of the sockets.
   *
   * <p>With resumption, engines and sockets of this context share their sessions; without it, none
   * resumes another's, and all that is not part of the handshake is done here. The context enters
   * nothing in the ledger, for it sees neither the connection nor its times: {@link
   * TlsLedger#record} does.
   *
   * @param host the name that the server's certificate must bear
   * @param port the server's port; with the host it finds the session to resume
   * @return an engine of its own for each connection, to be closed after it
   */
  public TlsEngine engine(String host, int port) {
    SSLEngine engine = connector.engine(ServerName.withoutRoot(host), port);
    return new TlsEngine(settings.provider(), engine, () -> connector.release(engine));
  }

  /** Shakes hands for a socket, and enters the connection or its failure in the ledger. */
  TlsStream handshake(TappedSocket tcp, String host, int port, Duration tcpConnect)
      throws ConnectFailedException {
    HandshakeReader reader = new HandshakeReader();
    tcp.beginHandshake(reader);
    TlsStream stream;
    TlsConnection connection;
    try (HandshakeDeadline deadline = new HandshakeDeadline(tcp, settings.handshakeTimeout())) {
      Duration readTimeout = Duration.ZERO;
      try {
        readTimeout = Duration.ofMillis(tcp.getSoTimeout());
        TlsImplementation.Handshake prepared =
            connector.prepare(tcp, ServerName.withoutRoot(host), port);
        long start = System.nanoTime();
        stream = prepared.run();
        Duration handshake = Duration.ofNanos(System.nanoTime() - start);
        readAlertIfNotSent(tcp, stream);
        connection =
            new TlsConnection(host, port, tcpConnect, handshake, negotiated(reader, stream));
      } catch (IOException | RuntimeException e) {
        closeQuietly(tcp);
        Duration waited =
            deadline.expired()
                ? settings.handshakeTimeout()
                : e instanceof SocketTimeoutException ? readTimeout : null;
        throw failed(HandshakeFailure.tls(host, port, settings, reader, waited, e));
      }
    } finally {
      tcp.endHandshake();
    }
    ledger.record(connection);
    return stream;
  }

  /** A handshake of TLS 1.3 ends with the client's last message, even if the server is gone. */
  private static void readAlertIfNotSent(TappedSocket tcp, TlsStream stream) throws IOException {
    IOException failedWrite = tcp.failedWrite();
    if (failedWrite != null) {
      try (stream) {
        stream.input().read();
      }
      throw failedWrite;
    }
  }

  /** Enters a failure in the ledger and returns it, to be thrown. */
  ConnectFailedException failed(ConnectFailedException failure) {
    ledger.recordFailure(failure);
    return failure;
  }

  private NegotiatedTls negotiated(HandshakeReader reader, TlsStream stream) throws IOException {
    try {
      return NegotiatedTls.read(settings.provider(), reader, stream.session());
    } catch (IOException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The handshake's own failure is on its way to the caller, and says more.
    }
  }

  /** Frees what the provider holds outside of the heap. */
  @Override
  public void close() {
    connector.close();
  }
}
