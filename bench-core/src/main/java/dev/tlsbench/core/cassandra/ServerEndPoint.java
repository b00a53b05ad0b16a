package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.metadata.EndPoint;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A server as the URL names it. The driver connects to the address to which the dialer would
 * connect a socket, and TLS checks the name in the URL.
 */
record ServerEndPoint(HostAddress server, Dialer dialer, int timeoutMillis) implements EndPoint {

  /** Returns the server of an end point: of the URL, or one that the driver has discovered. */
  static HostAddress server(EndPoint endPoint) {
    if (endPoint instanceof ServerEndPoint known) {
      return known.server;
    }
    InetSocketAddress address = (InetSocketAddress) endPoint.resolve();
    return new HostAddress(address.getHostString(), address.getPort());
  }

  @Override
  public InetSocketAddress resolve() {
    InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
    try (Asked asked = new Asked()) {
      dialer.connect(asked, address, timeoutMillis);
      return asked.to == null ? address : asked.to;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String asMetricPrefix() {
    return toString().replace('.', '_');
  }

  @Override
  public String toString() {
    return server.toString();
  }

  /** Keeps the address to which it is to be connected, and connects to none. */
  private static final class Asked extends Socket {
    private @Nullable InetSocketAddress to;

    @Override
    public void connect(SocketAddress address, int timeout) {
      to = (InetSocketAddress) address;
    }
  }
}
