package dev.tlsbench.jmh.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The commit that was measured, if the run was started inside a checkout of this project. */
final class Checkout {
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private Checkout() {}

  /**
   * Asks git. A checkout of another project around {@code benchmarks.jar} does not count.
   *
   * @param directory where to look, and above
   * @return the hash, with {@code -dirty} if tracked files differ from it
   */
  static Optional<String> commit(Path directory) {
    Path root = directory.toAbsolutePath();
    while (root != null && !Files.exists(root.resolve(".git"))) {
      root = root.getParent();
    }
    if (root == null || !Files.exists(root.resolve("jmh-suite/pom.xml"))) {
      return Optional.empty();
    }
    Subprocess.Outcome outcome =
        Subprocess.run(
            LIMIT,
            List.of(
                "git",
                "-C",
                root.toString(),
                "describe",
                "--always",
                "--dirty",
                "--abbrev=40",
                "--exclude=*"));
    return Optional.of(outcome.output().strip()).filter(hash -> !hash.isEmpty());
  }
}
