package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/** The options of the suite; all others are JMH's. */
@Command(
    name = "jmh",
    sortOptions = false,
    customSynopsis = {
      "Usage: bin/jmh [--set SET] [options] [pattern ...] [JMH's options]",
      "       java -jar jmh-suite/target/benchmarks.jar [the same]",
      "       mvn -pl jmh-suite exec:exec [-Djmh.set=SET] [-Djmh.args=\"...\"]"
    },
    synopsisHeading = "",
    description = "Measures handshakes, records and sockets with JMH.",
    footerHeading = "%n",
    footer = {
      "  pattern ...        Only benchmarks of the set with this in their name: RecordBenchmark.",
      "  -p NAME=V[,V...]   These values of a parameter instead of the set's: provider=jdk,openssl.",
      "  -f N               N forks of each benchmark, which are taken in turns.",
      "  -v EXTRA           Everything that JMH reports, and the stack trace of a failure.",
      "  -l, -lp            List what would run; list the benchmarks with all values.",
      "  -h                 List JMH's options, all of which may follow.",
      "",
      "  bin/jmh",
      "  bin/jmh --set full",
      "  bin/jmh RecordBenchmark -p size=16384",
      "",
      "Exit code: 0 done, 2 command line wrong,",
      "4 a benchmark failed, or the result must not be used for another reason."
    })
final class Arguments {
  /** Room for the longest example, so that each can be copied from one line. */
  private static final int HELP_WIDTH = 100;

  @Option(
      names = "--set",
      paramLabel = "SET",
      description = {
        "quick: the ratios that are asked for most, in about five minutes.",
        "full: every value of every parameter, in about two and a half hours.",
        "all: every combination, in days.",
        "Default: quick."
      })
  private BenchmarkSet set = BenchmarkSet.QUICK;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the folder of the results is made. Default: results.")
  private @Nullable Path output;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the order of the forks is drawn from. Default: another each time.")
  private Long seed = (long) new SecureRandom().nextInt(Integer.MAX_VALUE);

  @Option(names = "--verbose", description = "Print the stack trace of a failure.")
  private boolean verbose;

  @Option(names = "--help", usageHelp = true, description = "Print this text.")
  private boolean help;

  @Unmatched private List<String> jmh = new ArrayList<>();

  private Arguments() {}

  /**
   * Parses a command line.
   *
   * @param args options of the suite and of JMH, in any order; the last of two equal ones counts
   * @throws InvalidSettingException if an option is unknown or its value is invalid
   */
  static Request parse(List<String> args) {
    Arguments arguments = new Arguments();
    try {
      parser(arguments)
          .parseArgs(args.stream().filter(arg -> !arg.isBlank()).toArray(String[]::new));
    } catch (CommandLine.MissingParameterException e) {
      throw new InvalidSettingException(missing((OptionSpec) e.getMissing().get(0)), e);
    } catch (CommandLine.ParameterException e) {
      throw e.getCause() instanceof InvalidSettingException cause
          ? cause
          : new InvalidSettingException(JmhOptions.refusal(e), e);
    }
    return new Request(
        List.copyOf(args),
        arguments.set,
        arguments.output,
        arguments.seed,
        arguments.verbose,
        arguments.help,
        JmhOptions.parse(arguments.jmh));
  }

  /** Returns the parser without a run, for help, the manual page and completion. */
  static CommandLine parser() {
    return parser(new Arguments());
  }

  private static CommandLine parser(Arguments arguments) {
    return new CommandLine(arguments)
        .registerConverter(BenchmarkSet.class, BenchmarkSet::of)
        .registerConverter(Path.class, Arguments::folder)
        .registerConverter(Long.class, Arguments::number)
        .setPosixClusteredShortOptionsAllowed(false)
        .setExpandAtFiles(false)
        .setOverwrittenOptionsAllowed(true)
        .setUnmatchedArgumentsAllowed(true)
        .setUsageHelpWidth(HELP_WIDTH);
  }

  private static Path folder(String value) {
    try {
      return Path.of(value);
    } catch (InvalidPathException e) {
      throw new InvalidSettingException("--output: '" + value + "' is no name of a folder", e);
    }
  }

  private static Long number(String value) {
    try {
      return Long.valueOf(value);
    } catch (NumberFormatException e) {
      throw new InvalidSettingException("--seed: '" + value + "' is not a whole number", e);
    }
  }

  private static String missing(OptionSpec option) {
    return option.longestName()
        + ": a value is missing; "
        + switch (option.longestName()) {
          case "--set" -> "choose one of " + BenchmarkSet.choices();
          case "--output" -> "name a folder";
          default -> "give a whole number";
        };
  }
}
