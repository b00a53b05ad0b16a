package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user asks for: our options, which begin with two dashes, and JMH's. Immutable.
 *
 * <p>{@code -p} is JMH's too, but read here: it chooses among the values of a set's cells.
 */
final class CommandLine {
  static final String HELP =
      """
      usage: java -jar benchmarks.jar [--set SET] [options] [pattern ...] [JMH's options]
             mvn -pl jmh-suite exec:exec [-Djmh.set=SET] [-Djmh.args="..."]

        --set SET      quick (the default: the most telling ones, under ten minutes),
                       full (every value of every parameter, about an hour) or
                       all (every combination: days)
        --output DIR   where the folder of the results is made; results/ by default
        --seed N       draws the order of the forks; another one each time by default
        --verbose      shows the stack trace of a failure; with -v EXTRA all that JMH has to say
        --help         this text

        pattern ...    only the benchmarks of the set whose name has it: RecordBenchmark
        -p NAME=V,V    these values of a parameter instead of the set's: -p provider=jdk,openssl
        -f N           N forks of each benchmark; they are taken in turns
        -l, -lp        lists what would run; lists the benchmarks with all values
        -h             JMH's options, all of which may follow
      """;

  /** {@code -p name=values}, also in the spellings {@code -p=name=values} and as one word. */
  private static final Pattern PARAMETER = Pattern.compile("--?p=?(?!rof=)(\\w+=.*)");

  private final List<String> args;
  private final List<String> jmhArgs = new ArrayList<>();
  private final Map<String, Set<String>> parameters = new LinkedHashMap<>();
  private BenchmarkSet set = BenchmarkSet.QUICK;
  private Path output = Path.of("results");
  private long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);
  private boolean verbose;
  private boolean help;
  private final JmhOptions jmh;

  private CommandLine(List<String> args) {
    this.args = List.copyOf(args);
    for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
      read(rest.next(), rest);
    }
    jmh = JmhOptions.parse(jmhArgs);
  }

  /**
   * Parses a command line.
   *
   * @param args ours and JMH's, in any order
   * @return the request
   * @throws InvalidSettingException if an option is unknown or has no value that fits
   */
  static CommandLine parse(List<String> args) {
    return new CommandLine(args);
  }

  private void read(String arg, Iterator<String> rest) {
    int equals = arg.startsWith("--") ? arg.indexOf('=') : -1;
    String name = equals < 0 ? arg : arg.substring(0, equals);
    Matcher parameter = PARAMETER.matcher(arg);
    switch (name) {
      case "--set" -> set = BenchmarkSet.of(value(name, BenchmarkSet.choices(), arg, rest));
      case "--output" -> output = path(value(name, "a folder", arg, rest));
      case "--seed" -> seed = number(value(name, "a whole number", arg, rest));
      case "--verbose" -> verbose = true;
      case "--help" -> help = true;
      case "-p" -> readParameter(value(name, "name=value,value", arg, rest));
      default -> {
        if (parameter.matches()) {
          readParameter(parameter.group(1));
        } else if (!arg.isBlank()) {
          jmhArgs.add(arg);
        }
      }
    }
  }

  private static String value(String name, String choices, String arg, Iterator<String> rest) {
    if (arg.length() > name.length()) {
      return arg.substring(name.length() + 1);
    }
    if (!rest.hasNext()) {
      throw new InvalidSettingException(name + ": a value is missing; choose one of " + choices);
    }
    return rest.next();
  }

  private static Path path(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new InvalidSettingException("--output: '" + value + "' is no name of a folder", e);
    }
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

  /** Which set; {@code quick} by default. */
  BenchmarkSet set() {
    return set;
  }

  /** Where the folder of the results is made; {@code results} by default. */
  Path output() {
    return output;
  }

  /** What the order of the forks is drawn with. */
  long seed() {
    return seed;
  }

  /** Whether failures are shown with their stack trace. */
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

  /** What repeats the run, order of the forks included. */
  String command() {
    StringBuilder command = new StringBuilder("java -jar jmh-suite/target/benchmarks.jar");
    args.forEach(arg -> command.append(' ').append(quoted(arg)));
    if (args.stream().noneMatch(arg -> arg.startsWith("--seed"))) {
      command.append(" --seed ").append(seed);
    }
    return command.toString();
  }

  private static String quoted(String arg) {
    return arg.matches("[\\w./:=,@%+-]+") ? arg : "'" + arg.replace("'", "'\\''") + "'";
  }
}
