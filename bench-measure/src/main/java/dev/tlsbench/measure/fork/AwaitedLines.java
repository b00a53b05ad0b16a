package dev.tlsbench.measure.fork;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Reads lines with a time limit, which streams of processes do not support. */
final class AwaitedLines {
  /** Empty after the last one. */
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

  /** Starts to read up to the end, in a thread of its own. */
  AwaitedLines(BufferedReader from) {
    Thread reader = new Thread(() -> read(from), "tlsbench-lines");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(BufferedReader from) {
    try {
      for (String line = from.readLine(); line != null; line = from.readLine()) {
        lines.add(Optional.of(line));
      }
    } catch (IOException e) {
      // The process was killed while it wrote a line: handled like the end.
    }
    lines.add(Optional.empty());
  }

  /**
   * Waits for a line.
   *
   * @return the line; {@code null} once at the end
   * @throws TimeoutException if there is none in time
   * @throws InterruptedIOException if this thread is interrupted
   */
  @Nullable String next(Duration limit) throws TimeoutException, InterruptedIOException {
    try {
      Optional<String> line = lines.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new TimeoutException("no line for " + limit.toMillis() + " ms");
      }
      return line.orElse(null);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for a line");
    }
  }
}
