package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.jmh.benchmark.PairedRatios;
import dev.tlsbench.jmh.cell.Cell;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.openjdk.jmh.util.Optional;

/**
 * JMH's own options, as the user gave them. JMH runs once for each fork, so the options for the
 * whole run (results, output, failures) are not passed on to it.
 */
final class JmhOptions extends CommandLineOptions {
  /** {@code -p name=values}, in the spellings {@code -pname=values} and {@code --p=name=values}. */
  private static final Pattern PARAMETER = Pattern.compile("(?m)^--?p[=\\n]?(?!rof=)(\\w+)=");

  /** Names given with {@code -p}, since JMH does not report them and ignores unknown ones. */
  private final Set<String> parameterNames = new LinkedHashSet<>();

  private JmhOptions(List<String> args) throws CommandLineOptionException {
    super(args.toArray(String[]::new));
    PARAMETER
        .matcher(String.join("\n", args))
        .results()
        .forEach(parameter -> parameterNames.add(parameter.group(1)));
  }

  static JmhOptions parse(List<String> args) {
    JmhOptions options;
    try {
      options = new JmhOptions(args);
    } catch (CommandLineOptionException | IllegalArgumentException e) {
      throw new InvalidSettingException(refusal(e), e);
    }
    options.check();
    return options;
  }

  /** Returns the message of a parser with a remedy. */
  static String refusal(Exception e) {
    return firstLine(e) + "; --help lists the suite's options, -h those of JMH";
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("unknown option");
  }

  private void check() {
    if (getForkCount().orElse(1) < 1) {
      throw new InvalidSettingException(
          "-f: there must be a fork at least, since a JVM reads its TLS settings once; give 1 or more");
    }
    if (!super.shouldFailOnError().orElse(true)) {
      throw new InvalidSettingException(
          "-foe: a benchmark that fails ends the run; leave the option out");
    }
    if (getThreads().orElse(1) != 1) {
      throw new InvalidSettingException(
          "-t: these benchmarks measure what one thread does; leave the option out");
    }
    if (getBenchModes().size() > 1 || getBenchModes().contains(Mode.All)) {
      throw new InvalidSettingException("-bm: a report has room for one mode; name one");
    }
    if (getBenchModes().contains(Mode.SingleShotTime)) {
      throw new InvalidSettingException(
          "-bm ss: a single call is of code that is not compiled yet; choose avgt, sample or thrpt");
    }
    for (ProfilerConfig profiler : getProfilers()) {
      try {
        ProfilerFactory.getProfilerOrException(profiler);
      } catch (ProfilerException e) {
        throw new InvalidSettingException(
            "-prof: " + profiler.getKlass() + ": " + firstLine(e) + "; -lprof lists the profilers",
            e);
      }
    }
  }

  Optional<String> userResult() {
    return super.getResult();
  }

  Optional<ResultFormatType> userResultFormat() {
    return super.getResultFormat();
  }

  Optional<String> userOutput() {
    return super.getOutput();
  }

  boolean isVerbose() {
    return verbosity().orElse(VerboseMode.NORMAL) == VerboseMode.EXTRA;
  }

  boolean isSilent() {
    return verbosity().orElse(VerboseMode.NORMAL) == VerboseMode.SILENT;
  }

  /**
   * JMH's options for one fork.
   *
   * @param first whether it is the cell's first fork, which follows the warm-up forks
   */
  Options fork(Cell cell, boolean first) {
    ChainedOptionsBuilder fork =
        new OptionsBuilder()
            .parent(this)
            .include("^" + Pattern.quote(cell.benchmark()) + "$")
            .forks(1)
            .addProfiler(PairedRatios.class)
            .shouldFailOnError(true);
    if (!first) {
      fork.warmupForks(0);
    }
    cell.parameters().forEach(fork::param);
    return fork.build();
  }

  Set<String> parameterNames() {
    return parameterNames;
  }

  /** Returns the user's patterns; a benchmark's name must contain a match of one of them. */
  List<String> userIncludes() {
    return super.getIncludes();
  }

  /** Hides the user's patterns: JMH would add them to a fork's own and run further benchmarks. */
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
