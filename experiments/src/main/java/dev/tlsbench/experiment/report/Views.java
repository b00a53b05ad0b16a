package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.stats.Interval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Queries on a result that several sections share. */
final class Views {
  private static final List<Role> ORDER = List.of(Role.BASELINE, Role.VARIANT, Role.CONTROL);

  private Views() {}

  /** Returns the baseline first and the control last. */
  static List<VariantResult> inOrder(Point point) {
    return point.variants().stream()
        .sorted(Comparator.comparing(variant -> ORDER.indexOf(variant.role())))
        .toList();
  }

  static Optional<VariantResult> named(Point point, String name) {
    return point.variants().stream().filter(variant -> variant.name().equals(name)).findFirst();
  }

  /** Returns the value of the axis; empty without an axis. */
  static String value(Point point) {
    return point.value() == null ? "" : point.value();
  }

  /**
   * Returns a figure of a variant: the baseline's as measured, and that of others as the product of
   * the baseline's and their ratio, with its interval, so that the two agree.
   *
   * @param measured returns the figure as measured; {@code null} if unknown
   */
  static Function<Row, Cell> scaled(
      Metric metric, Unit unit, Function<Row, @Nullable Double> measured) {
    return row -> cell(figure(row, metric.of(row.variant()).orElse(null), unit, measured));
  }

  /** Returns the figure of {@link #scaled}; {@code null} if unknown. */
  static @Nullable Figure figure(
      Row row, @Nullable Interval ratio, Unit unit, Function<Row, @Nullable Double> measured) {
    Double own = measured.apply(row);
    if (own == null) {
      return null;
    }
    Double base =
        inOrder(row.point()).stream()
            .findFirst()
            .map(variant -> measured.apply(new Row(row.point(), variant)))
            .orElse(null);
    return base == null || ratio == null
        ? Figure.of(own, unit)
        : new Figure(base * ratio.value(), base * ratio.low95(), base * ratio.high95(), unit);
  }

  /**
   * Returns a figure without its interval, whose ratio has one. It has no more digits than the
   * baseline's: the ratio is known more precisely than either figure.
   */
  static Cell cell(@Nullable Figure figure) {
    if (figure == null) {
      return Cell.NONE;
    }
    String bare = figure.bare();
    String rounded = figure.unit().text(figure.value());
    boolean isLonger = bare.matches("\\d.*\\.\\d.*") && bare.length() > rounded.length();
    return Cell.of(isLonger ? rounded : bare, figure);
  }

  /** Returns true if client and server shared all cores of one machine. */
  static boolean isSideBySide(Result result) {
    return result.placement() == ServerPlacement.SIDE_BY_SIDE
        && result.setup().clients().cluster() == null;
  }

  static boolean any(Result result, Predicate<VariantResult> what) {
    return result.points().stream().anyMatch(point -> point.variants().stream().anyMatch(what));
  }

  record Row(Point point, VariantResult variant) {}

  /** Returns the variants of all points, the baseline of each first. */
  static List<Row> rows(Result result, Predicate<VariantResult> shown) {
    return result.points().stream()
        .flatMap(point -> inOrder(point).stream().filter(shown).map(each -> new Row(point, each)))
        .toList();
  }

  /** Returns the columns of a table of variants that name its rows. */
  static Columns<Row> columns(Result result, Predicate<VariantResult> shown) {
    return over(result, rows(result, shown), Row::point)
        .text("variant", row -> Names.of(row.variant(), result));
  }

  /** Returns a column for the value of the axis, if there is one. */
  static <R> Columns<R> over(Result result, List<R> rows, Function<R, Point> point) {
    Columns<R> columns = Columns.of(rows);
    String axis = result.axis();
    return axis == null ? columns : columns.named(2).text(axis, row -> value(point.apply(row)));
  }
}
