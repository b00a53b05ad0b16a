package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.Cluster;
import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.cluster.JsonLine;
import dev.tlsbench.client.properties.GivenProperties;
import dev.tlsbench.core.ConnectFailedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** A driver process, and the executors that it has. */
final class SparkCluster implements Cluster {
  private static final String END = "";
  private static final int LINES_KEPT = 20;

  /** The beginning of the line that a JVM prints before a stack trace. */
  private static final Pattern UNCAUGHT =
      Pattern.compile("^Exception in thread \"[^\"]*\" [\\w.$]+: ");

  private static final int SECONDS_TO_END = 30;

  private final Process driver;
  private final PrintStream orders;
  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
  private final Consumer<String> messages;
  private final Deque<String> log = new ArrayDeque<>();
  private final Thread logReader = new Thread(this::readLog, "tlsbench-driver-log");
  private final Thread hook = new Thread(this::end, "tlsbench-driver-end");

  private SparkCluster(Process driver, Consumer<String> messages) {
    this.driver = driver;
    this.messages = messages;
    this.orders = new PrintStream(driver.getOutputStream(), true, StandardCharsets.UTF_8);
    BufferedReader output = driver.inputReader(StandardCharsets.UTF_8);
    Thread reader = new Thread(() -> readReplies(output), "tlsbench-driver-replies");
    reader.setDaemon(true);
    reader.start();
    logReader.setDaemon(true);
    logReader.start();
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /**
   * Starts the driver and waits for the executors.
   *
   * @throws ConnectFailedException if there are too few, or the cluster does not answer
   */
  static SparkCluster open(List<String> command, ClusterOptions options, Consumer<String> messages)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    GivenProperties.removeFrom(builder.environment());
    SparkCluster cluster = new SparkCluster(builder.start(), messages);
    try {
      cluster.order(
          new Order.Setup(
              options.master(), options.executors(), options.secrets(), Libraries.of(options)));
      cluster.count();
      return cluster;
    } catch (IOException e) {
      cluster.close();
      throw new ConnectFailedException("--cluster: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Spark's log is long; its last lines explain why a driver has ended. */
  private void readLog() {
    try {
      driver
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

  private void order(Order order) {
    orders.println(JsonLine.of(order));
  }

  private int count() throws IOException {
    while (true) {
      Reply reply = next();
      if (reply instanceof Reply.Executors executors) {
        return executors.number();
      }
    }
  }

  private void readReplies(BufferedReader output) {
    try {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith("{")) {
          replies.add(line);
        }
      }
    } catch (IOException e) {
      // Handled like the end of the output.
    }
    replies.add(END);
  }

  /** Returns the next reply that is not a complaint; passes complaints on. */
  private Reply next() throws IOException {
    while (true) {
      String line = poll();
      if (line.equals(END)) {
        replies.add(END);
        throw new IOException("the Spark driver ended: " + lastOfLog());
      }
      Reply reply = JsonLine.parse(line, Reply.class);
      if (reply instanceof Reply.Failed failed) {
        throw new IOException(failed.reason());
      }
      if (!(reply instanceof Reply.Complaint complaint)) {
        return reply;
      }
      messages.accept(complaint.text());
    }
  }

  private String poll() throws IOException {
    try {
      return replies.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the cluster worked");
    }
  }

  private String lastOfLog() {
    try {
      logReader.join(TimeUnit.SECONDS.toMillis(1));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (log) {
      return log.stream()
          .filter(line -> line.contains("rror") || line.contains("Exception"))
          .findFirst()
          .or(() -> Optional.ofNullable(log.peekLast()))
          .map(line -> UNCAUGHT.matcher(line).replaceFirst(""))
          .orElse("no reason in its log; see Spark's own, or try --cluster 'local[2]'");
    }
  }

  @Override
  public void run(ClusterJob job, Listener listener) throws IOException {
    order(new Order.Run(job));
    Reply reply = next();
    while (!(reply instanceof Reply.Done)) {
      if (reply instanceof Reply.Line line) {
        listener.line(line.part(), line.text());
      } else if (reply instanceof Reply.Ended ended) {
        listener.ended(
            ended.part(), Optional.of(ended.problem()).filter(problem -> !problem.isEmpty()));
      }
      reply = next();
    }
  }

  /** Closes the driver's input, so that it ends the executors and itself. */
  private void end() {
    orders.close();
    try {
      if (!driver.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        driver.destroyForcibly();
      }
    } catch (InterruptedException e) {
      driver.destroyForcibly();
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
