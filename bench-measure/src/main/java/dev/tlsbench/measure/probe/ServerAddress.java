package dev.tlsbench.measure.probe;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Preamble;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The server to probe, and the database whose protocol contains its TLS. */
record ServerAddress(Database database, HostAddress address) {
  /** Opens a TCP connection, trying the addresses of the host one after the other. */
  static Socket connect(HostAddress address, Supplier<Socket> socket, Duration timeout)
      throws ConnectFailedException {
    try {
      IOException last = new UnknownHostException(address.host());
      for (InetAddress ip : InetAddress.getAllByName(address.host())) {
        Socket fresh = socket.get();
        try {
          fresh.setTcpNoDelay(true);
          fresh.connect(new InetSocketAddress(ip, address.port()), (int) timeout.toMillis());
          return fresh;
        } catch (IOException e) {
          fresh.close();
          last = e;
        }
      }
      throw last;
    } catch (IOException e) {
      throw ConnectFailedException.ofTcp(address.toString(), e);
    }
  }

  /** Returns the name to send; {@code null} for an address (RFC 6066, section 3). */
  byte @Nullable [] serverName() {
    String host = address.host();
    if (host.indexOf(':') >= 0 || host.matches("[0-9.]+")) {
      return null;
    }
    return host.replaceFirst("\\.$", "").getBytes(StandardCharsets.US_ASCII);
  }

  ConnectFailedException failed(String what, @Nullable Throwable cause) {
    return new ConnectFailedException(this + ": " + what, cause);
  }

  /** Performs the exchange before TLS; returns the server's version if it is announced. */
  @Nullable String startTls(InputStream in, OutputStream out) throws ConnectFailedException {
    try {
      return database.preamble().startTls(in, out).orElse(null);
    } catch (Preamble.ProtocolException e) {
      throw failed(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw broken(e);
    }
  }

  /** Returns the failure of a connection that broke; one with a reason as it is. */
  ConnectFailedException broken(IOException e) {
    return e instanceof ConnectFailedException known
        ? known
        : failed("the connection broke: " + e.getMessage(), e);
  }

  @Override
  public String toString() {
    return address.toString();
  }

  /** Sets a time limit for reads if there is none. */
  static void limitReads(Socket socket, Duration limit) throws SocketException {
    socket.setSoTimeout((int) Math.max(1, limit.toMillis()));
  }
}
