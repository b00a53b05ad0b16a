package dev.tlsbench.ycsb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client in a JVM of its own, since YCSB keeps its measurements in a static field. */
public final class ClientProcess {
  private final String mainClass;
  private final Path directory;
  private String input = "";
  private List<String> jvmArguments = List.of();

  /**
   * Prepares a client in a directory, which receives the output and the data of embedded servers.
   *
   * @param mainClass the class on the test's class path
   */
  public ClientProcess(String mainClass, Path directory) {
    this.mainClass = mainClass;
    this.directory = directory;
  }

  /** Sets the standard input. */
  public ClientProcess input(String text) {
    input = text;
    return this;
  }

  /** Adds arguments of the JVM. */
  public ClientProcess jvmArguments(String... arguments) {
    jvmArguments = List.of(arguments);
    return this;
  }

  /** Runs the client to its end. */
  public Outcome run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", embeddedServers()));
    command.addAll(jvmArguments);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().put("TLSBENCH_DATA", directory.resolve("data").toString());
    return run(builder, directory, input);
  }

  /** Returns the argument that gives another JVM this one's options for embedded servers. */
  public static String embeddedServers() {
    String name = "tlsbench.embedded.jvmOptions";
    return "-D" + name + "=" + System.getProperty(name, "");
  }

  /** Runs a process to its end. */
  public static Outcome run(ProcessBuilder builder, Path directory, String input)
      throws IOException, InterruptedException {
    Path in = Files.writeString(Files.createTempFile(directory, "in", ".txt"), input);
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    Process process =
        builder
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    if (!process.waitFor(10, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IllegalStateException("no end after ten minutes: " + Files.readString(err));
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  /** Writes a small workload A. */
  public static Path workload(Path directory) throws IOException {
    return Files.writeString(
        directory.resolve("workload"),
        """
        workload=site.ycsb.workloads.CoreWorkload
        recordcount=100
        operationcount=200
        readproportion=0.5
        updateproportion=0.5
        requestdistribution=zipfian
        """);
  }

  public record Outcome(int exitCode, String out, String err) {
    /** Returns the lines of the result with this prefix. */
    public List<String> lines(String start) {
      return out.lines().filter(line -> line.startsWith(start)).toList();
    }

    /** Returns the client's own messages on standard error, without progress on a slow machine. */
    public List<String> messages() {
      return err.lines()
          .filter(line -> line.startsWith("ycsb: ") && !line.matches(".*, \\d+ s"))
          .toList();
    }
  }
}
