package dev.tlsbench.core.tls;

import java.util.Set;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.conscrypt.Conscrypt;

/** Conscrypt: BoringSSL behind a JSSE provider, which is not installed. */
final class ConscryptTls extends JsseTls {
  ConscryptTls() {
    super(Conscrypt.newProvider());
  }

  @Override
  public Set<String> namedGroups() {
    return BoringSsl.namedGroups();
  }

  @Override
  public boolean limitsTls13Suites() {
    return false;
  }

  @Override
  public boolean resumes(String protocol) {
    return true;
  }

  @Override
  public boolean signsWith(String keyAlgorithm) {
    return BoringSsl.signsWith(keyAlgorithm);
  }

  @Override
  public boolean handsOverStapledResponses() {
    return false;
  }

  /** Its other kind of socket reads from the file descriptor, past who listens to the handshake. */
  @Override
  void prepare(SSLSocketFactory factory) {
    Conscrypt.setUseEngineSocket(factory, true);
  }

  @Override
  void prepare(SSLSocket socket, TlsSettings settings) {
    Conscrypt.setUseSessionTickets(socket, settings.resumption());
    if (!settings.namedGroups().isEmpty()) {
      Conscrypt.setNamedGroups(socket, BoringSsl.names(settings.namedGroups()));
    }
  }
}
