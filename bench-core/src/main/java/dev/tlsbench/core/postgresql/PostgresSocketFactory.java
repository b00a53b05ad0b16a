package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.socket.TlsSocketFactory;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Properties;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.postgresql.PGProperty;
import org.postgresql.jdbc.SslMode;
import org.postgresql.ssl.DefaultJavaSSLFactory;
import org.postgresql.ssl.LibPQFactory;
import org.postgresql.ssl.WrappedFactory;
import org.postgresql.util.PSQLException;

/**
 * Makes the sockets of {@link PostgresConnections}: those to connect, and those for pgjdbc's own
 * TLS over them. That is {@code LibPQFactory}, its default, which reads the files and makes a
 * context for each connection, or {@code DefaultJavaSSLFactory} for the authorities of the JVM.
 *
 * <p>Public only because pgjdbc instantiates it by name.
 */
public final class PostgresSocketFactory extends WrappedFactory {
  private final Properties options;

  /** Called by pgjdbc. */
  public PostgresSocketFactory(Properties options) {
    this.options = options;
    this.factory =
        new TlsSocketFactory(
            () -> {
              throw new IllegalStateException("pgjdbc connects sockets itself");
            },
            this::layered);
  }

  @Override
  public Socket createSocket() throws IOException {
    return PostgresConnections.socket(PGProperty.SOCKET_FACTORY_ARG.getOrDefault(options));
  }

  private Socket layered(Socket over, String host, int port) {
    PostgresSocket plain = (PostgresSocket) over;
    return plain.layered(
        host,
        port,
        parameters -> {
          try {
            return encrypted(plain.raw(), host, port, parameters);
          } catch (PSQLException e) {
            throw (SocketException) new SocketException(e.getMessage()).initCause(e);
          }
        });
  }

  private SSLSocket encrypted(Socket plain, String host, int port, SSLParameters parameters)
      throws PSQLException, IOException {
    boolean jvmAuthorities =
        SslMode.of(options).verifyCertificate()
            && PGProperty.SSL_ROOT_CERT.getOrDefault(options) == null;
    SSLSocketFactory own =
        jvmAuthorities ? new DefaultJavaSSLFactory(options) : new LibPQFactory(options);
    SSLSocket socket = (SSLSocket) own.createSocket(plain, host, port, true);
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    if (own instanceof LibPQFactory libpq) {
      // Its key manager keeps what went wrong with the client's key, and sends no certificate.
      libpq.throwKeyManagerException();
    }
    return socket;
  }
}
