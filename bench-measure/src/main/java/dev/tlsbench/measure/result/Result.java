package dev.tlsbench.measure.result;

import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code result.json}. Numbers have their unit in their name; ratios are to the
 * baseline.
 *
 * @param experiment the command, such as {@code compare}
 * @param run its duration is from the first connection to the last window
 * @param axis of a sweep, such as {@code threads}; {@code null} for one point
 * @param leftOut values of the axis that could not be measured; empty without an axis
 */
public record Result(
    int schemaVersion,
    String experiment,
    RunRecord run,
    Setup setup,
    ServerFacts server,
    @Nullable String axis,
    List<Point> points,
    List<LeftOut> leftOut,
    List<NamedFigure> figures) {

  /** The version of the schema of these records. Version 2 is read too: it has no figures. */
  public static final int SCHEMA_VERSION = 3;

  /** Makes the figures of a result that has none. */
  public Result {
    if (figures == null && points != null && setup != null) {
      figures = ComparisonFigures.of(axis, points, setup.timing().forks());
    }
  }

  public Result(
      String experiment,
      RunRecord run,
      Setup setup,
      ServerFacts server,
      @Nullable String axis,
      List<Point> points,
      List<LeftOut> leftOut) {
    this(
        SCHEMA_VERSION,
        experiment,
        run,
        setup,
        server,
        axis,
        points,
        leftOut,
        ComparisonFigures.of(axis, points, setup.timing().forks()));
  }

  public ServerPlacement placement() {
    ServerPlacement recorded = setup.clients().server();
    return recorded == null
        ? ServerPlacement.of(setup.clients().sharedCores(), server.local())
        : recorded;
  }

  /** Returns true if it is a first answer that must not be published or set beside others. */
  public boolean wasQuick() {
    return points.stream()
        .flatMap(point -> point.warnings().stream())
        .anyMatch(Warning.Quick.class::isInstance);
  }

  public Result with(RunRecord other) {
    return new Result(
        schemaVersion, experiment, other, setup, server, axis, points, leftOut, figures);
  }
}
