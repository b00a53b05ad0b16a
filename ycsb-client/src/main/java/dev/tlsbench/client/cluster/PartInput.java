package dev.tlsbench.client.cluster;

import dev.tlsbench.client.cluster.ClusterJob.Start;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;

/**
 * The input of a part, after its first line. When it ends, so does the JVM: the executor that
 * started it has ended.
 */
public final class PartInput {
  /** The beginning of the name of a part's folder for temporary files. */
  public static final String FOLDER = "tlsbench-part-";

  private static final int LOST = 4;

  private final BlockingQueue<Start> starts = new LinkedBlockingQueue<>();

  /** Begins to read. */
  public PartInput(BufferedReader input) {
    Thread reader = new Thread(() -> read(input), "tlsbench-input");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(BufferedReader input) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        starts.add(Start.parse(line));
      }
    } catch (IOException e) {
      // As if it had ended.
    }
    deletePrivateFiles();
    // Without hooks, which could wait for a server.
    Runtime.getRuntime().halt(LOST);
  }

  /** Deletes keys, which the executor cannot do if it was killed. */
  private static void deletePrivateFiles() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    if (!String.valueOf(folder.getFileName()).startsWith(FOLDER)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // Another process may be deleting it, too.
    }
  }

  /**
   * Waits for the other parts.
   *
   * @param output standard output
   * @param text for the others; without spaces
   */
  public Start await(PrintStream output, String text) throws InterruptedException {
    output.println(ClusterJob.READY + text);
    output.flush();
    return starts.take();
  }
}
