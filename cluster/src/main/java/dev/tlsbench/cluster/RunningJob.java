package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterMessage.Job;
import dev.tlsbench.client.cluster.ClusterMessage.Part;
import dev.tlsbench.client.cluster.JsonLine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** The job of a driver, and its executors. */
final class RunningJob {
  private static final int SECONDS_UNTIL_MESSAGE = 15;
  private static final int SECONDS_TO_WAIT = 60;

  /** The time limit for all parts to have an executor and be connected. */
  private static final int SECONDS_TO_START = 120;

  private final Job job;
  private final Consumer<String> lines;
  private final Semaphore executors = new Semaphore(0);
  private final Set<Integer> ready = ConcurrentHashMap.newKeySet();
  private final CountDownLatch missing;

  /**
   * Prepares a job, before there is a context.
   *
   * @param lines receives each {@link ClusterMessage} of the driver and of the parts
   */
  RunningJob(Job job, Consumer<String> lines) {
    this.job = job;
    this.lines = lines;
    this.missing = new CountDownLatch(job.parts().size());
    ExecutorLink.receive(this);
  }

  void executorAdded() {
    executors.release();
  }

  void executorRemoved() {
    executors.tryAcquire();
  }

  /**
   * Waits until the cluster has given all executors.
   *
   * @throws IOException if it does not give them in time
   * @throws IllegalStateException if the cluster has ended the application
   */
  void awaitExecutors(JavaSparkContext spark) throws IOException, InterruptedException {
    int wanted = job.parts().size();
    if (executors.tryAcquire(wanted, SECONDS_UNTIL_MESSAGE, TimeUnit.SECONDS)) {
      return;
    }
    String given = executors.availablePermits() + " of " + wanted;
    send(
        new ClusterMessage.Note(
            "--executors: the cluster has given " + given + " so far; waiting"));
    int left = SECONDS_TO_WAIT - SECONDS_UNTIL_MESSAGE;
    if (!executors.tryAcquire(wanted, left, TimeUnit.SECONDS)) {
      if (spark.sc().isStopped()) {
        throw new IllegalStateException("Spark's context was stopped");
      }
      throw new IOException(
          "only "
              + executors.availablePermits()
              + " of "
              + wanted
              + " executors after "
              + SECONDS_TO_WAIT
              + " s; start more workers, or ask for fewer --executors");
    }
  }

  /** Runs a Spark job for each part, because Spark cancels all tasks of a job if one fails. */
  void run(JavaSparkContext spark) throws InterruptedException {
    // Tasks are threads that wait for a process.
    spark.setLocalProperty("spark.job.interruptOnCancel", "true");
    List<Thread> tasks = new ArrayList<>();
    for (Part part : job.parts()) {
      Thread task = new Thread(() -> run(spark, part), "tlsbench-part-" + part.number());
      tasks.add(task);
      task.start();
    }
    if (!missing.await(SECONDS_TO_START, TimeUnit.SECONDS)) {
      // Parts without an executor must not run after the others.
      spark.cancelAllJobs();
    }
    for (Thread task : tasks) {
      task.join();
    }
  }

  private void run(JavaSparkContext spark, Part part) {
    String reason = "its process ended";
    try {
      Broadcast<String> input = spark.broadcast(JsonLine.of(part));
      try {
        spark.parallelize(List.of(part.number()), 1).foreach(new PartRunner(job, input));
      } finally {
        input.destroy();
      }
    } catch (Exception | LinkageError e) {
      reason = DriverMain.message(e);
    } finally {
      // The others must not wait for a lost part.
      waits(part.number());
      send(new ClusterMessage.Lost(part.number(), reason));
    }
  }

  static String fileName(String path) {
    return String.valueOf(Path.of(path).getFileName());
  }

  /** Receives a line of a part; must not block. */
  void line(String line) {
    lines.accept(line);
  }

  /** Notes that a part waits or has ended, and returns true if all do. */
  boolean waits(int part) {
    if (ready.add(part)) {
      missing.countDown();
      if (missing.getCount() == 0) {
        send(new ClusterMessage.Start());
      }
    }
    return missing.getCount() == 0;
  }

  private void send(ClusterMessage message) {
    lines.accept(JsonLine.of(message));
  }
}
