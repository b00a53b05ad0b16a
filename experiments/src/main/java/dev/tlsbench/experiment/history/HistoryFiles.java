package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.history.KeptFigure.FigureKey;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.json.Escapes;
import dev.tlsbench.report.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Files of a history for other programs. */
public final class HistoryFiles {
  private static final List<String> COLUMNS =
      List.of(KeptRun.SERVER, KeptRun.PROCESSOR, KeptRun.KERNEL, KeptRun.JDK);

  private HistoryFiles() {}

  /**
   * One benchmark of {@code customSmallerIsBetter}, as github-action-benchmark reads it.
   *
   * @param range half of the 95 % interval; empty if it is unknown
   * @param extra circumstances
   */
  private record Benchmark(String name, String unit, double value, String range, String extra) {}

  /**
   * Returns CSV (RFC 4180, UTF-8) of each figure by the name of its file, such as {@code
   * tls13.typical.csv}: a row for each result that has the figure, since an empty cell makes other
   * programs refuse the file. The half-width of its interval is there if all of them have it.
   */
  public static Map<String, byte[]> csv(History history) {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (History.Course course : history.courses()) {
      String name = course.key().subject() + "." + course.key().name();
      files.put(name.replaceAll("[^\\w.@=-]", "_") + ".csv", csv(history, course.figures()));
    }
    return files;
  }

  private static byte[] csv(History history, List<@Nullable KeptFigure> figures) {
    boolean isExact = figures.stream().allMatch(one -> one == null || one.figure().low95() != null);
    List<String> header = new ArrayList<>(List.of("time", "commit", "result"));
    header.addAll(COLUMNS);
    header.addAll(List.of("environment", "value"));
    if (isExact) {
      header.add("halfWidth");
    }
    List<String> lines = new ArrayList<>(List.of(String.join(",", header)));
    for (int i = 0; i < figures.size(); i++) {
      KeptFigure one = figures.get(i);
      if (one != null) {
        lines.add(row(history.runs().get(i), one.figure(), isExact));
      }
    }
    return (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String row(KeptRun run, Figure figure, boolean isExact) {
    List<String> cells = new ArrayList<>();
    cells.add(run.started().toString());
    cells.add(run.commit() == null ? "" : run.commit());
    cells.add(run.name());
    COLUMNS.forEach(fact -> cells.add(run.environment().getOrDefault(fact, "")));
    cells.add(
        run.environment().entrySet().stream()
            .filter(fact -> !COLUMNS.contains(fact.getKey()))
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
  public static byte[] githubBenchmark(History history) {
    KeptRun run = history.runs().get(history.runs().size() - 1);
    String extra =
        run.started()
            + ", "
            + run.environment().getOrDefault(KeptRun.SERVER, "")
            + ", JDK "
            + run.environment().getOrDefault(KeptRun.JDK, "");
    return Json.bytes(run.figures().stream().map(figure -> benchmark(figure, extra)).toList());
  }

  private static Benchmark benchmark(KeptFigure kept, String extra) {
    FigureKey key = kept.key();
    Figure figure = kept.figure();
    double value = key.isRate() ? 1 / figure.value() : figure.value();
    double half = figure.halfWidth() / figure.value() * value;
    String unit =
        switch (key.unit()) {
          case RATIO -> "of the baseline";
          case MICROS -> "us";
          default -> "s each";
        };
    return new Benchmark(
        key.subject() + " " + key.name() + (key.isRate() ? ", inverse" : ""),
        unit,
        value,
        figure.low95() == null ? "" : "± " + String.format(Locale.ROOT, "%.4g", half),
        extra);
  }
}
