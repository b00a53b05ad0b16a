package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Block.Table;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A result for a terminal: plain text, columns under each other, no escape sequences. */
public final class TextSummary {
  private static final Metric[] SHOWN = {Metric.THROUGHPUT, Metric.P50, Metric.P95, Metric.P99};

  private TextSummary() {}

  /**
   * Writes problems, the sentences of the report, a table of the ratios and one of the work done.
   *
   * @param result what was found
   * @return several lines, each ended by a line feed
   */
  public static String of(Result result) {
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    for (Notice notice : Notices.problems(result)) {
      lines.add(plain(notice.title()) + ":");
      notice.lines().forEach(line -> lines.add("  " + plain(line)));
      lines.add("");
    }
    Findings.of(result).forEach(sentence -> lines.add(plain(sentence.plain())));
    List<List<String>> rows = rows(result);
    if (rows.size() > 1) {
      lines.add("");
      lines.add(aligned(rows, result.axis() == null ? 1 : 2));
      lines.add("");
      Table work = WorkSection.table(result);
      lines.add(aligned(rows(work), work.names()));
    }
    for (String warning : result.warnings()) {
      lines.add("").add("Note: " + plain(warning));
    }
    return lines.toString();
  }

  private static List<List<String>> rows(Result result) {
    List<List<String>> rows = new ArrayList<>();
    List<String> header = new ArrayList<>();
    if (result.axis() != null) {
      header.add(plain(result.axis()));
    }
    header.add("variant");
    header.add("op/s");
    boolean transfers = transfers(result);
    if (transfers) {
      header.add("MB/s");
    }
    for (Metric metric : SHOWN) {
      header.add(metric.key());
      header.add("95 % interval");
    }
    header.add("sees");
    rows.add(header);
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        if (variant.operations() > 0) {
          rows.add(row(point, variant, transfers));
        }
      }
    }
    return rows;
  }

  private static List<List<String>> rows(Table table) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(table.header().stream().map(TextSummary::plain).toList());
    table.rows().forEach(row -> rows.add(row.stream().map(cell -> plain(cell.text())).toList()));
    return rows;
  }

  private static boolean transfers(Result result) {
    return Views.any(result, variant -> variant.bytesPerOperation() != null);
  }

  private static List<String> row(Point point, VariantResult variant, boolean transfers) {
    List<String> row = new ArrayList<>();
    if (point.value() != null) {
      row.add(plain(point.value()));
    }
    row.add(plain(variant.name()));
    row.add(Numbers.significant(variant.throughputPerSecond()));
    if (transfers) {
      row.add(TransferSection.megabytesPerSecond(variant).map(Numbers::significant).orElse("-"));
    }
    for (Metric metric : SHOWN) {
      row.add(metric.of(variant).map(r -> Numbers.ratio(r.value(), r.halfWidth())).orElse("-"));
      row.add(metric.of(variant).map(TextSummary::interval).orElse("-"));
    }
    row.add(
        plain(
            Metric.THROUGHPUT
                .of(variant)
                .map(ratio -> Numbers.percent(ratio.smallestEffect()))
                .orElse("-")));
    return row;
  }

  private static String interval(Ratio ratio) {
    return Numbers.ratio(ratio.low95(), ratio.halfWidth())
        + " - "
        + Numbers.ratio(ratio.high95(), ratio.halfWidth());
  }

  private static String aligned(List<List<String>> rows, int names) {
    TextTable table = new TextTable(names);
    rows.forEach(table::row);
    return table.text().stripTrailing();
  }

  /** What a terminal might take as a command becomes visible; lines stay lines. */
  private static String plain(String text) {
    return text.replace('\u00a0', ' ').replaceAll("\\p{Cntrl}", "?");
  }
}
