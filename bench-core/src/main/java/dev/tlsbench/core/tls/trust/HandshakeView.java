package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.socket.SocketView;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * A handshake of another provider for the JDK's validator: protocol, host and whether the host name
 * is checked.
 *
 * <p>The provider's own connection would also show the offered signature algorithms, in names that
 * the JDK does not always know: with Bouncy Castle's it would refuse RSASSA-PSS, and with
 * BoringSSL's accept signatures that its own handshake refuses. {@link CertificateStrength} has one
 * list for all providers.
 */
final class HandshakeView extends SocketView {
  private final SSLSession session;

  HandshakeView(SSLSession session, boolean checksHostName) {
    super(new Socket());
    this.session = plain(session);
    if (checksHostName) {
      SSLParameters parameters = getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm(ServerTrust.CHECK_HOST_NAME);
      setSSLParameters(parameters);
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
