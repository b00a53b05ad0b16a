package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.ExperimentResult.Cell;
import dev.tlsbench.experiment.result.Figure;

/** How figures with units are written. */
final class FigureText {
  private static final double MEBIBYTE = 1 << 20;

  private FigureText() {}

  /** What stands in a cell: a text, a figure with its interval, or a dash. */
  static String of(Cell cell) {
    Figure figure = cell.figure();
    if (figure == null) {
      return cell.text() == null ? "–" : cell.text();
    }
    return figure.low95() == null
        ? one(figure, figure.value())
        : one(figure, figure.value())
            + " ("
            + bare(figure, figure.low())
            + "\u00a0to\u00a0"
            + one(figure, figure.high())
            + ")";
  }

  private static String one(Figure figure, double value) {
    return switch (figure.unit()) {
      case MICROS -> Numbers.micros(value);
      case SECONDS -> Numbers.seconds(value);
      case PER_SECOND, NUMBER -> Numbers.significant(value);
      case MEGABYTES_PER_SECOND -> Numbers.significant(value) + "\u00a0MB/s";
      case RATIO -> Numbers.change(value, decimals(figure));
      case PERCENT -> Numbers.fixed(value, 1) + "\u00a0%";
      case BYTES -> Numbers.significant(value / MEBIBYTE) + "\u00a0MiB";
    };
  }

  /** The lower end has no unit of its own where the upper one has the same. */
  private static String bare(Figure figure, double value) {
    String text = one(figure, value);
    String unit = one(figure, figure.high()).replaceFirst("^[^\u00a0]*", "");
    return !unit.isEmpty() && text.endsWith(unit)
        ? text.substring(0, text.length() - unit.length())
        : text;
  }

  private static int decimals(Figure figure) {
    return Numbers.decimals((figure.high() - figure.low()) / 2);
  }
}
