package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

/**
 * The options of the suite as text, and everything else, which is JMH's.
 *
 * <p>{@code -p} is JMH's too, but read here: it chooses among the values of a set's cells.
 */
@Command(
    name = "jmh",
    sortOptions = false,
    customSynopsis = {
      "Usage: bin/jmh [--set SET] [options] [pattern ...] [JMH's options]",
      "       java -jar jmh-suite/target/benchmarks.jar [the same]",
      "       mvn -pl jmh-suite exec:exec [-Djmh.set=SET] [-Djmh.args=\"...\"]"
    },
    synopsisHeading = "",
    description = "Measures handshakes, records, ciphers, sockets and connections with JMH.",
    footerHeading = "%n",
    footer = {
      "  pattern ...        Only the benchmarks of the set whose name has it, such as RecordBenchmark.",
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

  /** {@code -p name=values}, in the spellings {@code -pname=values} and {@code --pname=values}. */
  private static final Pattern PARAMETER = Pattern.compile("--?p=?(?!rof=)(\\w+=.*)");

  @Option(
      names = "--set",
      paramLabel = "SET",
      description = {
        "quick: the most telling benchmarks, in a quarter of an hour.",
        "full: every value of every parameter, in about two hours and a quarter.",
        "all: every combination, in days.",
        "Default: quick."
      })
  private @Nullable String set;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Where the folder of the results is made. Default: results.")
  private @Nullable String output;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "What the order of the forks is drawn from. Default: another each time.")
  private @Nullable String seed;

  @Option(
      names = "-p",
      paramLabel = "NAME=V[,V...]",
      description =
          "These values of a parameter instead of the set's, such as provider=jdk,openssl.")
  private List<String> parameters = new ArrayList<>();

  @Option(names = "--verbose", description = "Print the stack trace of a failure.")
  private boolean verbose;

  @Option(names = "--help", usageHelp = true, description = "Print this text.")
  private boolean help;

  @Unmatched private List<String> jmh = new ArrayList<>();

  private Arguments() {}

  /**
   * Reads a command line.
   *
   * @param args options of the suite and of JMH, in any order; the last of two equal ones counts
   * @throws InvalidSettingException if an option of the suite has no value
   */
  static Arguments parse(List<String> args) {
    Arguments arguments = new Arguments();
    try {
      parser(arguments).parseArgs(spelledOut(args));
    } catch (CommandLine.MissingParameterException e) {
      throw new InvalidSettingException(missing(e.getMissing().get(0)), e);
    } catch (CommandLine.ParameterException e) {
      throw new InvalidSettingException(
          String.valueOf(e.getMessage()).lines().findFirst().orElse("command line")
              + "; --help lists the suite's options, -h those of JMH",
          e);
    }
    return arguments;
  }

  /** Returns the text of {@code --help}. */
  static String help() {
    return parser(new Arguments()).getUsageMessage();
  }

  /** Returns the parser without a run, for help, the manual page and completion. */
  static CommandLine parser() {
    return parser(new Arguments());
  }

  private static CommandLine parser(Arguments arguments) {
    return new CommandLine(arguments)
        .setPosixClusteredShortOptionsAllowed(false)
        .setExpandAtFiles(false)
        .setOverwrittenOptionsAllowed(true)
        .setUnmatchedArgumentsAllowed(true)
        .setUsageHelpWidth(HELP_WIDTH);
  }

  private static String[] spelledOut(List<String> args) {
    List<String> spelled = new ArrayList<>();
    for (String arg : args) {
      Matcher parameter = PARAMETER.matcher(arg);
      if (parameter.matches()) {
        spelled.add("-p");
        spelled.add(parameter.group(1));
      } else if (!arg.isBlank()) {
        spelled.add(arg);
      }
    }
    return spelled.toArray(String[]::new);
  }

  private static String missing(ArgSpec option) {
    String name = ((CommandLine.Model.OptionSpec) option).longestName();
    return name
        + ": a value is missing; "
        + switch (name) {
          case "--set" -> "choose one of " + BenchmarkSet.choices();
          case "--output" -> "name a folder";
          case "--seed" -> "give a whole number";
          default -> "write name=value or name=value,value";
        };
  }

  @Nullable String set() {
    return set;
  }

  @Nullable String output() {
    return output;
  }

  @Nullable String seed() {
    return seed;
  }

  List<String> parameters() {
    return parameters;
  }

  boolean isVerbose() {
    return verbose;
  }

  boolean isHelp() {
    return help;
  }

  /** Returns what is JMH's, in the order of the command line. */
  List<String> jmh() {
    return jmh;
  }
}
