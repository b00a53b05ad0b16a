package dev.tlsbench.client;

import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import site.ycsb.measurements.Measurements;

/**
 * A client in the JVM of the test, which takes no time to start. A {@link ClientProcess} is for
 * what concerns the process: properties of the JVM, standard streams, threads that never end.
 */
public final class LocalClient {
  private final Path directory;

  /** Runs clients whose embedded servers keep their data in a directory. */
  public LocalClient(Path directory) {
    this.directory = directory;
  }

  /** Runs the client to its end. */
  public Outcome run(String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("TLSBENCH_DATA", directory.resolve("data").toString());
    forgetMeasurements();
    try {
      int exitCode = new YcsbClient(stream(out), stream(err), environment).run(arguments);
      return new Outcome(
          exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    } finally {
      forgetMeasurements();
    }
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  /** YCSB keeps the measurements of its one run in a static field, and has no way to empty it. */
  public static void forgetMeasurements() {
    try {
      Field only = Measurements.class.getDeclaredField("singleton");
      only.setAccessible(true);
      only.set(null, null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
