package dev.tlsbench.measure.mongodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.socket.ForwardingSslSocket;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.WatchedStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * A socket for the MongoDB driver that times TCP, TLS if used, and the driver's reads and writes.
 *
 * <p>The driver accepts a factory for encrypted sockets only, not for plain ones. So this class is
 * an {@code SSLSocket} even for plain text.
 */
final class DriverSocket extends ForwardingSslSocket {
  private final @Nullable TlsContext tls;
  private final Route route;
  private final @Nullable Timeline timeline;
  private volatile Socket connected;

  /**
   * Creates a socket.
   *
   * @param tls {@code null} for plain text
   * @param timeline {@code null} for none
   */
  DriverSocket(@Nullable TlsContext tls, Route route, @Nullable Timeline timeline) {
    super(tls == null ? new Socket() : tls.plainSocket());
    this.tls = tls;
    this.route = route;
    this.timeline = timeline;
    this.connected = tcp();
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMillis) throws IOException {
    InetSocketAddress server = (InetSocketAddress) endpoint;
    if (timeline != null) {
      timeline.start();
    }
    long start = System.nanoTime();
    try {
      route.connect(tcp(), server, timeoutMillis);
    } catch (IOException e) {
      tcp().close();
      throw ConnectFailedException.ofTcp(server, e);
    }
    Duration tcpConnect = Duration.ofNanos(System.nanoTime() - start);
    end(Part.TCP_CONNECT);
    if (tls != null) {
      String host = server.getHostString();
      connected = tls.startTls(tcp(), host, server.getPort(), tcpConnect, getSSLParameters());
      end(Part.TLS_HANDSHAKE);
    }
  }

  private void end(Part part) {
    if (timeline != null) {
      timeline.end(part);
    }
  }

  @Override
  public InputStream getInputStream() throws IOException {
    InputStream in = connected.getInputStream();
    return timeline == null ? in : WatchedStreams.input(in, timeline);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    OutputStream out = connected.getOutputStream();
    return timeline == null ? out : WatchedStreams.output(out, timeline);
  }

  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the other socket synchronizes
  @Override
  public void close() throws IOException {
    connected.close();
  }

  /** Replaces 0, no limit, which drivers pass if no time-out was configured. */
  @Override
  public void setSoTimeout(int millis) throws SocketException {
    super.setSoTimeout(millis == 0 ? Route.READ_TIMEOUT_MILLIS : millis);
  }

  @Override
  public SSLSession getSession() {
    if (connected instanceof SSLSocket encrypted) {
      return encrypted.getSession();
    }
    throw new IllegalStateException("there is no TLS session on this socket");
  }
}
