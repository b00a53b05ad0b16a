package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs commands of PostgreSQL, which refuses to run as root, as another user: in a user namespace,
 * or, as containers do without them, as {@code nobody} with root's access to files.
 */
final class Unprivileged {
  private static final int NOBODY = 65_534;
  private static final String FILES = "+dac_override,+fowner";

  /** The beginnings of commands, the preferred one first. */
  static final List<List<String>> WAYS =
      List.of(
          List.of("unshare", "--user"),
          List.of(
              "setpriv",
              "--reuid=" + NOBODY,
              "--regid=" + NOBODY,
              "--clear-groups",
              // Without it, access(2), which initdb calls, does not count capabilities.
              "--securebits=+no_setuid_fixup",
              "--inh-caps=" + FILES,
              "--ambient-caps=" + FILES));

  private Unprivileged() {}

  /**
   * Returns the beginning of commands for this user.
   *
   * @return empty unless the user is root
   * @throws StartFailedException if there is no way to run as another user
   */
  static List<String> prefix() throws IOException {
    return prefix(user(), WAYS);
  }

  static int user() throws IOException {
    return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  static List<String> prefix(int user, List<List<String>> ways) throws IOException {
    if (user != 0) {
      return List.of();
    }
    for (List<String> way : ways) {
      if (works(way)) {
        return way;
      }
    }
    throw new StartFailedException(
        "PostgreSQL: does not run as root, and neither 'unshare --user' nor 'setpriv' of util-linux"
            + " can change the user here; start as another user, or give the URL of a server");
  }

  private static boolean works(List<String> way) throws StartFailedException {
    List<String> command = new ArrayList<>(way);
    command.addAll(List.of("sh", "-c", "[ \"$(id -u)\" != 0 ]"));
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // There is no such program.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StartFailedException("PostgreSQL: the start was interrupted");
    }
  }
}
