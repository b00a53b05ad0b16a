package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.socket.ForwardingSslSocket;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * A handshake of another provider for the JDK's validator: protocol, host, whether the host name is
 * checked, and the signatures that SunJSSE takes in certificates.
 *
 * <p>The provider's own connection would also show the offered signature algorithms, in names that
 * the JDK does not always know: with Bouncy Castle's it would refuse RSASSA-PSS, and with
 * BoringSSL's accept signatures that its own handshake refuses.
 */
final class HandshakeView extends ForwardingSslSocket {
  private final SSLSession session;

  HandshakeView(SSLSession session, boolean checksHostName) {
    super(new Socket());
    this.session = plain(session);
    SSLParameters parameters = getSSLParameters();
    if (checksHostName) {
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
    }
    String protocol = session.getProtocol();
    if (protocol.equals("TLSv1.3") || protocol.equals("TLSv1.2")) {
      parameters.setAlgorithmConstraints(new Signatures(protocol.equals("TLSv1.2")));
    }
  }

  /**
   * The signatures of certificates that SunJSSE announces, but for those that {@link
   * CertificateStrength} refuses anyway.
   *
   * @param sha224 whether SHA-224 is among them, as under TLS 1.2
   */
  record Signatures(boolean sha224) implements AlgorithmConstraints {
    private static final Set<String> CURRENT =
        Set.of(
            "sha256withrsa",
            "sha384withrsa",
            "sha512withrsa",
            "sha256withecdsa",
            "sha384withecdsa",
            "sha512withecdsa",
            "rsassa-pss",
            "ed25519",
            "ed448");

    private static final Set<String> OLDER = Set.of("sha224withrsa", "sha224withecdsa");

    @Override
    public boolean permits(
        Set<CryptoPrimitive> primitives,
        @Nullable String algorithm,
        @Nullable AlgorithmParameters parameters) {
      String name = String.valueOf(algorithm).toLowerCase(Locale.ROOT);
      return CURRENT.contains(name) || (sha224 && OLDER.contains(name));
    }

    @Override
    public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
      return true;
    }

    @Override
    public boolean permits(
        Set<CryptoPrimitive> primitives,
        @Nullable String algorithm,
        Key key,
        @Nullable AlgorithmParameters parameters) {
      return permits(primitives, algorithm, parameters);
    }
  }

  /** Returns the session without the methods of an {@code ExtendedSSLSession}. */
  private static SSLSession plain(SSLSession session) {
    return (SSLSession)
        Proxy.newProxyInstance(
            SSLSession.class.getClassLoader(),
            new Class<?>[] {SSLSession.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(session, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Returns true, since the validator ignores a socket that is not connected. */
  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public SSLSession getHandshakeSession() {
    return session;
  }

  @Override
  public SSLSession getSession() {
    return session;
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws SocketException {
    throw new SocketException("a view of a connection that is there already");
  }
}
