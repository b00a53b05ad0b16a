package dev.tlsbench.jmh.run;

import dev.tlsbench.core.text.ShellWords;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request for a run.
 *
 * @param args the command line
 * @param output the parent of the result folder; {@code null} for {@code results}
 * @param seed of the order of the forks
 * @param trace whether failures are shown with their stack trace
 * @param jmh the options of JMH
 */
record Request(
    List<String> args,
    BenchmarkSet set,
    @Nullable Path output,
    long seed,
    boolean trace,
    boolean help,
    JmhOptions jmh) {

  /** Returns the command that repeats the run, including the order of the forks. */
  String command() {
    StringBuilder command = new StringBuilder(launcher() + " " + ShellWords.join(args));
    if (args.stream().noneMatch(arg -> arg.startsWith("--seed"))) {
      command.append(" --seed ").append(seed);
    }
    return withoutPaths(command.toString());
  }

  /** Shortens each absolute path to its last name; the rest may name users and machines. */
  static String withoutPaths(String text) {
    return text.replaceAll(
        "(?<![\\w./\\\\~}-])(?:file:)?(?:~|[A-Za-z]:(?=[/\\\\]))?(?:[/\\\\][^/\\\\\\s:;,=\"']+)*"
            + "[/\\\\]([^/\\\\\\s:;,=\"']+)",
        "…/$1");
  }

  /** Returns the launcher; {@code java -jar} for the jar, which works without a checkout. */
  private static String launcher() {
    Path classPath =
        Path.of(System.getProperty("java.class.path", "").split(File.pathSeparator, 2)[0]);
    return classPath.endsWith("benchmarks.jar") ? "java -jar " + classPath : "bin/jmh";
  }
}
