package dev.tlsbench.measure.jdbc;

import dev.tlsbench.measure.driver.Timeline;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A plain socket that records reads and writes in the timeline of its thread. */
final class WatchedSocket extends Socket {
  private static final int PATIENCE_MILLIS = 100;

  @Override
  public InputStream getInputStream() throws IOException {
    return Timeline.current().watch(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return Timeline.current().watch(super.getOutputStream());
  }

  /**
   * Closes once the server has closed too, or after {@value #PATIENCE_MILLIS} ms. What a server
   * still does for this connection (PostgreSQL ends a process) would count as time of the next.
   */
  @Override
  public synchronized void close() throws IOException {
    if (isConnected() && !isClosed()) {
      try {
        shutdownOutput();
        setSoTimeout(PATIENCE_MILLIS);
        super.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // The connection is over, or the server is slow to close it.
      }
    }
    super.close();
  }
}
