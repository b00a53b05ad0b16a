package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.JsonLine;
import dev.tlsbench.core.ConnectFailedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The process of a driver. */
final class SparkDriver implements AutoCloseable {
  private static final int LINES_KEPT = 20;

  /** The beginning of the line that a JVM prints before a stack trace. */
  private static final Pattern UNCAUGHT =
      Pattern.compile("^Exception in thread \"[^\"]*\" [\\w.$]+: ");

  private static final int SECONDS_TO_END = 30;

  private final Process process;
  private final PrintStream orders;
  private final Deque<String> log = new ArrayDeque<>();
  private final Thread logReader = new Thread(this::readLog, "tlsbench-driver-log");
  private final Thread hook = new Thread(this::end, "tlsbench-driver-end");

  SparkDriver(Process process) {
    this.process = process;
    this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    logReader.setDaemon(true);
    logReader.start();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Spark's log is long; its last lines explain why a driver has ended. */
  private void readLog() {
    try {
      process
          .errorReader(StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("\tat "))
          .forEach(
              line -> {
                synchronized (log) {
                  log.addLast(line);
                  if (log.size() > LINES_KEPT) {
                    log.removeFirst();
                  }
                }
              });
    } catch (UncheckedIOException e) {
      // The driver was killed while it wrote a line.
    }
  }

  /**
   * Runs a job, and returns when all parts have ended.
   *
   * @param listener receives the messages of the parts and notes
   * @throws ConnectFailedException if the driver ends before a part has answered
   * @throws IOException if it fails later
   */
  void run(ClusterMessage.Job job, Consumer<ClusterMessage> listener)
      throws IOException, InterruptedException {
    orders.println(JsonLine.of(job));
    boolean started = false;
    int left = job.parts().size();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    // Without waiting for Spark's own end, which may hang or fail.
    while (left > 0) {
      String line = output.readLine();
      if (line == null) {
        throw failure("the Spark driver ended: " + lastOfLog(), started);
      }
      if (!line.startsWith("{")) {
        continue;
      }
      ClusterMessage message = JsonLine.parse(line, ClusterMessage.class);
      if (message instanceof ClusterMessage.Failed failed) {
        throw failure(failed.reason(), started);
      }
      started |= !(message instanceof ClusterMessage.Note);
      left -= message instanceof ClusterMessage.Lost ? 1 : 0;
      listener.accept(message);
    }
  }

  private static IOException failure(String reason, boolean started) {
    return started
        ? new IOException("--cluster: " + reason)
        : new ConnectFailedException("--cluster: " + reason);
  }

  private String lastOfLog() throws InterruptedException {
    logReader.join(TimeUnit.SECONDS.toMillis(1));
    synchronized (log) {
      return log.stream()
          .filter(line -> line.contains("rror") || line.contains("Exception"))
          .findFirst()
          .or(() -> Optional.ofNullable(log.peekLast()))
          .map(line -> UNCAUGHT.matcher(line).replaceFirst(""))
          .orElse("no reason in its log; see Spark's own, or try --cluster 'local[2]'");
    }
  }

  /** Closes the driver's input, so that it ends the executors and itself. */
  private void end() {
    orders.close();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    end();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The hook is not needed: this process is ending.
    }
  }
}
