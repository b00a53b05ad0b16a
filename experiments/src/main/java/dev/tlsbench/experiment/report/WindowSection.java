package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Every window of a run, marked if it was disturbed. */
final class WindowSection {
  /** The smallest disturbed part of a window that counts as a hit; a difference is 1 % too. */
  static final double HIT = 0.01;

  private static final double MILLIS = 1000;

  private WindowSection() {}

  /** Returns the section; empty if there were no windows. */
  static Optional<Section> of(Result result) {
    if (result.points().stream().allMatch(point -> point.windows().isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        new Section(
            "windows",
            "Windows over time",
            List.of(
                new Text(
                    "A dot is a window of one variant. A cross is a window in which the"
                        + " client's garbage collector ran, or the hypervisor gave CPU time to"
                        + " others, for more than "
                        + Numbers.percent(HIT, 0)
                        + " of it. Crosses count like all other windows."),
                new Chart(
                    "Operations a second in each window",
                    "Operations a second of every window over the time of the run, a dot each",
                    String.valueOf(result.axis()),
                    result.points().stream().map(point -> dots(result, point)).toList(),
                    epochs(result)),
                totals(result),
                conditions(result))));
  }

  /** An epoch of a point. */
  private record Epoch(Point point, EpochResult result) {}

  /** Returns the work of other processes, compilers and collectors, by epoch. */
  private static Table conditions(Result result) {
    List<Epoch> epochs =
        result.points().stream()
            .flatMap(point -> point.epochs().stream().map(epoch -> new Epoch(point, epoch)))
            .toList();
    return Views.over(result, epochs, Epoch::point)
        .text("fork", epoch -> Integer.toString(epoch.result().fork() + 1))
        .text("epoch", epoch -> Integer.toString(epoch.result().epoch() + 1))
        .text("counts for a typical operation", epoch -> epoch.result().counted() ? "yes" : "no")
        .cell("others on these cores", percent(EpochResult.Disturbance::foreignPercent))
        .cell("others elsewhere", percent(EpochResult.Disturbance::elsewherePercent))
        .cell("steal", percent(EpochResult.Disturbance::stealPercent))
        .micros("threads waited for a core", overhead(EpochResult.Overhead::waitMillis))
        .micros("client's compilers", overhead(EpochResult.Overhead::compileMillis))
        .micros("server's compilers", overhead(EpochResult.Overhead::serverCompileMillis))
        .micros("client's collector", overhead(EpochResult.Overhead::gcMillis))
        .folded("What else ran, epoch by epoch");
  }

  private static Function<Epoch, Cell> percent(
      Function<EpochResult.Disturbance, @Nullable Double> part) {
    return epoch ->
        Optional.ofNullable(epoch.result().disturbance())
            .map(part)
            .map(all -> Cell.of(Numbers.percent(all / 100), all))
            .orElse(Cell.NONE);
  }

  private static Function<Epoch, @Nullable Double> overhead(
      ToDoubleFunction<EpochResult.Overhead> millis) {
    return epoch -> millis.applyAsDouble(epoch.result().overhead()) * MILLIS;
  }

  private static View dots(Result result, Point point) {
    Map<Integer, Double> starts = new TreeMap<>();
    point.windows().forEach(w -> starts.merge(w.place().fork(), w.startSeconds(), Math::min));
    List<View.Dots.Mark> marks = new ArrayList<>();
    starts.forEach((fork, start) -> marks.add(new View.Dots.Mark(start, "fork " + (fork + 1))));
    List<View.Dots.Cloud> clouds = new ArrayList<>();
    Names.looks(result)
        .forEach(
            (name, look) -> {
              List<WindowResult> own = of(point, name);
              if (!own.isEmpty()) {
                clouds.add(
                    new View.Dots.Cloud(look, own.stream().map(WindowSection::dot).toList()));
              }
            });
    return new View.Dots(
        Views.value(point), "operations a second", marks, "hit by collector or steal", clouds);
  }

  private static View.Dots.Dot dot(WindowResult window) {
    return new View.Dots.Dot(
        window.startSeconds(),
        perSecond(window),
        hit(window),
        "fork "
            + (window.place().fork() + 1)
            + ", epoch "
            + (window.place().epoch() + 1)
            + ", block "
            + (window.place().block() + 1)
            + "; collector "
            + Numbers.significant(window.use().gcMillis())
            + " ms, steal "
            + Numbers.significant(window.use().stealMillis())
            + " ms");
  }

  static boolean hit(WindowResult window) {
    return Math.max(window.use().gcMillis(), window.use().stealMillis())
        > HIT * window.seconds() * MILLIS;
  }

  private static Table totals(Result result) {
    List<Views.Row> rows =
        Views.rows(result, variant -> true).stream()
            .filter(row -> !windows(row).isEmpty())
            .toList();
    return Views.columns(result, rows, row -> row)
        .count("windows", row -> (long) windows(row).size())
        .count("hit", row -> windows(row).stream().filter(WindowSection::hit).count())
        .micros("collector", row -> MILLIS * sum(row, window -> window.use().gcMillis()))
        .micros("steal", row -> MILLIS * sum(row, window -> window.use().stealMillis()))
        .count("errors", row -> windows(row).stream().mapToLong(WindowResult::errors).sum())
        .open("Windows of each variant");
  }

  private static List<WindowResult> windows(Views.Row row) {
    return of(row.point(), row.variant().name());
  }

  private static double sum(Views.Row row, ToDoubleFunction<WindowResult> part) {
    return windows(row).stream().mapToDouble(part).sum();
  }

  private static double perSecond(WindowResult window) {
    return window.operations() / window.seconds();
  }

  private static List<WindowResult> of(Point point, String variant) {
    return point.windows().stream().filter(window -> window.variant().equals(variant)).toList();
  }

  /** The windows of an epoch. */
  private record Windows(Point point, WindowResult.Place place, List<WindowResult> all) {}

  /** Summarizes by epochs, as a table of thousands of windows is unreadable. */
  private static Table epochs(Result result) {
    List<Windows> epochs = new ArrayList<>();
    for (Point point : result.points()) {
      Map<List<Integer>, List<WindowResult>> byEpoch = new LinkedHashMap<>();
      point.windows().stream()
          .sorted(
              Comparator.comparingInt((WindowResult window) -> window.place().fork())
                  .thenComparingInt(window -> window.place().epoch()))
          .forEach(
              window ->
                  byEpoch
                      .computeIfAbsent(
                          List.of(window.place().fork(), window.place().epoch()),
                          none -> new ArrayList<>())
                      .add(window));
      byEpoch.values().forEach(all -> epochs.add(new Windows(point, all.get(0).place(), all)));
    }
    // Numbers start at 1 for readers.
    return Views.over(result, epochs, Windows::point)
        .text("fork", epoch -> Integer.toString(epoch.place().fork() + 1))
        .text("epoch", epoch -> Integer.toString(epoch.place().epoch() + 1))
        .cell("starts at", WindowSection::start)
        .count("windows hit", epoch -> epoch.all().stream().filter(WindowSection::hit).count())
        .each(
            Names.looks(result).entrySet(),
            look -> look.getValue().name(),
            (epoch, look) -> perSecond(epoch, look.getKey()))
        .named(result.axis() == null ? 2 : 3)
        .folded("Operations a second, epoch by epoch (every window is in result.json)");
  }

  private static Cell start(Windows epoch) {
    double start = epoch.all().stream().mapToDouble(WindowResult::startSeconds).min().orElse(0);
    return Cell.of(Numbers.seconds(start), start);
  }

  private static Cell perSecond(Windows epoch, String variant) {
    double operations = 0;
    double seconds = 0;
    for (WindowResult window : epoch.all()) {
      if (window.variant().equals(variant)) {
        operations += window.operations();
        seconds += window.seconds();
      }
    }
    return seconds == 0
        ? Cell.NONE
        : Cell.of(Numbers.significant(operations / seconds), operations / seconds);
  }
}
