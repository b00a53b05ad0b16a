package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterJob;
import dev.tlsbench.client.cluster.PartInput;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.network.util.JavaUtils;

/** A task: runs one part of a job in a JVM of its own, which ends with this JVM. */
final class PartRunner implements Serializable {
  private static final long serialVersionUID = 1;

  /** Spark reports neither a killed task nor the other parts; both are polled. */
  private static final int POLL_MILLIS = 50;

  private final int job;
  private final String mainClass;
  private final ArrayList<String> jvmArguments;
  private final ArrayList<String> libraries;
  private final boolean areFiles;
  private final ArrayList<Broadcast<String>> inputs;

  /**
   * Prepares tasks.
   *
   * @param job the job's number, which messages carry
   * @param libraries a class path, or names of files that Spark has sent
   * @param inputs of the job's parts; not fields of this object, which Spark may display and log
   */
  PartRunner(
      int job,
      ClusterJob of,
      List<String> libraries,
      boolean areFiles,
      List<Broadcast<String>> inputs) {
    this.job = job;
    this.mainClass = of.mainClass();
    this.jvmArguments = new ArrayList<>(of.jvmArguments());
    this.libraries = new ArrayList<>(libraries);
    this.areFiles = areFiles;
    this.inputs = new ArrayList<>(inputs);
  }

  /**
   * Runs a part.
   *
   * @throws IOException if its process cannot be started, or ends with another exit code than 0
   */
  void run(int part) throws Exception {
    TaskContext task = TaskContext.get();
    if (task.attemptNumber() > 0 || task.stageAttemptNumber() > 0) {
      throw new IOException("a part is not repeated, since it may have inserted records");
    }
    Path folder = privateFolder();
    Process process = start(folder);
    Thread guard = new Thread(() -> endWith(task, process), "tlsbench-guard-" + part);
    guard.setDaemon(true);
    guard.start();
    Thread complaints = new Thread(() -> passOn(process, part), "tlsbench-complaints-" + part);
    complaints.setDaemon(true);
    complaints.start();
    try (PrintStream orders =
            new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      orders.println(inputs.get(part).value());
      serve(part, orders, output);
      int code = process.waitFor();
      complaints.join();
      // The end of a task may overtake its messages, but not an answered question.
      ExecutorLink.ask(job, part);
      if (code != 0) {
        throw new IOException("its JVM ended with exit code " + code);
      }
    } finally {
      process.destroyForcibly();
      process.waitFor();
      JavaUtils.deleteRecursively(folder.toFile());
    }
  }

  /** Passes lines on until the part ends, and starts it when all parts are ready. */
  private void serve(int part, PrintStream orders, BufferedReader output) throws Exception {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals(ClusterJob.READY)) {
        while (!ExecutorLink.ask(job, part)) {
          Thread.sleep(POLL_MILLIS);
        }
        orders.println(ClusterJob.START);
      } else {
        ExecutorLink.send(job, new Reply.Line(part, line));
      }
    }
  }

  /** Creates a folder for TLS files, including keys, and for unpacked libraries. */
  private static Path privateFolder() throws IOException {
    // The path is relative on some clusters.
    Path parent = Path.of(SparkFiles.getRootDirectory()).toAbsolutePath().normalize();
    Files.createDirectories(parent);
    // Temporary folders are their owner's alone.
    return Files.createTempDirectory(parent, PartInput.FOLDER);
  }

  private Process start(Path folder) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(
        String.join(
            File.pathSeparator,
            areFiles ? libraries.stream().map(SparkFiles::get).toList() : libraries));
    command.add(mainClass);
    return new ProcessBuilder(command).start();
  }

  /** Ends the process of a killed task, since the task is blocked in a read and does not notice. */
  private static void endWith(TaskContext task, Process process) {
    try {
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (task.isInterrupted()) {
          process.destroyForcibly();
        }
      }
      // No destroy after the exit: it would close output that may not be read completely.
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void passOn(Process process, int part) {
    try {
      process
          .errorReader(StandardCharsets.UTF_8)
          .lines()
          .forEach(
              line -> {
                try {
                  ExecutorLink.send(job, new Reply.Complaint("executor " + part + ": " + line));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (UncheckedIOException e) {
      // The process was killed while it wrote a line.
    }
  }
}
