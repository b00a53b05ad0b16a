package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.history.Lineup.Row;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.json.Escapes;
import dev.tlsbench.report.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Files of a history for other programs. */
public final class HistoryFiles {
  private HistoryFiles() {}

  /**
   * One benchmark of {@code customSmallerIsBetter}, as github-action-benchmark reads it.
   *
   * @param range half of the 95 % interval; empty if it is unknown
   */
  private record Benchmark(String name, String unit, double value, String range, String extra) {}

  /**
   * Returns CSV (RFC 4180, UTF-8) of each figure by the name of its file, such as {@code
   * tls13.typical.csv}: a row for each result that has the figure, since an empty cell makes other
   * programs refuse the file. The half-width of its interval is there if all of them have it.
   */
  public static Map<String, byte[]> csv(Lineup lineup) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (Row row : lineup.rows()) {
      files.put(row.key().replaceAll("[^\\w.@=-]", "_") + ".csv", csv(lineup.results(), row));
    }
    return files;
  }

  private static byte[] csv(List<ListedResult> results, Row row) {
    boolean isExact = row.known().allMatch(one -> one.evidence().low95() != null);
    List<String> lines = new ArrayList<>();
    lines.add(
        "time,commit,result,server,processor,kernel,JDK,environment,value"
            + (isExact ? ",halfWidth" : ""));
    for (int i = 0; i < results.size(); i++) {
      if (row.at(i) != null) {
        lines.add(line(results.get(i), row.evidence(i), isExact));
      }
    }
    return (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String line(ListedResult result, Figure figure, boolean isExact) {
    ListedResult.Source source = result.source();
    List<String> cells = new ArrayList<>();
    cells.add(source.time().toString());
    cells.add(Objects.requireNonNullElse(source.commit(), ""));
    cells.add(source.name());
    cells.addAll(source.facts().values());
    cells.add(
        result.environment().entrySet().stream()
            .map(fact -> fact.getKey() + " " + fact.getValue())
            .collect(Collectors.joining("; ")));
    cells.add(Json.number(figure.value()));
    if (isExact) {
      cells.add(Json.number(figure.halfWidth()));
    }
    return cells.stream().map(HistoryFiles::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String cell) {
    String text = Escapes.of(cell);
    return text.matches("[^\",]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /**
   * Returns the newest result as {@code customSmallerIsBetter}. Rates are written as their inverse,
   * of which smaller is better.
   */
  public static byte[] githubBenchmark(Lineup lineup) {
    int last = lineup.results().size() - 1;
    ListedResult.Source source = lineup.results().get(last).source();
    String extra = source.time() + ", " + source.server() + ", JDK " + source.jdk();
    return Json.bytes(
        lineup.rows().stream()
            .filter(row -> row.at(last) != null)
            .map(row -> benchmark(row, row.evidence(last), extra))
            .toList());
  }

  private static Benchmark benchmark(Row row, Figure figure, String extra) {
    double value = row.isRate() ? 1 / figure.value() : figure.value();
    double half = figure.halfWidth() / figure.value() * value;
    String unit =
        switch (row.unit()) {
          case RATIO -> "of the baseline";
          case MICROS -> "us";
          default -> "s each";
        };
    return new Benchmark(
        row.subject() + " " + row.name() + (row.isRate() ? ", inverse" : ""),
        unit,
        value,
        figure.low95() == null ? "" : "± " + String.format(Locale.ROOT, "%.4g", half),
        extra);
  }
}
