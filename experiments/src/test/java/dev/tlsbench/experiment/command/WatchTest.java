package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reliability of the search for secrets. */
class WatchTest {
  private static final String SECRET = "Caracal4715";
  private static final SecretSearch SEARCH = new SecretSearch(SECRET);

  @TempDir private Path directory;

  @Test
  void findsATemporaryFileOfThisJvm() throws Exception {
    Watch watch = Watch.over(directory, SEARCH);
    Path file = Files.createTempFile("watch", ".txt");
    try {
      Files.writeString(file, SECRET);
      watch.end();
      assertThat(watch.found()).containsExactly(file + ": " + SECRET);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void findsATemporaryFileOfAProcessThatThisJvmHasStarted() throws Exception {
    Watch watch = Watch.over(directory, SEARCH);
    Path file = writtenByAProcess(System.getProperty("java.io.tmpdir"));
    try {
      watch.end();
      assertThat(watch.found()).containsExactly(file + ": " + SECRET);
    } finally {
      Files.delete(file);
    }
  }

  @Test
  void leavesTemporaryFilesOfOthersAlone() throws Exception {
    assumeTrue(System.getProperty("java.io.tmpdir").contains("tlsbench-tests-"), "set by Maven");
    Watch watch = Watch.over(directory, SEARCH);
    Path file = writtenByAProcess("");
    try {
      watch.end();
      assertThat(watch.found()).isEmpty();
    } finally {
      Files.delete(file);
    }
  }

  private static Path writtenByAProcess(String temporary) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", "-c", "f=$(mktemp) && cat >\"$f\" && echo \"$f\"");
    builder.environment().put("TMPDIR", temporary);
    Process process = builder.start();
    process.getOutputStream().write(SECRET.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().close();
    return Path.of(text(process.getInputStream()).strip());
  }

  private static String text(InputStream from) throws IOException {
    return new String(from.readAllBytes(), StandardCharsets.UTF_8);
  }

  /** A failed inspection is an error, not an absence of findings. */
  @Test
  void failsIfItCouldNotLook() throws Exception {
    Path loop = directory.resolve("loop");
    Files.createSymbolicLink(loop, loop);
    Watch watch = Watch.over(loop.resolve("below"), SEARCH);
    assertThatThrownBy(watch::end).isInstanceOf(IOException.class);
  }
}
