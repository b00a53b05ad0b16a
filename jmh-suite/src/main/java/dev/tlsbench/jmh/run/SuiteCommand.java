package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.ShellWords;
import java.io.File;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** A command line: the options of the suite, and the words that are JMH's. */
@Command(
    name = "jmh",
    sortOptions = false,
    customSynopsis = {
      "Usage: bin/jmh [--set SET] [options] [pattern ...] [JMH's options]",
      "       java -jar jmh-suite/target/benchmarks.jar [the same]",
      "       mvn -pl jmh-suite exec:exec [-Djmh.args=\"...\"]"
    },
    synopsisHeading = "",
    description = "Measures handshakes and records of TLS with JMH.",
    footerHeading = "%n",
    footer = {
      "  pattern ...        Only benchmarks with this in their name, such as RecordBenchmark.",
      "  -p NAME=V[,V...]   These values of a parameter: provider=jdk,openssl.",
      "  -f N               N forks of each benchmark, which are taken in turns.",
      "  -v EXTRA           Everything that JMH reports.",
      "  -l, -lp            List all benchmarks, and the values of their parameters.",
      "  -h                 List JMH's options, all of which may follow.",
      "",
      "  bin/jmh",
      "  bin/jmh --set full",
      "  bin/jmh RecordBenchmark -p size=16384",
      "",
      "Exit code: 0 done, 2 command line wrong,",
      "4 a benchmark failed, or the result must not be used for another reason."
    })
final class SuiteCommand {
  /** Room for the longest example, so that each can be copied from one line. */
  private static final int HELP_WIDTH = 100;

  @Option(
      names = "--set",
      paramLabel = "SET",
      description = {
        "quick: the ratios that are asked for most, in three minutes.",
        "full: every value of every parameter, in about two and a quarter hours.",
        "Default: quick."
      })
  BenchmarkSet set = BenchmarkSet.quick;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the folder of the results is made. Default: results.")
  @Nullable Path output;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Sets the random order of the forks. Default: another each time.")
  long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);

  @Option(names = "--verbose", description = "Print the stack trace of a failure.")
  boolean verbose;

  @Option(names = "--help", usageHelp = true, description = "Print this text.")
  boolean help;

  @Unmatched List<String> jmh = new ArrayList<>();

  private List<String> args = List.of();

  private SuiteCommand() {}

  /**
   * Parses a command line.
   *
   * @param args options of the suite and of JMH, in any order; of two equal ones of the suite the
   *     last counts
   * @throws InvalidSettingException if an option of the suite is invalid
   */
  static SuiteCommand parse(List<String> args) {
    SuiteCommand command = new SuiteCommand();
    // Maven passes an empty argument where it has none.
    command.args = args.stream().filter(arg -> !arg.isBlank()).toList();
    try {
      parser(command).parseArgs(command.args.toArray(String[]::new));
    } catch (CommandLine.ParameterException e) {
      throw new InvalidSettingException(JmhWords.refusal(e), e);
    }
    return command;
  }

  /** Returns the parser without a run, for help, the manual page and completion. */
  static CommandLine parser() {
    return parser(new SuiteCommand());
  }

  private static CommandLine parser(SuiteCommand command) {
    return new CommandLine(command)
        .setPosixClusteredShortOptionsAllowed(false)
        .setExpandAtFiles(false)
        .setOverwrittenOptionsAllowed(true)
        .setUnmatchedArgumentsAllowed(true)
        .setUsageHelpWidth(HELP_WIDTH);
  }

  /** Returns the command that repeats the run, including the order of the forks. */
  String repeating() {
    String command = launcher() + " " + ShellWords.join(args);
    boolean hasSeed = args.stream().anyMatch(arg -> arg.startsWith("--seed"));
    return withoutPaths(hasSeed ? command : command + " --seed " + seed);
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
