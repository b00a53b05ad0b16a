package dev.tlsbench.measure.probe;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * Input with one deadline for all reads, unlike a socket's time-out, which restarts with each read.
 * Keeps a copy of the beginning.
 */
final class LimitedInput extends FilterInputStream {
  private static final int MOST_KEPT = 1 << 17;

  private final Socket socket;
  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long deadline;

  LimitedInput(Socket socket, Duration limit) throws IOException {
    super(socket.getInputStream());
    this.socket = socket;
    limit(limit);
  }

  /** Sets the time limit of all further reads together. */
  void limit(Duration fromNow) {
    deadline = System.nanoTime() + fromNow.toNanos();
  }

  void restart() {
    kept.reset();
  }

  byte[] received() {
    return kept.toByteArray();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    Duration left = Duration.ofNanos(deadline - System.nanoTime());
    if (left.isNegative()) {
      throw new SocketTimeoutException("the time is up");
    }
    ServerAddress.limitReads(socket, left);
    int read = in.read(bytes, offset, length);
    if (read > 0 && kept.size() < MOST_KEPT) {
      kept.write(bytes, offset, read);
    }
    return read;
  }
}
