package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.EpochResult;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.experiment.result.WindowResult;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.statistics.descriptive.Median;

/** Every window of a run, marked if it was disturbed. */
final class WindowSection {
  /** The smallest disturbed part of a window that counts as a hit; a difference is 1 % too. */
  static final double HIT = 0.01;

  private static final double MILLIS = 1000;

  private WindowSection() {}

  /** Empty if there were no windows. */
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

  /** Returns the work of others, and of compilers and collectors, by epoch. */
  private static Table conditions(Result result) {
    Table table =
        Table.folded(
                "What else ran, epoch by epoch",
                "fork",
                "epoch",
                "counts for a typical operation",
                "others on these cores",
                "others elsewhere",
                "slowed by other cores",
                "steal",
                "threads waited for a core",
                "client's compilers",
                "server's compilers",
                "client's collector")
            .over(result.axis());
    for (Point point : result.points()) {
      for (EpochResult epoch : point.epochs()) {
        Optional<EpochResult.Disturbance> others = Optional.ofNullable(epoch.disturbance());
        table.add(
            point.value(),
            Cell.of(Integer.toString(epoch.fork() + 1)),
            Cell.of(Integer.toString(epoch.epoch() + 1)),
            Cell.of(epoch.counted() ? "yes" : "no"),
            percent(others.map(EpochResult.Disturbance::foreignPercent)),
            percent(others.map(EpochResult.Disturbance::elsewherePercent)),
            percent(others.map(EpochResult.Disturbance::slowdownPercent)),
            percent(others.map(EpochResult.Disturbance::stealPercent)),
            Cell.micros(epoch.overhead().waitMillis() * MILLIS),
            Cell.micros(epoch.overhead().compileMillis() * MILLIS),
            Cell.micros(epoch.overhead().serverCompileMillis() * MILLIS),
            Cell.micros(epoch.overhead().gcMillis() * MILLIS));
      }
    }
    return table;
  }

  private static Cell percent(Optional<Double> value) {
    return value.map(all -> Cell.of(Numbers.percent(all / 100), all)).orElse(Cell.NONE);
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
    Table table =
        Table.open(
                "Windows of each variant",
                "variant",
                "windows",
                "median operations a second",
                "hit",
                "collector",
                "steal",
                "errors",
                "client cores busy",
                "server cores busy")
            .over(result.axis());
    for (Point point : result.points()) {
      for (VariantResult variant : Views.inOrder(point)) {
        List<WindowResult> windows = of(point, variant.name());
        if (!windows.isEmpty()) {
          table.add(point.value(), cells(Names.of(variant, result), windows));
        }
      }
    }
    return table;
  }

  private static Cell[] cells(String name, List<WindowResult> windows) {
    double seconds = windows.stream().mapToDouble(WindowResult::seconds).sum();
    double gc = windows.stream().mapToDouble(window -> window.use().gcMillis()).sum();
    double steal = windows.stream().mapToDouble(window -> window.use().stealMillis()).sum();
    double client = windows.stream().mapToDouble(window -> window.use().clientCpuMillis()).sum();
    boolean local = windows.stream().allMatch(window -> window.use().serverCpuMillis() != null);
    double server =
        windows.stream()
            .map(window -> window.use().serverCpuMillis())
            .mapToDouble(cpu -> cpu == null ? 0 : cpu)
            .sum();
    double median =
        Median.withDefaults()
            .evaluate(windows.stream().mapToDouble(WindowSection::perSecond).toArray());
    return new Cell[] {
      Cell.of(name),
      Cell.count(windows.size()),
      Cell.of(Numbers.significant(median), median),
      Cell.count(windows.stream().filter(WindowSection::hit).count()),
      Cell.micros(gc * MILLIS),
      Cell.micros(steal * MILLIS),
      Cell.count(windows.stream().mapToLong(WindowResult::errors).sum()),
      busy(client, seconds),
      local ? busy(server, seconds) : Cell.NONE
    };
  }

  private static Cell busy(double cpuMillis, double seconds) {
    double cores = cpuMillis / MILLIS / seconds;
    return Cell.of(Numbers.fixed(cores, 2), cores);
  }

  private static double perSecond(WindowResult window) {
    return window.operations() / window.seconds();
  }

  private static List<WindowResult> of(Point point, String variant) {
    return point.windows().stream().filter(window -> window.variant().equals(variant)).toList();
  }

  /** Summarizes by epochs, as a table of thousands of windows is unreadable. */
  private static Table epochs(Result result) {
    Map<String, Look> variants = Names.looks(result);
    List<String> header = new ArrayList<>(List.of("fork", "epoch", "starts at", "windows hit"));
    variants.values().forEach(look -> header.add(look.name()));
    Table table =
        new Table(
                "Operations a second, epoch by epoch (every window is in result.json)",
                true,
                2,
                List.copyOf(header),
                new ArrayList<>())
            .over(result.axis());
    for (Point point : result.points()) {
      Map<Integer, Map<Integer, List<WindowResult>>> byFork = new TreeMap<>();
      for (WindowResult window : point.windows()) {
        byFork
            .computeIfAbsent(window.place().fork(), fork -> new TreeMap<>())
            .computeIfAbsent(window.place().epoch(), epoch -> new ArrayList<>())
            .add(window);
      }
      byFork.forEach(
          (fork, epochs) ->
              epochs.forEach(
                  (epoch, windows) ->
                      table.add(point.value(), epoch(fork, epoch, windows, variants.keySet()))));
    }
    return table;
  }

  private static Cell[] epoch(
      int fork, int epoch, List<WindowResult> windows, Set<String> variants) {
    List<Cell> cells = new ArrayList<>();
    double start = windows.stream().mapToDouble(WindowResult::startSeconds).min().orElse(0);
    // Numbers start at 1 for readers.
    cells.add(Cell.of(Integer.toString(fork + 1)));
    cells.add(Cell.of(Integer.toString(epoch + 1)));
    cells.add(Cell.of(Numbers.seconds(start), start));
    cells.add(Cell.count(windows.stream().filter(WindowSection::hit).count()));
    for (String variant : variants) {
      double operations = 0;
      double seconds = 0;
      for (WindowResult window : windows) {
        if (window.variant().equals(variant)) {
          operations += window.operations();
          seconds += window.seconds();
        }
      }
      cells.add(
          seconds == 0
              ? Cell.NONE
              : Cell.of(Numbers.significant(operations / seconds), operations / seconds));
    }
    return cells.toArray(Cell[]::new);
  }
}
