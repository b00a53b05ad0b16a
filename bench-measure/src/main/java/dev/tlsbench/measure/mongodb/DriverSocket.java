package dev.tlsbench.measure.mongodb;

import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.TimedSocket;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.WatchedStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/**
 * A socket for the MongoDB driver that times TCP, TLS if used, and the driver's reads and writes.
 */
final class DriverSocket extends TimedSocket {
  private final @Nullable Timeline timeline;

  /**
   * @param tls {@code null} for plain text
   */
  DriverSocket(@Nullable TlsContext tls, Route route, @Nullable Timeline timeline) {
    super(tls, route, timeline == null ? new Timeline() : timeline);
    this.timeline = timeline;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    InputStream in = super.getInputStream();
    return timeline == null ? in : WatchedStreams.input(in, timeline);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    OutputStream out = super.getOutputStream();
    return timeline == null ? out : WatchedStreams.output(out, timeline);
  }

  /** Replaces 0, no limit, which drivers pass if no time-out was configured. */
  @Override
  public void setSoTimeout(int millis) throws SocketException {
    super.setSoTimeout(millis == 0 ? Route.READ_TIMEOUT_MILLIS : millis);
  }
}
