package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The benchmarks' own part of the figures: provider {@code none} beside the fastest. */
final class Overhead {
  private static final double LIMIT_PERCENT = 2;
  private static final List<String> BENCHMARKS =
      List.of("RecordBenchmark.wrap", "RecordBenchmark.unwrap", "RecordBenchmark.roundTrip");

  private final Cells cells;

  Overhead(Cells cells) {
    this.cells = cells;
  }

  Optional<Section> section() {
    List<String> header =
        List.of("benchmark", "buffer", "smallest figure", "time", "without TLS", "overhead");
    Table table = new Table("Harness overhead", false, 3, header, new ArrayList<>());
    for (String benchmark : BENCHMARKS) {
      List<String> buffers = List.copyOf(cells.values(benchmark, Map.of(), "buffer"));
      for (String buffer : buffers.isEmpty() ? List.of("") : buffers) {
        line(benchmark, buffer.isEmpty() ? Map.of() : Map.of("buffer", buffer))
            .ifPresent(line -> table.rows().add(line));
      }
    }
    if (table.rows().isEmpty()) {
      return Optional.empty();
    }
    String explanation =
        "The same code with an engine that does not encrypt (provider none), with the shortest"
            + " message that it was given, whose copy costs next to nothing: beside the smallest"
            + " figure of the same method and buffer. Overheads of 2 % and more are marked with !.";
    return Optional.of(
        new Section("overhead", "Harness overhead", true, List.of(new Text(explanation), table)));
  }

  private Optional<List<Cell>> line(String benchmark, Map<String, String> where) {
    Optional<Measured> smallest =
        cells
            .of(benchmark, where)
            .filter(cell -> !cell.parameter("provider").equals("none") && cell.time().isPresent())
            .min(Comparator.comparingDouble(c -> c.time().map(ForkValues::value).orElse(0.0)));
    Optional<ForkValues> none =
        cells
            .of(benchmark, Grid.with(where, Map.of("provider", "none")))
            .min(Comparator.comparingInt(cell -> Integer.parseInt(cell.parameter("size"))))
            .flatMap(Measured::time);
    return smallest.flatMap(
        cell -> cell.time().flatMap(time -> none.map(bare -> line(cell, time, bare))));
  }

  private List<Cell> line(Measured cell, ForkValues time, ForkValues bare) {
    Figure share = cells.percent(bare, time);
    // By the further end of the interval, if there is one.
    String mark = share.high() < LIMIT_PERCENT ? "" : "! ";
    return List.of(
        Cell.of(cell.name()),
        cell.parameter("buffer").isEmpty() ? Cell.NONE : Cell.of(cell.parameter("buffer")),
        Cell.of(cell.label()),
        Grid.spread(time.in(Unit.MICROS)),
        Grid.spread(bare.in(Unit.MICROS)),
        Cell.of(mark + Unit.PERCENT.text(share.value()), share.value()));
  }
}
