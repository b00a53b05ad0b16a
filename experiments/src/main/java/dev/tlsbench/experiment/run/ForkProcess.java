package dev.tlsbench.experiment.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.experiment.run.ForkReply.EpochData;
import dev.tlsbench.ycsb.client.GivenProperties;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A forked JVM, seen from the run. For one thread at a time; {@link #kill} for any. */
final class ForkProcess implements AutoCloseable {
  /** As many collector threads as there are: none that compete with client and server. */
  private static final List<String> JVM = List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC");

  private static final int FIRST_TO_WARN_OF_NATIVE_CODE = 24;

  private final ObjectMapper json = new ObjectMapper();
  private final Process process;
  private final PrintStream orders;
  private final BufferedReader replies;

  private ForkProcess(Process process, Consumer<String> messages) {
    this.process = process;
    this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    Thread complaints =
        new Thread(
            () ->
                new BufferedReader(
                        new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))
                    .lines()
                    .forEach(messages),
            "tlsbench-fork-messages");
    complaints.setDaemon(true);
    complaints.start();
  }

  /**
   * Starts a JVM and waits until all variants have connected once.
   *
   * @param jvmArguments go behind those that every fork has
   * @param messages takes what the fork says on its standard error, line by line
   * @throws InvalidSettingException if a property is wrong
   * @throws ConnectFailedException if a variant cannot connect, or not as it asks
   * @throws IOException if the JVM does not start or ends at once
   */
  static ForkProcess start(ForkSpec spec, List<String> jvmArguments, Consumer<String> messages)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.add(KeySeed.OPEN);
    if (Runtime.version().feature() >= FIRST_TO_WARN_OF_NATIVE_CODE) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    if (LegacyTls.isAllowed()) {
      command.add(LegacyTls.jvmArgument());
    }
    command.addAll(jvmArguments);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(ForkMain.class.getName());
    ProcessBuilder builder = new ProcessBuilder(command);
    GivenProperties.removeFrom(builder.environment());
    ForkProcess fork = new ForkProcess(builder.start(), messages);
    try {
      fork.orders.println(fork.json.writeValueAsString(spec));
      fork.reply();
      return fork;
    } catch (IOException | RuntimeException e) {
      fork.kill();
      throw e;
    }
  }

  /**
   * Runs an epoch.
   *
   * @throws ConnectFailedException if a variant cannot connect; the fork has ended then
   * @throws IOException if the JVM ended
   */
  EpochData run(EpochOrder order) throws IOException {
    orders.println(json.writeValueAsString(order));
    EpochData epoch = reply().epoch();
    if (epoch == null) {
      throw new IOException("the forked JVM did not answer with an epoch");
    }
    return epoch;
  }

  private ForkReply reply() throws IOException {
    String line = replies.readLine();
    if (line == null) {
      throw new IOException("the forked JVM ended before its time; what it said is above");
    }
    ForkReply reply = json.readValue(line, ForkReply.class);
    ForkReply.Failure failure = reply.failure();
    if (failure != null) {
      switch (failure.kind()) {
        case INVALID -> throw new InvalidSettingException(failure.message());
        case NO_CONNECTION -> throw new ConnectFailedException(failure.message());
        case BROKEN -> throw new IOException(failure.message());
      }
    }
    return reply;
  }

  /** Ends the JVM at once. */
  void kill() {
    process.destroyForcibly();
  }

  /** Lets the JVM end. */
  @Override
  public void close() {
    orders.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
