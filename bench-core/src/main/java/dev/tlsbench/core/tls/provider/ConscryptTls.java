package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.text.HostName;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.conscrypt.Conscrypt;

/** Conscrypt: BoringSSL behind a JSSE provider, which is not installed in the JVM. */
public final class ConscryptTls extends JsseTls implements BoringSsl {
  /** Throws a {@link LinkageError} if the library is not on the class path. */
  public ConscryptTls() {
    super(Conscrypt.newProvider());
  }

  /** Its default parameters list no suite of TLS 1.2; the JVM's settings limit none. */
  @Override
  Set<String> defaultCipherSuites() {
    return cipherSuites();
  }

  /**
   * Uses engine sockets, since Conscrypt's other sockets read from the file descriptor and bypass
   * the handshake's reader. Groups are set for the whole context: before Java 20 they cannot be set
   * for one engine.
   */
  @Override
  void prepare(SSLSocketFactory factory, Offer offer) {
    Conscrypt.setUseEngineSocket(factory, true);
    if (!offer.namedGroups().isEmpty()) {
      Conscrypt.setNamedGroups(factory, offer.namedGroups().toArray(new String[0]));
    }
  }

  @Override
  SSLParameters parameters(SSLSocket socket, String host, Offer offer) {
    if (!offer.serverName() || isNoHostName(host)) {
      Conscrypt.setHostname(socket, null);
    }
    return super.parameters(socket, host, offer);
  }

  @Override
  SSLParameters parameters(SSLEngine engine, String host, Offer offer) {
    if (!offer.serverName() || isNoHostName(host)) {
      Conscrypt.setHostname(engine, null);
    }
    return super.parameters(engine, host, offer);
  }

  /**
   * Returns whether a name is not a host name: Conscrypt sends any name as Server Name Indication,
   * and throws for {@code my_db}.
   */
  private static boolean isNoHostName(String host) {
    return !HostName.isAddress(host) && HostName.indication(host).isEmpty();
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
