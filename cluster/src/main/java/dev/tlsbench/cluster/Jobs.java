package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.JsonLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** Runs jobs, one after the other. */
final class Jobs implements ExecutorLink.Receiver {
  /** The time limit for all parts to have an executor and be connected. */
  private static final int SECONDS_TO_START = 120;

  private static final int POLL_MILLIS = 200;

  private final JavaSparkContext spark;
  private final List<String> libraries;
  private final boolean areFiles;
  private final Consumer<String> replies;
  private final Set<Integer> ready = ConcurrentHashMap.newKeySet();
  private int number;

  /** The number of the running job; 0 if there is none. */
  private volatile int current;

  private volatile int parts;

  /**
   * @param replies receives each {@link Reply} as a line
   */
  Jobs(JavaSparkContext spark, List<String> libraries, boolean areFiles, Consumer<String> replies) {
    this.spark = spark;
    this.libraries = libraries;
    this.areFiles = areFiles;
    this.replies = replies;
    ExecutorLink.receive(this);
  }

  /** Runs a job, and reports the end of each part and of all. */
  void run(ClusterJob job) throws InterruptedException {
    number++;
    ready.clear();
    parts = job.inputs().size();
    current = number;
    // One for each part, so that an executor fetches only its own.
    List<Broadcast<String>> inputs = job.inputs().stream().map(spark::broadcast).toList();
    PartRunner runner = new PartRunner(current, job, libraries, areFiles, inputs);
    try {
      apart(runner);
    } finally {
      current = 0;
      inputs.forEach(Broadcast::destroy);
    }
    reply(new Reply.Done());
  }

  /** Runs a Spark job for each part, because Spark cancels all tasks of a job if one fails. */
  private void apart(PartRunner runner) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      int part = i;
      Thread thread =
          new Thread(
              () -> reply(new Reply.Ended(part, alone(runner, part))), "tlsbench-part-" + part);
      all.add(thread);
      thread.start();
    }
    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_START);
    for (Thread thread : all) {
      while (thread.isAlive()) {
        thread.join(POLL_MILLIS);
        if (ready.size() < parts && System.nanoTime() > latest) {
          // Parts without an executor must not run after the others.
          spark.cancelAllJobs();
        }
      }
    }
  }

  /** Runs one part; returns the problem, or an empty string. */
  private String alone(PartRunner runner, int part) {
    try {
      spark.parallelize(List.of(part), 1).mapPartitions(own -> run(runner, own)).count();
      return "";
    } catch (Exception e) {
      return DriverMain.message(e);
    } finally {
      // The others must not wait for a lost part.
      ready.add(part);
    }
  }

  private static Iterator<Integer> run(PartRunner runner, Iterator<Integer> parts) {
    while (parts.hasNext()) {
      try {
        runner.run(parts.next());
      } catch (RuntimeException e) {
        throw e;
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        throw new IllegalStateException(DriverMain.message(e), e);
      }
    }
    return Collections.emptyIterator();
  }

  @Override
  public void line(int job, String line) {
    if (job == current) {
      replies.accept(line);
    }
  }

  @Override
  public boolean waits(int job, int part) {
    if (job == current) {
      ready.add(part);
    }
    return job == current && ready.size() >= parts;
  }

  private void reply(Reply reply) {
    replies.accept(JsonLine.of(reply));
  }
}
