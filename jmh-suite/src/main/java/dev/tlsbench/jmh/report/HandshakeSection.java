package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The cost of a handshake to each side. */
final class HandshakeSection {
  static final String BENCHMARK = "HandshakeBenchmark.handshake";
  private static final List<String> KINDS = List.of("full", "resumed");

  private static final List<Metric> PAIRS =
      List.of(
          Metric.FLIGHTS,
          Metric.CLIENT_BYTES,
          Metric.SERVER_BYTES,
          Metric.CLIENT_ALLOCATED,
          Metric.SERVER_ALLOCATED);

  /** With more bars than these a reader chooses a protocol. */
  private static final int MOST_BARS = 12;

  private final Grid grid;

  private HandshakeSection(Cells cells) {
    this.grid = grid(cells);
  }

  static Grid grid(Cells cells) {
    return new Grid(
        cells,
        BENCHMARK,
        List.of("provider", "protocol", "key"),
        List.of("provider", "side", "protocol", "key", "group", "mutual"));
  }

  static Optional<Section> of(Cells cells) {
    HandshakeSection section = new HandshakeSection(cells);
    return section.grid.isMeasured() ? Optional.of(section.section()) : Optional.empty();
  }

  private Section section() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Text(
            "CPU time of the thread that plays both sides, divided by side. The provider is the"
                + " implementation on one side"
                + (grid.shows("side") ? " (column side)" : "")
                + "; its peer is the JDK's, or openssl's (netty-tcnative, BoringSSL) with"
                + " X25519MLKEM768."));
    Notes notes = new Notes();
    Table cpu =
        table("CPU time of the handshake", false, Metric.CLIENT_CPU, Metric.SERVER_CPU, notes);
    notes.addBelow(
        new Chart(
            "CPU time of a handshake" + grid.constants(),
            "CPU time of client and server in full and resumed handshakes",
            "Protocol",
            views(),
            cpu),
        blocks);
    Notes more = new Notes();
    more.addBelow(
        table(
            "CPU time with the first round trip, with which some send session tickets",
            true,
            Metric.CLIENT_ROUND_TRIP_CPU,
            Metric.SERVER_ROUND_TRIP_CPU,
            more),
        blocks);
    blocks.add(pairs());
    return new Section("handshakes", "Handshakes", true, blocks);
  }

  private List<View> views() {
    View.Stacks all = bars("", grid.rows());
    if (all.bars().size() <= MOST_BARS) {
      return List.of(all);
    }
    TreeSet<String> protocols = new TreeSet<>(Order.ofValues());
    grid.rows().forEach(row -> protocols.add(row.getOrDefault("protocol", "")));
    return protocols.stream()
        .<View>map(
            protocol ->
                bars(
                    protocol,
                    grid.rows().stream()
                        .filter(row -> protocol.equals(row.get("protocol")))
                        .toList()))
        .toList();
  }

  private View.Stacks bars(String choice, List<Map<String, String>> rows) {
    List<View.Stacks.Bar> bars = new ArrayList<>();
    for (Map<String, String> row : rows) {
      for (String kind : KINDS) {
        grid.cell(row, Map.of("kind", kind))
            .ifPresent(
                cell ->
                    bars.add(
                        new View.Stacks.Bar(
                            grid.label(row) + ", " + kind,
                            List.of(
                                value(cell, Metric.CLIENT_CPU), value(cell, Metric.SERVER_CPU)))));
      }
    }
    return new View.Stacks(
        choice, "CPU time, median", Unit.MICROS, List.of("client", "server"), bars);
  }

  private static double value(Measured cell, Metric metric) {
    return cell.figure(metric).map(ForkValues::value).orElse(0.0);
  }

  private Table table(String caption, boolean folded, Metric client, Metric server, Notes notes) {
    List<String> columns = new ArrayList<>();
    for (String kind : KINDS) {
      columns.add(kind + ", client");
      columns.add(kind + ", server");
    }
    Table table = grid.table(caption + grid.constants(), folded, columns);
    for (Map<String, String> row : grid.rows()) {
      List<Cell> line = grid.line(row);
      for (String kind : KINDS) {
        for (Metric metric : List.of(client, server)) {
          line.add(
              grid.cell(
                  row,
                  Map.of("kind", kind),
                  notes,
                  cell -> cell.figure(metric).map(f -> Grid.spread(f.in(metric.unit())))));
        }
      }
      table.rows().add(line);
    }
    return table;
  }

  private Table pairs() {
    List<String> columns = PAIRS.stream().map(Metric::title).toList();
    Table table = grid.table("Bytes and flights, full / resumed" + grid.constants(), true, columns);
    for (Map<String, String> row : grid.rows()) {
      List<Cell> line = grid.line(row);
      PAIRS.forEach(metric -> line.add(pair(row, metric)));
      table.rows().add(line);
    }
    return table;
  }

  /** Full and resumed in one column, for what hardly varies between forks. */
  private Cell pair(Map<String, String> row, Metric metric) {
    List<String> both = new ArrayList<>();
    for (String kind : KINDS) {
      both.add(
          grid.cell(row, Map.of("kind", kind))
              .flatMap(cell -> cell.figure(metric))
              .map(figure -> text(figure.value(), metric))
              .orElse(Cell.NONE.text()));
    }
    return both.get(0).equals(both.get(1))
        ? Cell.of(both.get(0))
        : Cell.of(String.join(" / ", both));
  }

  private static String text(double value, Metric metric) {
    boolean whole = metric == Metric.FLIGHTS && value == Math.rint(value);
    return whole ? Long.toString(Math.round(value)) : metric.unit().text(value);
  }
}
