package dev.tlsbench.measure.driver;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A socket that times TCP connect, handshake, reads and writes of the thread that opens it. */
public final class TimedSocket extends DialedSocket {
  public TimedSocket(@Nullable TlsContext tls, Route route) {
    super(tls, timed(route), new TlsLedger());
  }

  private static Dialer timed(Route route) {
    return new Dialer() {
      @Override
      public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
          throws IOException {
        Timeline.current().start();
        route.connect(socket, server, timeoutMillis);
        Timeline.current().end(Part.TCP_CONNECT);
      }
    };
  }

  @Override
  protected Socket encrypted(TlsContext with, String host, int port, Duration tcpConnect)
      throws ConnectFailedException {
    Socket encrypted = super.encrypted(with, host, port, tcpConnect);
    Timeline.current().end(Part.TLS_HANDSHAKE);
    return encrypted;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return Timeline.current().watch(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return Timeline.current().watch(super.getOutputStream());
  }

  /** Replaces 0, no limit, which drivers pass if no time-out was configured. */
  @Override
  public void setSoTimeout(int millis) throws SocketException {
    super.setSoTimeout(millis == 0 ? Route.READ_TIMEOUT_MILLIS : millis);
  }
}
