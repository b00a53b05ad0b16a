package dev.tlsbench.embedded;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Wraps a command in the shell ({@code /bin/sh}, of any POSIX system), which then becomes the
 * command: the process that Java started is the server itself, its id and exit code are the
 * server's.
 */
final class Watchdog {
  /** Control-C is for who started the server; the server ends when that has ended. */
  private static final String IGNORE_TERMINAL = "trap '' INT HUP\n";

  /**
   * A second shell reads the pipe. A line means that the server ended by itself, and its id may
   * belong to another process by now. The end of the pipe means stop: TERM, and KILL if that has
   * not helped after 10 s. $1 is a directory to delete at last, or empty.
   */
  private static final String WATCH =
      """
      exec 3<&0
      (
        read -r line <&3 && exit 0
        kill -TERM $$
        seconds=0
        while kill -0 $$ && [ $seconds -lt 10 ]; do sleep 1; seconds=$((seconds + 1)); done
        kill -KILL $$
        [ -z "$1" ] || rm -rf "$1"
      ) >/dev/null 2>&1 &
      shift
      exec "$@" 3<&- </dev/null
      """;

  private Watchdog() {}

  /** Whether there is a POSIX shell to rely on. */
  static boolean available() {
    return File.separatorChar == '/';
  }

  /** For a server that watches the pipe by itself. */
  static List<String> apart(List<String> command) {
    return available() ? shell(IGNORE_TERMINAL + "exec \"$@\"", List.of(), command) : command;
  }

  /** For a server that knows nothing of the pipe. */
  static List<String> around(List<String> command, Optional<Path> temporary) {
    String directory = temporary.map(Path::toString).orElse("");
    return shell(IGNORE_TERMINAL + WATCH, List.of(directory), command);
  }

  private static List<String> shell(String script, List<String> first, List<String> command) {
    List<String> whole = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    whole.addAll(first);
    whole.addAll(command);
    return whole;
  }
}
