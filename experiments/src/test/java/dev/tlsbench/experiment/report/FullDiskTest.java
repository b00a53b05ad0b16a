package dev.tlsbench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.JavaProcess;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.UnusableFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that fills up: a file system of its own, in a namespace of its own, so that nothing of it
 * outlives the process.
 */
class FullDiskTest {
  private static final String MOUNT =
      "mount -t tmpfs -o size=\"$1\" tmpfs \"$2\" || exit 77; shift 2; exec \"$@\"";

  private Path disk = Path.of("");

  @BeforeEach
  void takeDirectory(@TempDir Path temporary) throws IOException {
    disk = Files.createDirectory(temporary.resolve("disk"));
  }

  private String on(String size, String step) throws IOException, InterruptedException {
    Assumptions.assumeTrue(Files.exists(Path.of("/usr/bin/unshare")), "no unshare here");
    ProcessBuilder java = JavaProcess.of(Main.class, step, disk.toString());
    java.command()
        .addAll(0, List.of("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", MOUNT));
    java.command().addAll(7, List.of("sh", size, disk.toString()));
    Process process =
        java
            // The JVM's own warnings, such as JDK 25's of native access, are no part of the answer.
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    Assumptions.assumeTrue(
        process.waitFor() != 77, "no file system can be mounted here: a full disk was not tested");
    return said;
  }

  @Test
  void isToldBeforeTheRun() throws Exception {
    assertThat(on("1m", "before"))
        .startsWith("--output: ")
        .contains("MiB of space, and a result may need 32; free some or name another folder")
        .endsWith("left: []\n");
  }

  @Test
  void leavesNothingHalfWritten() throws Exception {
    assertThat(on("40m", "after"))
        .startsWith("--output: cannot write to ")
        .contains("(No space left on device), and nothing was left there")
        .endsWith("left: []\n");
  }

  /** The program that runs on the small disk. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
      Path disk = Path.of(args[1]);
      SampleResult sample = SampleResult.tls13(0.959, 0.006);
      Path filler = disk.resolve("filler");
      try (ResultFolder folder = ResultFolder.create(disk, "compare", Instant.EPOCH)) {
        fill(filler, disk);
        sample.outcome().write(folder);
      } catch (UnusableFolderException e) {
        System.out.println(e.getMessage());
      }
      Files.deleteIfExists(filler);
      try (Stream<Path> left = Files.walk(disk)) {
        System.out.print("left: " + left.filter(path -> !path.equals(disk)).toList() + "\n");
      }
    }

    /** Leaves space for the first files only. */
    private static void fill(Path filler, Path disk) throws IOException {
      long free = Files.getFileStore(disk).getUsableSpace();
      Files.write(filler, new byte[Math.toIntExact(free - (128 << 10))]);
    }
  }
}
