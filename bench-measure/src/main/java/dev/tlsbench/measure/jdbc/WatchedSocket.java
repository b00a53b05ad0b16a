package dev.tlsbench.measure.jdbc;

import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.WatchedStreams;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A plain socket that records reads and writes in a timeline. */
final class WatchedSocket extends Socket {
  private final Timeline timeline;

  WatchedSocket(Timeline timeline) {
    this.timeline = timeline;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return WatchedStreams.input(super.getInputStream(), timeline);
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return WatchedStreams.output(super.getOutputStream(), timeline);
  }
}
