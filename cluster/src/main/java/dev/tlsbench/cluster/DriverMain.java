package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.JsonLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * The main class of the driver. Takes orders from standard input, and ends when that ends. Orders
 * hold secrets, so arguments, configuration and job descriptions contain nothing from them.
 */
public final class DriverMain {
  private static final int SECONDS_UNTIL_MESSAGE = 15;
  private static final int SECONDS_TO_WAIT = 60;

  /** Spark counts executors on request only. */
  private static final int POLL_MILLIS = 100;

  private static final String MASTER = "spark.master";
  private static final String END = "";

  private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
  private final PrintStream replies;
  private volatile @Nullable JavaSparkContext context;

  private DriverMain(PrintStream replies) {
    this.replies = replies;
  }

  /** Runs the driver. */
  public static void main(String[] args) {
    PrintStream replies = System.out;
    // Other output to System.out must not mix with replies.
    System.setOut(System.err);
    DriverMain driver = new DriverMain(replies);
    int code = 0;
    try {
      driver.run();
    } catch (Exception e) {
      driver.reply(new Reply.Failed(message(e)));
      code = 1;
    }
    // Spark and cancelled tasks may leave threads running; Spark's hooks remove its folders.
    System.exit(code);
  }

  static String message(Throwable e) {
    String message = e.getMessage() == null ? e.toString() : e.getMessage();
    return message.lines().findFirst().orElse(message);
  }

  /** Returns the messages of an exception and of its causes in one line. */
  static String messages(Throwable e) {
    String own = message(e);
    Throwable cause = e.getCause();
    String more = cause == null ? "" : messages(cause);
    return own.contains(more) ? own : own + ": " + more;
  }

  private void reply(Reply reply) {
    reply(JsonLine.of(reply));
  }

  private synchronized void reply(String line) {
    replies.println(line);
    replies.flush();
  }

  private void run() throws Exception {
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    Order.Setup setup = (Order.Setup) JsonLine.parse(input.readLine(), Order.class);
    String master = setup.master();
    int wanted = setup.executors();
    List<String> libraries = setup.libraries();
    boolean local = master.startsWith("local");
    daemon("tlsbench-orders", () -> readOrders(input));
    daemon("tlsbench-wait", this::reportWait);
    try (JavaSparkContext spark = connected(master, configuration(master, wanted, local))) {
      context = spark;
      if (setup.secrets() && !local && !isEncrypted(spark.getConf())) {
        reply(
            new Reply.Complaint(
                "--cluster: Spark's own connections are not encrypted (spark.ssl.rpc.enabled, or"
                    + " spark.authenticate with spark.network.crypto.enabled), so passwords and keys"
                    + " cross them in plain text"));
      }
      Executors executors = new Executors(spark, local);
      try {
        if (!local) {
          libraries.forEach(spark::addFile);
        }
        await(executors, wanted);
      } catch (IllegalStateException e) {
        throw noAnswer(master, e);
      }
      reply(new Reply.Executors(executors.count()));
      Jobs jobs =
          new Jobs(
              spark,
              local ? libraries : libraries.stream().map(DriverMain::fileName).toList(),
              !local,
              this::reply);
      for (String line = orders.take(); !line.equals(END); line = orders.take()) {
        if (JsonLine.parse(line, Order.class) instanceof Order.Run run) {
          jobs.run(run.job());
        }
      }
    }
  }

  private static JavaSparkContext connected(String master, SparkConf conf) throws IOException {
    try {
      return new JavaSparkContext(conf);
    } catch (IllegalStateException | NullPointerException e) {
      // Spark stops a context without a master, even one that is not complete.
      throw noAnswer(master, e);
    } catch (Exception e) {
      throw new IOException(master + ": " + messages(e), e);
    }
  }

  /** Describes a stopped context, for which Spark gives the reason only in its log. */
  private static IOException noAnswer(String master, RuntimeException e) {
    return new IOException(
        master + ": no answer; check the address, and that its Spark has the same version", e);
  }

  private static boolean isEncrypted(SparkConf conf) {
    return conf.getBoolean("spark.ssl.rpc.enabled", false)
        || (conf.getBoolean("spark.authenticate", false)
            && conf.getBoolean("spark.network.crypto.enabled", false));
  }

  private static String fileName(String path) {
    return String.valueOf(Path.of(path).getFileName());
  }

  private static SparkConf configuration(String master, int executors, boolean local) {
    SparkConf conf = new SparkConf();
    if (!conf.contains(MASTER)) {
      conf.setMaster(master);
    }
    String number = Integer.toString(executors);
    conf.setAppName("tlsbench");
    conf.set("spark.plugins", ExecutorLink.class.getName());
    conf.set("spark.ui.showConsoleProgress", "false");
    // Executors may write broadcast data to their disks.
    conf.set("spark.io.encryption.enabled", "true");
    // A part must not be repeated: it may have inserted records.
    conf.set("spark.task.maxFailures", "1");
    conf.set("spark.stage.maxConsecutiveAttempts", "1");
    conf.set("spark.speculation", "false");
    conf.set("spark.dynamicAllocation.enabled", "false");
    conf.set("spark.executor.cores", "1");
    conf.set("spark.task.cpus", "1");
    conf.set("spark.cores.max", number);
    conf.set("spark.executor.instances", number);
    // Containers also hold the JVM that measures.
    conf.setIfMissing("spark.executor.memoryOverhead", "2g");
    conf.setIfMissing("spark.log.level", "WARN");
    if (local) {
      conf.setIfMissing("spark.ui.enabled", "false");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
    }
    return conf;
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Reports a master that does not answer, while Spark tries again. */
  private void reportWait() {
    LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(SECONDS_UNTIL_MESSAGE));
    if (context == null) {
      reply(new Reply.Complaint("--cluster: no answer of the master so far; waiting"));
    }
  }

  /** Ends all jobs when the input ends, because the process that reads their results has ended. */
  private void readOrders(BufferedReader input) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        orders.add(line);
      }
    } catch (IOException e) {
      // Handled like the end of the input.
    }
    orders.add(END);
    if (context == null) {
      System.exit(1);
    }
    JavaSparkContext spark = context;
    if (spark != null) {
      spark.cancelAllJobs();
    }
  }

  private void await(Executors executors, int wanted) throws IOException, InterruptedException {
    long start = System.nanoTime();
    boolean told = false;
    while (executors.count() < wanted) {
      long seconds = (System.nanoTime() - start) / 1_000_000_000;
      if (seconds >= SECONDS_TO_WAIT) {
        throw new IOException(
            "only "
                + executors.count()
                + " of "
                + wanted
                + " executors after "
                + SECONDS_TO_WAIT
                + " s; start more workers, or ask for fewer --executors");
      }
      if (seconds >= SECONDS_UNTIL_MESSAGE && !told) {
        told = true;
        reply(
            new Reply.Complaint(
                "--executors: the cluster has given "
                    + executors.count()
                    + " of "
                    + wanted
                    + " so far; waiting"));
      }
      if (END.equals(orders.peek())) {
        return;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** The executors that are registered with Spark. */
  private record Executors(JavaSparkContext spark, boolean local) {
    int count() {
      return local
          ? spark.defaultParallelism()
          // The list includes the driver.
          : spark.sc().statusTracker().getExecutorInfos().length - 1;
    }
  }
}
