package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.history.KeptFigure.FigureKey;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.json.Escapes;
import dev.tlsbench.report.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Files of a history for other programs. */
public final class HistoryFiles {
  private static final Set<String> COLUMNS =
      Set.of(KeptRun.SERVER, KeptRun.PROCESSOR, KeptRun.KERNEL, KeptRun.JDK);

  private HistoryFiles() {}

  /**
   * One benchmark of {@code customSmallerIsBetter}, as github-action-benchmark reads it.
   *
   * @param range half of the 95 % interval; empty if it is unknown
   * @param extra circumstances
   */
  private record Benchmark(String name, String unit, double value, String range, String extra) {}

  /**
   * Returns CSV (RFC 4180, UTF-8) with a row for each result and variant. An unknown figure is
   * empty. A half-width has the unit of its figure.
   */
  public static byte[] csv(History history) {
    Set<String> names = new TreeSet<>();
    List<FigureKey> keys = KeptRun.keys(history.runs());
    keys.forEach(key -> names.add(key.name()));
    List<String> lines = new ArrayList<>();
    List<String> header =
        new ArrayList<>(
            List.of(
                "time",
                "commit",
                "result",
                "server",
                "processor",
                "kernel",
                "jdk",
                "environment",
                "variant"));
    names.forEach(name -> header.addAll(List.of(name, name + "HalfWidth")));
    lines.add(String.join(",", header));
    for (KeptRun run : history.runs()) {
      for (String subject :
          run.figures().stream().map(one -> one.key().subject()).distinct().toList()) {
        lines.add(row(run, subject, names));
      }
    }
    return (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String row(KeptRun run, String subject, Set<String> names) {
    String others =
        run.environment().entrySet().stream()
            .filter(fact -> !COLUMNS.contains(fact.getKey()))
            .map(fact -> fact.getKey() + " " + fact.getValue())
            .collect(Collectors.joining("; "));
    List<String> cells = new ArrayList<>();
    cells.add(run.started().toString());
    cells.add(run.commit() == null ? "" : run.commit());
    cells.add(run.name());
    for (String fact : List.of(KeptRun.SERVER, KeptRun.PROCESSOR, KeptRun.KERNEL, KeptRun.JDK)) {
      cells.add(run.environment().getOrDefault(fact, ""));
    }
    cells.add(others);
    cells.add(subject);
    for (String name : names) {
      Figure figure =
          run.figures().stream()
              .filter(one -> one.key().subject().equals(subject) && one.key().name().equals(name))
              .map(KeptFigure::figure)
              .findFirst()
              .orElse(Figure.of(Double.NaN, Unit.NUMBER));
      cells.add(Json.number(figure.value()));
      cells.add(figure.low95() == null ? "" : Json.number(figure.halfWidth()));
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
          default -> "s for an operation";
        };
    return new Benchmark(
        key.subject() + " " + key.name() + (key.isRate() ? ", inverse" : ""),
        unit,
        value,
        figure.low95() == null ? "" : "± " + String.format(Locale.ROOT, "%.4g", half),
        extra);
  }
}
