package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterMessage.Job;
import dev.tlsbench.client.cluster.JsonLine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/**
 * The main class of the driver. Its first line of input is a {@link Job}, and it ends when its
 * input does. A job holds secrets, so arguments, configuration and job descriptions contain nothing
 * from it.
 */
public final class DriverMain {
  private static final int SECONDS_UNTIL_MESSAGE = 15;
  private static final String MASTER = "spark.master";

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
    try {
      driver.run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    } catch (Exception e) {
      driver.reply(new ClusterMessage.Failed(message(e)));
    }
    // Spark and cancelled tasks may leave threads running; Spark's hooks remove its folders.
    System.exit(0);
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

  private void reply(ClusterMessage reply) {
    reply(JsonLine.of(reply));
  }

  private synchronized void reply(String line) {
    replies.println(line);
    replies.flush();
  }

  private void run(BufferedReader input) throws Exception {
    Job job = JsonLine.parse(input.readLine(), Job.class);
    Thread end = new Thread(() -> endWith(input), "tlsbench-input");
    end.setDaemon(true);
    end.start();
    CompletableFuture.delayedExecutor(SECONDS_UNTIL_MESSAGE, TimeUnit.SECONDS)
        .execute(this::reportWait);
    RunningJob running = new RunningJob(job, this::reply);
    String master = job.master();
    boolean local = job.isLocal();
    try (JavaSparkContext spark = connected(job)) {
      context = spark;
      if (!local) {
        if (job.secrets() && !isEncrypted(spark.getConf())) {
          reply(
              new ClusterMessage.Note(
                  "--cluster: Spark's own connections are not encrypted (spark.ssl.rpc.enabled, or"
                      + " spark.authenticate with spark.network.crypto.enabled), so passwords and"
                      + " keys cross them in plain text"));
        }
        try {
          job.libraries().forEach(spark::addFile);
          running.awaitExecutors(spark);
        } catch (IllegalStateException e) {
          throw noAnswer(master, e);
        }
      }
      running.run(spark);
    }
  }

  private static JavaSparkContext connected(Job job) throws IOException {
    String master = job.master();
    try {
      return new JavaSparkContext(configuration(job));
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

  private static SparkConf configuration(Job job) {
    SparkConf conf = new SparkConf();
    conf.setIfMissing(MASTER, job.master());
    String number = Integer.toString(job.parts().size());
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
    // Before the user's own spark.executor.extraJavaOptions.
    conf.setIfMissing("spark.executor.defaultJavaOptions", SparkHome.JVM_OPTION);
    conf.setIfMissing("spark.log.level", "WARN");
    if (job.isLocal()) {
      conf.setIfMissing("spark.ui.enabled", "false");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
    }
    return conf;
  }

  /** Reports a master that does not answer, while Spark tries again. */
  private void reportWait() {
    if (context == null) {
      reply(new ClusterMessage.Note("--cluster: no answer of the master so far; waiting"));
    }
  }

  /** Ends all parts when the input ends, because the process that reads their results has ended. */
  private void endWith(BufferedReader input) {
    try {
      input.transferTo(Writer.nullWriter());
    } catch (IOException e) {
      // Handled like the end of the input.
    }
    JavaSparkContext spark = context;
    if (spark != null) {
      spark.cancelAllJobs();
      spark.close();
    }
    System.exit(0);
  }
}
