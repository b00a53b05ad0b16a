package dev.tlsbench.client.cluster;

import dev.tlsbench.embedded.PrivateFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/**
 * The input of a part, after its first line. When the input ends, the executor that started this
 * JVM has ended, so the JVM ends too.
 */
public final class PartInput {
  /** The prefix of the name of a part's folder for temporary files. */
  public static final String FOLDER = "tlsbench-part-";

  private final CountDownLatch start = new CountDownLatch(1);

  /** Starts reading. */
  public PartInput(BufferedReader input) {
    Thread reader = new Thread(() -> read(input), "tlsbench-input");
    reader.setDaemon(true);
    reader.start();
  }

  private void read(BufferedReader input) {
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        start.countDown();
      }
    } catch (IOException e) {
      // Treated as the end of the input.
    }
    deletePrivateFiles();
    // Without hooks, which could wait for a server; the exit code is not read.
    Runtime.getRuntime().halt(1);
  }

  /** Deletes keys, since an executor that was killed cannot. */
  private static void deletePrivateFiles() {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    if (!String.valueOf(folder.getFileName()).startsWith(FOLDER)) {
      return;
    }
    try {
      PrivateFiles.deleteRecursively(folder);
    } catch (IOException e) {
      // Another process may be deleting it, too.
    }
  }

  /**
   * Waits for the other parts.
   *
   * @param output standard output
   */
  public void await(PrintStream output) throws InterruptedException {
    output.println(ClusterJob.READY);
    output.flush();
    start.await();
  }
}
