package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.benchmark.RatioProfiler;
import dev.tlsbench.jmh.cell.BenchmarkCell;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.util.Optional;

/**
 * The words of a command line that are JMH's. JMH runs once for each fork, so the options for the
 * whole run (patterns, results, output) are not passed on to it.
 */
final class JmhWords extends CommandLineOptions {
  /** {@code -p name=values}, in the spellings {@code -pname=values} and {@code --p=name=values}. */
  private static final Pattern PARAMETER = Pattern.compile("(?m)^--?p[=\\n]?(?!rof=)(\\w+)=");

  /** Names given with {@code -p}, since JMH does not report them and ignores unknown ones. */
  private final Set<String> parameterNames = new LinkedHashSet<>();

  /** The same words with what concerns the whole run. */
  private final transient CommandLineOptions ofRun;

  private JmhWords(List<String> words) throws CommandLineOptionException {
    super(words.toArray(String[]::new));
    ofRun = new CommandLineOptions(words.toArray(String[]::new));
    PARAMETER
        .matcher(String.join("\n", words))
        .results()
        .forEach(parameter -> parameterNames.add(parameter.group(1)));
  }

  /**
   * Parses JMH's words.
   *
   * @throws InvalidSettingException if JMH refuses them, or the benchmarks cannot run so
   */
  static JmhWords parse(List<String> words) {
    JmhWords options;
    try {
      options = new JmhWords(words);
    } catch (CommandLineOptionException | IllegalArgumentException e) {
      throw new InvalidSettingException(refusal(e), e);
    }
    options.check();
    return options;
  }

  /** Returns the message of a parser with a remedy. */
  static String refusal(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown option")
        + "; --help lists the suite's options, -h those of JMH";
  }

  private void check() {
    if (getForkCount().orElse(1) < 1) {
      throw new InvalidSettingException(
          "-f: there must be a fork at least, since a JVM reads its TLS settings once; give 1 or more");
    }
    if (getThreads().orElse(1) != 1) {
      throw new InvalidSettingException(
          "-t: these benchmarks measure what one thread does; leave the option out");
    }
    if (getBenchModes().size() > 1 || getBenchModes().contains(Mode.All)) {
      throw new InvalidSettingException("-bm: a report has room for one mode; name one");
    }
  }

  /**
   * JMH's options for one fork.
   *
   * @param first whether it is the cell's first fork, which follows the warm-up forks
   */
  Options fork(BenchmarkCell cell, boolean first) {
    ChainedOptionsBuilder fork =
        new OptionsBuilder()
            .parent(this)
            .include("^" + Pattern.quote(cell.benchmark()) + "$")
            .forks(1)
            .addProfiler(RatioProfiler.class)
            .shouldFailOnError(true);
    if (!first) {
      fork.warmupForks(0);
    }
    cell.parameters().forEach(fork::param);
    return fork.build();
  }

  /** Returns the options with patterns, results and output. */
  CommandLineOptions ofRun() {
    return ofRun;
  }

  Set<String> parameterNames() {
    return parameterNames;
  }

  /** Hides the patterns: JMH would add them to a fork's own and run further benchmarks. */
  @Override
  public List<String> getIncludes() {
    return List.of();
  }

  @Override
  public Optional<String> getResult() {
    return Optional.none();
  }

  @Override
  public Optional<ResultFormatType> getResultFormat() {
    return Optional.none();
  }

  @Override
  public Optional<String> getOutput() {
    return Optional.none();
  }
}
