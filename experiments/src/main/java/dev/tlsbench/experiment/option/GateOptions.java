package dev.tlsbench.experiment.option;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.gate.JUnitFile;
import dev.tlsbench.report.gate.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that make a measurement a gate of a pipeline. */
public final class GateOptions {
  private static final double MILLIS = 1e3;

  @Option(
      names = "--fail-if",
      paramLabel = "FIGURE>LIMIT",
      description =
          "Exit with 5 if the figure's whole 95 %% interval lies beyond the limit, with 6 if the run"
              + " cannot decide, such as 'tls13.typical > 1.10', for 'connect' 'tls-full.total > 3ms',"
              + " for 'probe' 'grade < acceptable' or 'expires < 30d'; may be repeated.")
  private List<String> limits = new ArrayList<>();

  @Option(
      names = "--junit",
      paramLabel = "FILE",
      description = "Write the outcome as JUnit's XML too, for CI systems.")
  private @Nullable Path junit;

  private @Nullable JUnitFile file;

  public boolean isEmpty() {
    return limits.isEmpty() && junit == null;
  }

  /**
   * Validates the options before anything is measured, and replaces the file of an earlier run.
   *
   * @param problem returns the reason if there is no such figure, else {@code null}
   */
  public void open(String suite, Function<Limit, @Nullable String> problem) {
    for (Limit limit : limits()) {
      String reason = problem.apply(limit);
      if (reason != null) {
        throw new InvalidSettingException("--fail-if: '" + limit.figure() + "': " + reason);
      }
    }
    create(suite);
  }

  private void create(String suite) {
    if (junit != null) {
      file = JUnitFile.create(junit, suite);
    }
  }

  /** Reads limits that are not for figures, and replaces the file of an earlier run. */
  public <L> List<L> read(String suite, Function<String, L> limit) {
    List<L> all =
        limits.stream()
            .map(typed -> Converters.parsed("--fail-if", () -> limit.apply(typed)))
            .toList();
    create(suite);
    return all;
  }

  private List<Limit> limits() {
    try {
      return limits.stream().map(Limit::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException("--fail-if: " + e.getMessage(), e);
    }
  }

  /** Returns the record with the outcome of the limits, whose figures a function finds. */
  public RunRecord check(RunRecord run, Function<Limit, Map<String, Figure>> figures) {
    Duration elapsed = Duration.ofMillis(Math.round(run.durationSeconds() * MILLIS));
    return run.limitedBy(
        limits().stream().map(limit -> limit.check(figures.apply(limit), elapsed)).toList());
  }

  /** Writes the file, and reports limits that are exceeded. */
  public void report(RunRecord run, Console console) {
    if (file != null) {
      file.write(run.withTexts(console.secrets()::hide));
    }
    for (LimitCheck check : run.limits()) {
      if (check.outcome() != LimitCheck.Outcome.HOLDS) {
        console.say(check.limit() + ": " + check.found());
      }
    }
  }
}
