package dev.tlsbench.experiment.run;

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

/** Lines that are waited for no longer than a while, which streams of processes cannot do. */
final class AwaitedLines {
  /** Empty behind the last one. */
  private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

  /**
   * Begins to read, in a thread of its own.
   *
   * @param from read up to its end
   */
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
      // Killed in the middle of a line: the same as an end.
    }
    lines.add(Optional.empty());
  }

  /**
   * Waits for a line.
   *
   * @param limit how long
   * @return the line; {@code null} if there are no more, which is said once
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
      throw new InterruptedIOException("interrupted while it waited for a line");
    }
  }
}
