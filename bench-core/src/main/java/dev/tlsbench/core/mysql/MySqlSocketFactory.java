package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.protocol.SocketConnection;
import com.mysql.cj.protocol.StandardSocketFactory;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsContext;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Makes the connections of {@link MySqlConnections}: times the TCP connect, and leaves TLS to the
 * client's one {@link TlsContext}. Connector/J would build a new context for each connection and so
 * never resume a session. Where the settings leave TLS to Connector/J, it does just that, and the
 * context records it.
 *
 * <p>Public only because Connector/J instantiates it by name. One instance serves one connection.
 */
public final class MySqlSocketFactory extends StandardSocketFactory {
  private @Nullable MySqlConnections owner;
  private @Nullable SSLSocket encrypted;
  private Duration tcpConnect = Duration.ZERO;

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Connector/J has it so
  @Override
  public <T extends Closeable> T connect(
      String hostname, int portNumber, PropertySet properties, int loginTimeout)
      throws IOException {
    RuntimeProperty<String> id = properties.getStringProperty(MySqlConnections.ID);
    MySqlConnections found = id == null ? null : MySqlConnections.OPEN.get(id.getValue());
    if (found == null) {
      throw new ConnectFailedException(
          HostName.withPort(hostname, portNumber)
              + ": this MySqlConnections is closed; open another");
    }
    owner = found;
    host = HostName.toAscii("the MySQL URL", hostname);
    port = portNumber;
    loginTimeoutCountdown = loginTimeout;
    rawSocket = connect(found, properties);
    sslSocket = rawSocket;
    if (found.tls() == null) {
      found.ledger().record(new TlsConnection(host, port, tcpConnect, null, null, null));
    }
    return (T) rawSocket;
  }

  /** Tries the addresses of the host in turn. */
  private Socket connect(MySqlConnections by, PropertySet properties)
      throws ConnectFailedException {
    int timeout = properties.getIntegerProperty(PropertyKey.connectTimeout).getValue();
    IOException last = new SocketException("the host has no address");
    try {
      for (InetAddress address : InetAddress.getAllByName(host)) {
        try {
          return connect(new InetSocketAddress(address, port), timeout, by, properties);
        } catch (ConnectFailedException e) {
          throw e;
        } catch (IOException e) {
          last = e;
        }
      }
    } catch (UnknownHostException e) {
      last = e;
    }
    throw ConnectFailedException.ofTcp(HostName.withPort(host, port), last);
  }

  private Socket connect(
      InetSocketAddress address, int timeout, MySqlConnections by, PropertySet properties)
      throws IOException {
    TlsContext context = by.tls();
    Socket socket = context == null ? by.dialer.plainSocket() : context.plainSocket();
    try {
      configureSocket(socket, properties);
      String local = properties.getStringProperty(PropertyKey.localSocketAddress).getValue();
      if (local != null && !local.isEmpty()) {
        try {
          socket.bind(new InetSocketAddress(InetAddress.getByName(local), 0));
        } catch (IOException e) {
          throw new ConnectFailedException(
              "localSocketAddress: cannot connect from '%s' (%s); name an address of this machine"
                  .formatted(local, e.getMessage()),
              e);
        }
      }
      long start = System.nanoTime();
      by.dialer.connect(socket, address, getRealTimeout(timeout));
      tcpConnect = Duration.ofNanos(System.nanoTime() - start);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Sets a time-out, so that a silent server cannot block the login for ever. Connector/J saves the
   * socket's time-out before this call, and restores it in {@link #afterHandshake}.
   */
  @Override
  public void beforeHandshake() throws IOException {
    super.beforeHandshake();
    int readTimeoutMillis = rawSocket.getSoTimeout();
    if (owner != null) {
      int limit = (int) Math.min(Integer.MAX_VALUE, owner.url.loginTimeout().toMillis());
      if (readTimeoutMillis == 0 || readTimeoutMillis > limit) {
        rawSocket.setSoTimeout(limit);
      }
    }
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Connector/J has it so
  @Override
  public <T extends Closeable> T performTlsHandshake(
      SocketConnection connection, ServerSession session, Log log) throws IOException {
    TlsContext context = owner == null ? null : owner.tls();
    if (context == null) {
      throw new ConnectFailedException(HostName.withPort(host, port) + ": TLS was not asked for");
    }
    encrypted =
        context.settings().byDriver()
            ? context.startTls(
                rawSocket,
                host,
                port,
                tcpConnect,
                () -> (SSLSocket) super.performTlsHandshake(connection, session, log))
            : context.startTls(rawSocket, host, port, tcpConnect, new SSLParameters());
    sslSocket = encrypted;
    return (T) encrypted;
  }

  @Override
  public void afterHandshake() throws IOException {
    super.afterHandshake();
    if (owner != null) {
      owner.dialer.loggedIn();
    }
  }

  boolean hasEncrypted(Socket socket) {
    return encrypted != null && encrypted == socket;
  }
}
