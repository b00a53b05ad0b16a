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
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;

/** A task: runs one part of a job in a JVM of its own, which ends with this one. */
final class PartRunner implements Serializable {
  private static final long serialVersionUID = 1;

  /** Spark reports neither a killed task nor the other parts; both are polled. */
  private static final int POLL_MILLIS = 50;

  /** A part that keeps time with others waits for them at the start and at the end. */
  private static final int WAITS = 2;

  /** A message that needs an answer, and nothing else. */
  static final String FLUSH = "flush";

  private final String job;
  private final String mainClass;
  private final ArrayList<String> jvmArguments;
  private final boolean timed;
  private final ArrayList<String> libraries;
  private final boolean areFiles;
  private final ArrayList<Broadcast<String>> inputs;

  /**
   * Prepares tasks.
   *
   * @param job its number, which messages carry
   * @param libraries a class path, or names of files that Spark has sent
   * @param inputs of the job's parts; not in this object, which Spark may show and log
   */
  PartRunner(
      String job,
      ClusterJob of,
      List<String> libraries,
      boolean areFiles,
      List<Broadcast<String>> inputs) {
    this.job = job;
    this.mainClass = of.mainClass();
    this.jvmArguments = new ArrayList<>(of.jvmArguments());
    this.timed = of.timed();
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
      int waits = serve(part, orders, output);
      int code = process.waitFor();
      complaints.join();
      // The end of a task overtakes what it has sent, but not what was answered.
      ExecutorLink.ask(FLUSH, job, Integer.toString(part), "");
      if (code != 0) {
        throw new IOException("its JVM ended with exit code " + code);
      }
      if (timed && waits < WAITS) {
        // The others wait for it, and must not do so for ever.
        throw new IOException("it ended before " + (waits == 0 ? "the start" : "the others"));
      }
    } finally {
      process.destroyForcibly();
      process.waitFor();
      delete(folder);
    }
  }

  /** Passes lines on until the part ends; returns how often it has waited for the others. */
  private int serve(int part, PrintStream orders, BufferedReader output) throws Exception {
    int waits = 0;
    try (Timetable timetable = timed ? Timetable.ofTask() : null) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(ClusterJob.READY)) {
          waits++;
          String text = line.substring(ClusterJob.READY.length());
          orders.println((timetable == null ? start(part, text) : timetable.agree(text)).line());
        } else {
          ExecutorLink.send(Wire.LINE, job, Integer.toString(part), line);
        }
      }
    }
    return waits;
  }

  /** Makes a folder for files of TLS, with keys, and for unpacked libraries. */
  private static Path privateFolder() throws IOException {
    // Relative on some clusters.
    Path parent = Path.of(SparkFiles.getRootDirectory()).toAbsolutePath().normalize();
    Files.createDirectories(parent);
    return Files.createTempDirectory(
        parent,
        PartInput.FOLDER,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
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

  /** A task that is killed does not notice it by itself while it reads. */
  private static void endWith(TaskContext task, Process process) {
    try {
      boolean ended = false;
      while (!ended && !task.isInterrupted()) {
        ended = process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }

  private void passOn(Process process, int part) {
    try {
      process
          .errorReader(StandardCharsets.UTF_8)
          .lines()
          .forEach(
              line -> {
                try {
                  ExecutorLink.send(Wire.COMPLAINT, job, Integer.toString(part), line);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (UncheckedIOException e) {
      // Killed in the middle of a line.
    }
  }

  private ClusterJob.Start start(int part, String text) throws Exception {
    while (!Boolean.TRUE.equals(
        ExecutorLink.ask(ClusterJob.READY, job, Integer.toString(part), text))) {
      Thread.sleep(POLL_MILLIS);
    }
    return ClusterJob.Start.NOW;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
