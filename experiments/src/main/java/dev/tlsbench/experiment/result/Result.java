package dev.tlsbench.experiment.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All of {@code result.json}. Numbers have their unit in their name; ratios are to the baseline.
 *
 * @param schemaVersion 1
 * @param experiment the command, such as {@code compare}
 * @param started when, in UTC, as ISO 8601
 * @param durationSeconds from the first connection to the last window
 * @param command what was typed, without secrets
 * @param complete whether the run came to its end
 * @param exitCode 0, or 4 if the result must not be used
 * @param problems why it must not be used, one sentence each; empty if it can
 * @param warnings what a reader has to know, one sentence each
 * @param setup how it was measured
 * @param server where
 * @param axis what a sweep went over, such as {@code threads}; {@code null} for one point
 * @param points one for each value of the axis that was measured; one only without an axis
 * @param leftOut values of the axis at which there was nothing to measure; empty without an axis
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

  /** The version of the schema that these records are written by. */
  public static final int SCHEMA_VERSION = 1;
}
