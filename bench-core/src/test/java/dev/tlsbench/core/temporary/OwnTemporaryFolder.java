package dev.tlsbench.core.temporary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Creates the folder for temporary files that Maven names for each JVM of tests, and deletes it
 * after the JVM. No other JVM writes there. JUnit loads this class as a service.
 *
 * <p>Only its owner may list it; everybody may enter it, since PostgreSQL runs as another user. It
 * is not in {@code target/}: paths of Unix sockets are short, and a checkout may lie where other
 * users get no access.
 */
public final class OwnTemporaryFolder implements LauncherSessionListener {
  /** Embedded servers end after the JVM that started them, and delete folders of their own then. */
  private static final String DELETION =
      "tail --pid=$0 -f /dev/null; for i in $(seq 99); do rm -rf \"$1\" && exit; sleep 0.1; done";

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
    Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAfterThisJvm(folder)));
  }

  private static void deleteAfterThisJvm(Path folder) {
    String own = Long.toString(ProcessHandle.current().pid());
    try {
      new ProcessBuilder("sh", "-c", DELETION, own, folder.toString())
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
