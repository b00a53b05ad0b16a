package dev.tlsbench.client;

import dev.tlsbench.client.cluster.PartInput;
import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.client.run.PartLines;
import dev.tlsbench.client.run.PartTask;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.Binding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The main class of one executor's part of a load or run. Its first line of input has the
 * properties, the second one lets it start when it is connected; it ends with its input.
 */
public final class PartMain {
  private static final String BINDING = "tlsbench.binding";
  private static final String TRANSACTIONS = "tlsbench.transactions";

  private static final Logger BOUNCY_CASTLE = Logger.getLogger("org.bouncycastle.jsse");

  private final BufferedReader input;
  private final PrintStream output;

  private PartMain(BufferedReader input, PrintStream output) {
    this.input = input;
    this.output = output;
  }

  /** Returns the properties by which a part knows what to do. */
  static Map<String, String> properties(Invocation work) {
    return Map.of(
        BINDING, work.binding().id(), TRANSACTIONS, String.valueOf(work.phase() == Phase.RUN));
  }

  /** Runs the part that standard input describes. */
  public static void main(String[] args) throws IOException {
    PrintStream output = System.out;
    // YCSB and drivers print to System.out.
    System.setOut(System.err);
    BOUNCY_CASTLE.setLevel(Level.SEVERE);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    new PartMain(input, output).run();
    // Drivers may leave threads.
    System.exit(ExitCode.DONE);
  }

  private void run() throws IOException {
    PartLines lines = new PartLines(output);
    Map<String, String> packed = ShippedProperties.parse(input.readLine());
    PartInput others = new PartInput(input);
    // Removed by the executor, with the folder for temporary files that this JVM was given.
    Path folder = Files.createTempDirectory("tlsbench-part");
    try {
      Properties properties = ShippedProperties.unpack(packed, folder);
      NamedGroupsOfJdk.apply(properties);
      boolean usable =
          new PartTask(
                  Binding.of(properties.getProperty(BINDING)),
                  properties,
                  Files.createDirectory(folder.resolve("series")),
                  lines)
              .run(
                  Boolean.parseBoolean(properties.getProperty(TRANSACTIONS)),
                  () -> others.await(output, ""));
      lines.end(usable ? ExitCode.DONE : ExitCode.UNUSABLE, "");
    } catch (Exception e) {
      fail(lines, e);
    }
  }

  private static void fail(PartLines lines, Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidSettingException) {
        lines.end(ExitCode.INVALID, String.valueOf(cause.getMessage()));
        return;
      }
      if (cause instanceof ConnectFailedException) {
        lines.end(ExitCode.NO_CONNECTION, String.valueOf(cause.getMessage()));
        return;
      }
    }
    lines.end(ExitCode.UNUSABLE, e.toString());
  }
}
