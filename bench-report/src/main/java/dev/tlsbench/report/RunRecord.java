package dev.tlsbench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The run behind a result, and whether the result can be used. Every {@code result.json} has one,
 * as {@code run}.
 *
 * @param command the command line that repeats the run, without secrets
 * @param started UTC, ISO 8601
 * @param exitCode 0; or 3 or 4 if the result must not be used, 3 if a server was never reached;
 *     otherwise 5 if a limit that the user set was exceeded, 6 if that could not be decided
 * @param problems reasons not to use the result, one sentence each; empty if it can be used
 * @param limits the limits that the user set; absent from the file if there are none
 */
public record RunRecord(
    String command,
    String started,
    double durationSeconds,
    boolean complete,
    int exitCode,
    List<String> problems,
    List<String> warnings,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<LimitCheck> limits) {
  private static final double MILLIS = 1e3;

  public RunRecord {
    problems = List.copyOf(problems);
    warnings = List.copyOf(warnings);
    limits = limits == null ? List.of() : List.copyOf(limits);
  }

  /** Returns the record of a run whose result can be used if there are no problems. */
  public static RunRecord of(
      String command,
      Instant started,
      Duration duration,
      boolean complete,
      List<String> problems,
      List<String> warnings) {
    return new RunRecord(
        command,
        started.toString(),
        duration.toMillis() / MILLIS,
        complete,
        problems.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE,
        problems,
        warnings,
        List.of());
  }

  private RunRecord with(int code, List<String> reasons, List<String> notes) {
    return new RunRecord(command, started, durationSeconds, complete, code, reasons, notes, limits);
  }

  public RunRecord and(List<String> moreProblems, List<String> moreWarnings) {
    return with(
        moreProblems.isEmpty() ? exitCode : ExitCode.UNUSABLE,
        Stream.concat(problems.stream(), moreProblems.stream()).toList(),
        Stream.concat(warnings.stream(), moreWarnings.stream()).toList());
  }

  /** Returns a copy with limits, and their exit code unless the result must not be used. */
  public RunRecord limitedBy(List<LimitCheck> checks) {
    return new RunRecord(
        command,
        started,
        durationSeconds,
        complete,
        exitCode != ExitCode.DONE
            ? exitCode
            : LimitCheck.exitCode(checks.stream().map(LimitCheck::outcome).toList()),
        problems,
        warnings,
        checks);
  }

  /** Returns a copy of a run that did not reach a server, which takes precedence over limits. */
  public RunRecord unconnected(List<String> reasons) {
    return with(ExitCode.NO_CONNECTION, reasons, warnings);
  }

  public RunRecord withTexts(UnaryOperator<String> change) {
    return with(
        exitCode, problems.stream().map(change).toList(), warnings.stream().map(change).toList());
  }
}
