package dev.tlsbench.jmh.run;

import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A request for a run: the options of the suite, checked, and those of JMH. Immutable. */
final class CommandLine {
  private final List<String> args;
  private final Map<String, Set<String>> parameters = new LinkedHashMap<>();
  private final BenchmarkSet set;
  private final @Nullable Path output;
  private final long seed;
  private final boolean verbose;
  private final boolean help;
  private final JmhOptions jmh;

  private CommandLine(List<String> args) {
    this.args = List.copyOf(args);
    Arguments arguments = Arguments.parse(args);
    set = arguments.set() == null ? BenchmarkSet.QUICK : BenchmarkSet.of(arguments.set());
    output = arguments.output() == null ? null : BoundedFile.path("--output", arguments.output());
    seed =
        arguments.seed() == null
            ? new SecureRandom().nextInt(Integer.MAX_VALUE)
            : number(arguments.seed());
    verbose = arguments.isVerbose();
    help = arguments.isHelp();
    arguments.parameters().forEach(this::readParameter);
    jmh = JmhOptions.parse(arguments.jmh());
  }

  /**
   * Parses a command line.
   *
   * @throws InvalidSettingException if an option is unknown or has no value that fits
   */
  static CommandLine parse(List<String> args) {
    return new CommandLine(args);
  }

  private static long number(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new InvalidSettingException("--seed: '" + value + "' is not a whole number", e);
    }
  }

  /** JMH takes several parameters in one option too, with semicolons between them. */
  private void readParameter(String assignments) {
    for (String assignment : assignments.split(";", -1)) {
      int equals = assignment.indexOf('=');
      if (equals < 1 || equals == assignment.length() - 1) {
        throw new InvalidSettingException(
            "-p: '" + assignment + "' is no assignment; write name=value or name=value,value");
      }
      parameters
          .computeIfAbsent(assignment.substring(0, equals), name -> new LinkedHashSet<>())
          .addAll(List.of(assignment.substring(equals + 1).split(",")));
    }
  }

  /** The set; {@code quick} by default. */
  BenchmarkSet set() {
    return set;
  }

  /** The parent of the result folder; {@code null} for {@code results}. */
  @Nullable Path output() {
    return output;
  }

  /** The seed of the order of the forks. */
  long seed() {
    return seed;
  }

  /** Returns whether failures are shown with their stack trace. */
  boolean isVerbose() {
    return verbose || jmh.isVerbose();
  }

  boolean isHelp() {
    return help;
  }

  /** Values that replace those of the set, by parameter. */
  Map<String, Set<String>> parameters() {
    return parameters;
  }

  /** Everything else. */
  JmhOptions jmh() {
    return jmh;
  }

  /** The command that repeats the run, order of the forks included. */
  String command() {
    StringBuilder command = new StringBuilder(launcher());
    args.forEach(arg -> command.append(' ').append(quoted(arg)));
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

  /** A class path of one jar is that of {@code java -jar}, which need not be in a checkout. */
  private static String launcher() {
    Path classPath = Path.of(System.getProperty("java.class.path", "").split(":", 2)[0]);
    return classPath.endsWith("benchmarks.jar") ? "java -jar " + classPath : "bin/jmh";
  }

  private static String quoted(String arg) {
    return arg.matches("[\\w./:=,@%+-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'";
  }
}
