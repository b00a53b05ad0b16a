package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.tls.trust.ServerName;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.conscrypt.Conscrypt;

/** Conscrypt: BoringSSL behind a JSSE provider, which is not installed. */
public final class ConscryptTls extends JsseTls implements BoringSsl {
  /**
   * Loads the library.
   *
   * @throws LinkageError if it is not on the class path
   */
  public ConscryptTls() {
    super(Conscrypt.newProvider());
  }

  /** The JVM's settings do not limit it, and its default parameters list no suite of TLS 1.2. */
  @Override
  public Set<String> defaultCipherSuites() {
    return cipherSuites();
  }

  /**
   * Its other kind of socket reads from the file descriptor, past who listens to the handshake.
   * Groups are set for the whole context: before Java 20 there is nothing to set those of one
   * engine by.
   */
  @Override
  void prepare(SSLSocketFactory factory, Offer offer) {
    Conscrypt.setUseEngineSocket(factory, true);
    if (!offer.namedGroups().isEmpty()) {
      Conscrypt.setNamedGroups(factory, BoringSsl.names(offer.namedGroups()));
    }
  }

  @Override
  SSLParameters parameters(SSLSocket socket, String host) {
    if (isNoHostName(host)) {
      Conscrypt.setHostname(socket, null);
    }
    return super.parameters(socket, host);
  }

  @Override
  SSLParameters parameters(SSLEngine engine, String host) {
    if (isNoHostName(host)) {
      Conscrypt.setHostname(engine, null);
    }
    return super.parameters(engine, host);
  }

  /** Conscrypt makes a Server Name Indication of every name, and throws for {@code my_db}. */
  private static boolean isNoHostName(String host) {
    return !ServerName.isAddress(host) && ServerName.of(host).isEmpty();
  }

  @Override
  void prepare(SSLSocket socket, Offer offer) {
    Conscrypt.setUseSessionTickets(socket, offer.resumption());
  }

  @Override
  void prepare(SSLEngine engine, Offer offer) {
    Conscrypt.setUseSessionTickets(engine, offer.resumption());
  }
}
