package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Harness overhead, measured with an engine that does not encrypt. */
final class Overhead {
  private static final double LIMIT_PERCENT = 2;

  private Overhead() {}

  /** Returns a table; empty if the overhead was not measured. */
  static List<Block> blocks(Cells cells) {
    Table table =
        Table.open(
            "Harness overhead",
            "benchmark",
            "buffer",
            "smallest figure",
            "time",
            "without TLS",
            "overhead");
    for (String method : List.of("wrap", "unwrap", "roundTrip")) {
      String benchmark = "RecordBenchmark." + method;
      for (String buffer : cells.values(benchmark, "buffer")) {
        line(cells, benchmark, Map.of("buffer", buffer)).ifPresent(table.rows()::add);
      }
    }
    return table.rows().isEmpty()
        ? List.of()
        : List.of(
            new Block.Text(
                "The same code with an engine that does not encrypt (provider none) and its"
                    + " shortest message, whose copy costs almost nothing, compared with the"
                    + " smallest figure of the same method and buffer. Overheads of 2 % and more"
                    + " are marked with !."),
            new Table(table.caption(), false, 3, table.header(), table.rows()));
  }

  private static Optional<List<Cell>> line(
      Cells cells, String benchmark, Map<String, String> where) {
    Optional<Measured> smallest =
        cells
            .of(benchmark, where)
            .filter(cell -> !cell.parameter("provider").equals("none") && cell.time().isPresent())
            .min(Comparator.comparingDouble(c -> c.time().map(ForkValues::value).orElse(0.0)));
    Optional<ForkValues> none =
        cells
            .of(benchmark, Cells.with(where, Map.of("provider", "none")))
            .min(Comparator.comparingInt(cell -> Integer.parseInt(cell.parameter("size"))))
            .flatMap(Measured::time);
    return smallest.flatMap(
        cell -> cell.time().flatMap(time -> none.map(bare -> line(cells, cell, time, bare))));
  }

  private static List<Cell> line(Cells cells, Measured cell, ForkValues time, ForkValues bare) {
    Figure share = cells.percent(bare, time);
    // Judged by the upper end of the interval, if there is one.
    String mark = share.high() < LIMIT_PERCENT ? "" : "! ";
    return List.of(
        Cell.of(cell.name()),
        Cell.of(cell.parameter("buffer")),
        Cell.of(cell.label()),
        Grid.spread(time.in(Unit.MICROS)),
        Grid.spread(bare.in(Unit.MICROS)),
        Cell.of(mark + Unit.PERCENT.text(share.value()), share.value()));
  }
}
