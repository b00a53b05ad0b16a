package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a new connection to a database costs. */
final class ConnectSection {
  static final String BENCHMARK = "ConnectBenchmark.connect";
  private static final double MICROS = 1e3;

  private final Grid grid;
  private final Cells cells;
  private final Bootstrap bootstrap;

  ConnectSection(Cells cells, Bootstrap bootstrap) {
    this.cells = cells;
    this.bootstrap = bootstrap;
    this.grid =
        new Grid(
            cells, BENCHMARK, List.of("database", "protocol"), List.of("database", "protocol"));
  }

  List<Block> blocks() {
    if (!grid.isMeasured()) {
      return List.of();
    }
    Notes notes = new Notes();
    List<List<String>> rows = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      if (known(row, "full").isEmpty() && known(row, "resumed").isEmpty() && ofTls()) {
        continue;
      }
      List<String> line = new ArrayList<>(grid.words(row));
      for (String kind : List.of("plain", "full", "resumed")) {
        line.add(
            find(row, kind)
                .flatMap(Cell::nanos)
                .map(figure -> bootstrap.median(figure).text(MICROS))
                .or(() -> reason(row, kind).map(notes::gap))
                .orElse(Notes.NONE));
      }
      line.add(ratio(row, "full", "plain"));
      line.add(ratio(row, "resumed", "plain"));
      line.add(ratio(row, "resumed", "full"));
      rows.add(line);
    }
    List<String> header = new ArrayList<>(grid.shown());
    header.addAll(
        List.of("plain", "full", "resumed", "full / plain", "resumed / plain", "resumed / full"));
    return List.of(
        new Block.Heading(2, "Connect"),
        new Block.Paragraph(
            "From nothing to the first answer (`ping`, `SELECT 1`), and the close of a connection,"
                + " over loopback with an embedded server; a full handshake has its SSLContext made"
                + " in this time."),
        new Block.Table("Time, µs", header, grid.shown().size(), rows, notes.all()));
  }

  private Optional<String> reason(Map<String, String> row, String kind) {
    return cells.reason(BENCHMARK, Grid.with(row, Map.of("kind", kind)));
  }

  /** Whether any row is more than a plain connection under a protocol that it does not speak. */
  private boolean ofTls() {
    return grid.rows().stream()
        .anyMatch(row -> known(row, "full").isPresent() || known(row, "resumed").isPresent());
  }

  private Optional<String> known(Map<String, String> row, String kind) {
    return grid.cell(row, Map.of("kind", kind)).map(Cell::benchmark).or(() -> reason(row, kind));
  }

  /** Without TLS there is no protocol: a plain connection stands beside each. */
  private Optional<Cell> find(Map<String, String> row, String kind) {
    return grid.cell(row, Map.of("kind", kind))
        .or(
            () ->
                kind.equals("plain")
                    ? cells.cell(
                        BENCHMARK,
                        Map.of("kind", kind, "database", row.getOrDefault("database", "")))
                    : Optional.empty());
  }

  private String ratio(Map<String, String> row, String dividend, String divisor) {
    return find(row, dividend)
        .flatMap(Cell::nanos)
        .flatMap(
            a -> find(row, divisor).flatMap(Cell::nanos).map(b -> bootstrap.ratio(a, b).text()))
        .orElse(Notes.NONE);
  }
}
