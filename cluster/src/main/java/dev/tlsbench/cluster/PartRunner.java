package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.JsonLine;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.network.util.JavaUtils;

/** A task: runs one part of a job in a JVM of its own, which ends with this JVM. */
final class PartRunner implements VoidFunction<Integer> {
  private static final long serialVersionUID = 1;

  /** Spark's plugins cannot send to an executor, so it asks for the start. */
  private static final int MILLIS_UNTIL_QUESTION = 50;

  private final String mainClass;
  private final ArrayList<String> jvmArguments;
  private final ArrayList<String> libraries;
  private final boolean areFiles;
  private final Broadcast<String> input;

  /**
   * Prepares a task.
   *
   * @param input the part; not a field of this object, which Spark may display and log
   */
  PartRunner(ClusterMessage.Job job, Broadcast<String> input) {
    this.mainClass = job.mainClass();
    this.jvmArguments = new ArrayList<>(job.jvmArguments());
    this.libraries = new ArrayList<>(job.libraries());
    this.areFiles = !job.isLocal();
    this.input = input;
  }

  /**
   * Runs a part.
   *
   * @throws IOException if its process cannot be started, or ends with another exit code than 0
   */
  @Override
  public void call(Integer part) throws Exception {
    TaskContext task = TaskContext.get();
    if (task.attemptNumber() > 0 || task.stageAttemptNumber() > 0) {
      throw new IOException("a part is not repeated, since it may have inserted records");
    }
    Path folder = privateFolder();
    ExecutorService readers = Executors.newFixedThreadPool(2);
    Process process = start(folder);
    try (PrintStream orders =
        new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8)) {
      Future<?> errors = readers.submit(() -> passOn(part, process));
      Future<?> output = readers.submit(() -> serve(part, process, orders));
      orders.println(input.value());
      output.get();
      errors.get();
      int code = process.waitFor();
      // The end of a task may overtake its messages, but not an answered question.
      ExecutorLink.ask(part);
      if (code != 0) {
        throw new IOException("its JVM ended with exit code " + code);
      }
    } catch (ExecutionException e) {
      throw new IOException(DriverMain.messages(e.getCause() == null ? e : e.getCause()), e);
    } finally {
      process.destroyForcibly();
      process.waitFor();
      readers.shutdown();
      JavaUtils.deleteRecursively(folder.toFile());
    }
  }

  /** Passes lines on until the part ends, and starts it when all parts are ready. */
  private static Object serve(int part, Process process, PrintStream orders) throws Exception {
    String ready = JsonLine.of(new ClusterMessage.Ready());
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals(ready)) {
        while (!ExecutorLink.ask(part)
            && !process.waitFor(MILLIS_UNTIL_QUESTION, TimeUnit.MILLISECONDS)) {
          // Asks again.
        }
        orders.println(JsonLine.of(new ClusterMessage.Start()));
      } else {
        // A JVM's own warnings are no messages.
        ExecutorLink.send(line.startsWith("{") ? line : note(part, line));
      }
    }
    return part;
  }

  private static Object passOn(int part, Process process) throws IOException {
    BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
    for (String line = errors.readLine(); line != null; line = errors.readLine()) {
      ExecutorLink.send(note(part, line));
    }
    return part;
  }

  private static String note(int part, String line) {
    return JsonLine.of(new ClusterMessage.Note("executor " + part + ": " + line));
  }

  /** Creates a folder for TLS files, including keys, and for unpacked libraries. */
  private static Path privateFolder() throws IOException {
    // The path is relative on some clusters.
    Path parent = Path.of(SparkFiles.getRootDirectory()).toAbsolutePath().normalize();
    Files.createDirectories(parent);
    // Temporary folders are their owner's alone.
    return Files.createTempDirectory(parent, ClusterMessage.Part.FOLDER);
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
            areFiles
                ? libraries.stream().map(RunningJob::fileName).map(SparkFiles::get).toList()
                : libraries));
    command.add(mainClass);
    return new ProcessBuilder(command).start();
  }
}
