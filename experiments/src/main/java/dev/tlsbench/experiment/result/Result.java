package dev.tlsbench.experiment.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code result.json}. Numbers have their unit in their name; ratios are to the
 * baseline.
 *
 * @param schemaVersion {@value #SCHEMA_VERSION}
 * @param experiment the command, such as {@code compare}
 * @param started UTC, ISO 8601
 * @param durationSeconds from the first connection to the last window
 * @param command the command line, without secrets
 * @param complete false if the run was interrupted
 * @param exitCode 0, or 4 if the result must not be used
 * @param problems reasons not to use the result, one sentence each; empty if it can be used
 * @param warnings for readers, one sentence each
 * @param axis of a sweep, such as {@code threads}; {@code null} for one point
 * @param points one for each value of the axis that was measured; one only without an axis
 * @param leftOut values of the axis that could not be measured; empty without an axis
 */
public record Result(
    int schemaVersion,
    String experiment,
    String started,
    double durationSeconds,
    String command,
    boolean complete,
    int exitCode,
    List<String> problems,
    List<String> warnings,
    Setup setup,
    ServerFacts server,
    @Nullable String axis,
    List<Point> points,
    List<LeftOut> leftOut) {

  /** The version of the schema of these records. */
  public static final int SCHEMA_VERSION = 1;
}
