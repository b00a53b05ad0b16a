package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cost of a new connection to a database. */
final class ConnectSection {
  static final String BENCHMARK = "ConnectBenchmark.connect";
  private static final String PLAIN = "plain";
  private static final List<String> KINDS = List.of(PLAIN, "full", "resumed");

  private final Grid grid;
  private final Cells cells;
  private final List<Map<String, String>> rows;

  private ConnectSection(Cells cells) {
    this.cells = cells;
    List<String> keys = List.of("database", "protocol");
    this.grid = new Grid(cells, BENCHMARK, keys, keys);
    List<Map<String, String>> ofTls =
        grid.rows().stream().filter(row -> known(row, "full") || known(row, "resumed")).toList();
    this.rows = ofTls.isEmpty() ? grid.rows() : ofTls;
  }

  static Optional<Section> of(Cells cells) {
    ConnectSection section = new ConnectSection(cells);
    return section.grid.isMeasured() ? Optional.of(section.section()) : Optional.empty();
  }

  private Section section() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Text(
            "From nothing to the first answer (ping, SELECT 1), and the close of a connection, over"
                + " loopback with an embedded server; a full handshake has its SSLContext made in"
                + " this time."));
    Notes notes = new Notes();
    notes.addBelow(
        new Chart(
            "Time of a new connection",
            "Time of a new connection, plain and with TLS",
            intervals(),
            numbers(notes)),
        blocks);
    blocks.add(ratios());
    return new Section("connections", "Connections", true, blocks);
  }

  private View intervals() {
    List<View.Intervals.Row> bars = new ArrayList<>();
    for (Map<String, String> row : rows) {
      for (String kind : KINDS) {
        time(row, kind)
            .map(time -> time.in(Unit.MICROS))
            .ifPresent(
                time ->
                    bars.add(
                        new View.Intervals.Row(
                            grid.label(row) + ", " + kind,
                            kind.equals(PLAIN)
                                ? new Look(kind, Look.Kind.BASELINE, 0)
                                : Look.variant(kind, KINDS.indexOf(kind) - 1),
                            time.value(),
                            time.low(),
                            time.high(),
                            null,
                            null)));
      }
    }
    return new View.Intervals("", "time", Unit.MICROS, bars);
  }

  private Table numbers(Notes notes) {
    Table table = grid.table("Time of a new connection", false, KINDS);
    for (Map<String, String> row : rows) {
      List<Cell> line = grid.line(row);
      for (String kind : KINDS) {
        line.add(
            time(row, kind)
                .map(time -> Grid.spread(time.in(Unit.MICROS)))
                .or(() -> reason(row, kind).map(notes::gap))
                .orElse(Cell.NONE));
      }
      table.rows().add(line);
    }
    return table;
  }

  private Table ratios() {
    List<String> columns = List.of("full / plain", "resumed / plain", "resumed / full");
    Table table = grid.table("Ratios of these times", false, columns);
    for (Map<String, String> row : rows) {
      List<Cell> line = grid.line(row);
      line.add(ratio(row, "full", PLAIN));
      line.add(ratio(row, "resumed", PLAIN));
      line.add(ratio(row, "resumed", "full"));
      table.rows().add(line);
    }
    return table;
  }

  private Optional<String> reason(Map<String, String> row, String kind) {
    return cells.reason(BENCHMARK, Grid.with(row, Map.of("kind", kind)));
  }

  private boolean known(Map<String, String> row, String kind) {
    return grid.cell(row, Map.of("kind", kind)).isPresent() || reason(row, kind).isPresent();
  }

  /** Without TLS there is no protocol: a plain connection stands beside each. */
  private Optional<ForkValues> time(Map<String, String> row, String kind) {
    Map<String, String> anyProtocol =
        Map.of("kind", kind, "database", row.getOrDefault("database", ""));
    return grid.cell(row, Map.of("kind", kind))
        .or(() -> kind.equals(PLAIN) ? cells.cell(BENCHMARK, anyProtocol) : Optional.empty())
        .flatMap(Measured::time);
  }

  private Cell ratio(Map<String, String> row, String dividend, String divisor) {
    return cells.ratio(time(row, dividend), time(row, divisor)).map(Grid::spread).orElse(Cell.NONE);
  }
}
