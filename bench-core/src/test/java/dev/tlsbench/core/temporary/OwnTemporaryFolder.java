package dev.tlsbench.core.temporary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Creates the folder for temporary files that Maven names for each JVM of tests, and deletes it
 * when the JVM ends. No other JVM writes there. JUnit loads this class as a service.
 *
 * <p>Only its owner may list it; everybody may enter it, since PostgreSQL runs as another user. It
 * is not in {@code target/}: paths of Unix sockets are short, and a checkout may lie where other
 * users get no access.
 */
public final class OwnTemporaryFolder implements LauncherSessionListener {
  private static final String OF_SERVERS = "tlsbench-";
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(10);

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    if (Files.exists(folder)) {
      // The machine's own, or that of an earlier session in this JVM.
      return;
    }
    try {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx--x--x")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder), "delete-temporary"));
  }

  /** Waits for embedded servers, which delete their own folders while this JVM ends. */
  private static void delete(Path folder) {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    do {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder())
            .filter(path -> !folder.relativize(path).toString().startsWith(OF_SERVERS))
            .forEach(path -> path.toFile().delete());
      } catch (IOException | UncheckedIOException e) {
        // A server has just deleted a file.
      }
      LockSupport.parkNanos(POLL.toNanos());
    } while (Files.exists(folder) && System.nanoTime() < deadline);
  }
}
