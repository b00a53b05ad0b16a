package dev.tlsbench.embedded.process;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Wraps a command in the shell ({@code /bin/sh}, of any POSIX system), which then executes it in
 * place: the process that Java started is the server itself, with its id and exit code.
 */
public final class Watchdog {
  /** Ignores Control-C, which is for the starting process; the server ends when that has ended. */
  private static final String IGNORE_TERMINAL = "trap '' INT HUP\n";

  /**
   * A second shell waits for the end of the pipe, and then stops the server: the signal $3, and
   * KILL after 10 s. The server may have ended by itself and its process id belong to another
   * process, so the id counts only if it works in the server's directory, $1. The shell finally
   * deletes the directory if $2 requests it, unless the server ended by itself: Java then closes
   * the pipe, reads the log, and may start another server there.
   */
  private static final String WATCH =
      """
      exec 3<&0
      (
        lives() { case $(readlink /proc/$$/cwd) in "$1"*) return 0 ;; *) return 1 ;; esac; }
        read -r line <&3
        lives "$1" || exit
        kill -$3 $$
        seconds=0
        while lives "$1" && [ $seconds -lt 10 ]; do sleep 1; seconds=$((seconds + 1)); done
        lives "$1" && kill -KILL $$
        [ "$2" = delete ] && rm -rf "$1"
      ) >/dev/null 2>&1 &
      shift 3
      exec "$@" 3<&- </dev/null
      """;

  private Watchdog() {}

  private static boolean available() {
    return File.separatorChar == '/';
  }

  /** Wraps a server that watches the pipe itself. */
  public static List<String> apart(List<String> command) {
    return available() ? shell(IGNORE_TERMINAL + "exec \"$@\"", List.of(), command) : command;
  }

  /**
   * Wraps a server that does not know the pipe. Needs Linux's {@code /proc}.
   *
   * @param signal ends the server, such as {@code TERM}
   */
  public static List<String> around(List<String> command, ServerHome home, String signal) {
    String fate = home.temporaryPath().isPresent() ? "delete" : "keep";
    return shell(IGNORE_TERMINAL + WATCH, List.of(home.path().toString(), fate, signal), command);
  }

  private static List<String> shell(String script, List<String> first, List<String> command) {
    List<String> whole = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
    whole.addAll(first);
    whole.addAll(command);
    return whole;
  }
}
