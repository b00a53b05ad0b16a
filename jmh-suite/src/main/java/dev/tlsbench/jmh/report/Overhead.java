package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How much of the figures is the benchmarks' own code: provider {@code none} beside the fastest.
 */
final class Overhead {
  private static final double LIMIT = 0.02;
  private static final List<String> BENCHMARKS =
      List.of("RecordBenchmark.wrap", "RecordBenchmark.unwrap", "RecordBenchmark.roundTrip");

  private final Cells cells;
  private final Bootstrap bootstrap;

  Overhead(Cells cells, Bootstrap bootstrap) {
    this.cells = cells;
    this.bootstrap = bootstrap;
  }

  List<Block> blocks() {
    List<List<String>> rows = new ArrayList<>();
    int above = 0;
    for (String benchmark : BENCHMARKS) {
      for (String buffer : buffers(benchmark)) {
        Optional<Share> share = share(benchmark, buffer);
        share.ifPresent(found -> rows.add(row(found)));
        above += share.filter(found -> isAbove(found.of())).isPresent() ? 1 : 0;
      }
    }
    if (rows.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Block.Heading(2, "Harness overhead"),
        new Block.Paragraph(
            "The same code with an engine that does not encrypt (provider `none`), with the"
                + " shortest message that it was given, whose copy costs next to nothing: beside"
                + " the smallest figure of the same method and buffer. "
                + (above == 0
                    ? "All are under 2%."
                    : above + " of " + rows.size() + " are 2% or more; they are marked with !.")),
        new Block.Table(
            "",
            List.of(
                "benchmark",
                "buffer",
                "smallest figure",
                "size",
                "it takes, ns",
                "none, ns",
                "overhead"),
            3,
            rows,
            List.of()));
  }

  private List<String> buffers(String benchmark) {
    List<String> buffers = List.copyOf(cells.values(benchmark, Map.of(), "buffer"));
    return buffers.isEmpty() ? List.of("") : buffers;
  }

  /** The harness's part of one figure. */
  private record Share(Cell smallest, Figure nanos, Figure none, Estimate of) {}

  private Optional<Share> share(String benchmark, String buffer) {
    Map<String, String> where = buffer.isEmpty() ? Map.of() : Map.of("buffer", buffer);
    Optional<Cell> smallest =
        cells
            .of(benchmark, where)
            .filter(cell -> !cell.parameter("provider").equals("none"))
            .filter(cell -> cell.nanos().isPresent())
            .min(Comparator.comparingDouble(c -> c.nanos().map(Figure::median).orElse(0.0)));
    Optional<Figure> none =
        cells
            .of(benchmark, Grid.with(where, Map.of("provider", "none")))
            .filter(cell -> cell.nanos().isPresent())
            .min(Comparator.comparingInt(cell -> Integer.parseInt(cell.parameter("size"))))
            .flatMap(Cell::nanos);
    return smallest.flatMap(
        cell ->
            none.flatMap(n -> cell.nanos().map(s -> new Share(cell, s, n, bootstrap.ratio(n, s)))));
  }

  /** By the further end of the interval, if there is one. */
  private static boolean isAbove(Estimate overhead) {
    return overhead.interval().map(Interval::high).orElse(overhead.value()) >= LIMIT;
  }

  private List<String> row(Share share) {
    Cell cell = share.smallest();
    return List.of(
        cell.benchmark().replace("Benchmark.", " "),
        cell.parameter("buffer").isEmpty() ? Notes.NONE : cell.parameter("buffer"),
        cell.parameter("provider") + " " + cell.parameter("suite"),
        Numbers.size(cell.parameter("size")),
        bootstrap.median(share.nanos()).text(),
        bootstrap.median(share.none()).text(),
        (isAbove(share.of()) ? "! " : "") + Numbers.percent(share.of().value()));
  }
}
