package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.report.Grid.Column;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Charts and tables of one benchmark: a row for each combination of parameters, a column for each
 * value of one further parameter: the kind of handshake or the message size.
 */
final class BenchmarkSection {
  private static final String PLAIN = "plain";
  private static final String RECORD = "16384";

  /** Charts with more bars let the reader choose a protocol. */
  private static final int MOST_BARS = 12;

  private final Cells cells;
  private final String benchmark;
  private final String name;
  private final String pivot;
  private final List<String> values;
  private final Grid grid;
  private final List<Block> blocks = new ArrayList<>();

  private BenchmarkSection(
      Cells cells,
      String benchmark,
      String name,
      String pivot,
      List<String> always,
      String... keys) {
    this.cells = cells;
    this.benchmark = benchmark;
    this.name = name;
    this.pivot = pivot;
    this.values = cells.values(benchmark, pivot);
    this.grid = new Grid(cells, benchmark, always, List.of(keys));
  }

  private Map<String, String> at(String value) {
    return Map.of(pivot, value);
  }

  private Optional<ForkValues> figure(Map<String, String> row, String value, Metric metric) {
    return grid.cell(row, at(value)).flatMap(cell -> cell.figure(metric));
  }

  private <T> List<Column> columns(
      List<T> of, Function<T, String> title, BiFunction<Map<String, String>, T, Cell> cell) {
    return of.stream()
        .map(each -> new Column(title.apply(each), row -> cell.apply(row, each)))
        .toList();
  }

  /** Returns the cost of a handshake to each side; empty if it was not measured. */
  static List<Block> handshakes(Cells cells) {
    BenchmarkSection section =
        new BenchmarkSection(
            cells,
            "HandshakeBenchmark.handshake",
            "CPU time of a handshake",
            "kind",
            List.of("provider", "protocol", "key"),
            "provider",
            "side",
            "protocol",
            "key",
            "group",
            "mutual");
    return section.grid.has(Metric.TIME) ? section.handshakes() : List.of();
  }

  /** Returns the cost of a full handshake by the type of key; empty if it was not measured. */
  static List<Block> certificates(Cells cells) {
    Grid grid = new Grid(cells, "CertificateBenchmark.handshake", List.of("key"), List.of("key"));
    if (!grid.has(Metric.TIME)) {
      return List.of();
    }
    List<Column> columns =
        Stream.of(
                Metric.CLIENT_CPU,
                Metric.SERVER_CPU,
                Metric.CLIENT_BYTES,
                Metric.SERVER_BYTES,
                Metric.CERTIFICATE_BYTES,
                Metric.CHAIN_BYTES)
            .map(metric -> new Column(metric.title(), row -> grid.figure(row, Map.of(), metric)))
            .toList();
    return List.of(
        new Block.Text(
            "Full handshakes of TLS 1.3 with X25519 and Bouncy Castle at both ends, by the key of"
                + " the server's certificates. It sends two: its own and an intermediate"
                + " authority's. Bouncy Castle offers ML-DSA only if it is asked for by name."),
        grid.table("CPU time and bytes of a handshake", false, columns));
  }

  private List<Block> handshakes() {
    blocks.add(
        new Block.Text(
            "CPU time of the thread that runs both sides, divided by side. The provider is the"
                + " implementation on one side"
                + (grid.shows("side") ? " (column side)" : "")
                + "; its peer is the JDK's, or openssl's (netty-tcnative, BoringSSL) with"
                + " X25519MLKEM768, or bouncycastle's with SecP256r1MLKEM768."));
    String title = name + grid.constants();
    String label = "CPU time of client and server in full and resumed handshakes";
    Block.Table numbers =
        sides("CPU time of the handshake", false, Metric.CLIENT_CPU, Metric.SERVER_CPU);
    grid.addTo(blocks, new Chart(title, label, "Protocol", stacks(), numbers));
    grid.addTo(
        blocks,
        sides(
            "CPU time with the first round trip, with which some send session tickets",
            true,
            Metric.CLIENT_ROUND_TRIP_CPU,
            Metric.SERVER_ROUND_TRIP_CPU));
    List<Metric> counts =
        List.of(
            Metric.FLIGHTS,
            Metric.CLIENT_BYTES,
            Metric.SERVER_BYTES,
            Metric.CLIENT_ALLOCATED,
            Metric.SERVER_ALLOCATED);
    String caption = "Bytes and flights, full / resumed" + grid.constants();
    blocks.add(grid.table(caption, true, columns(counts, Metric::title, this::pair)));
    return blocks;
  }

  private Block.Table sides(String caption, boolean folded, Metric client, Metric server) {
    List<Column> columns = new ArrayList<>();
    for (String kind : List.of("full", "resumed")) {
      columns.add(new Column(kind + ", client", row -> grid.figure(row, at(kind), client)));
      columns.add(new Column(kind + ", server", row -> grid.figure(row, at(kind), server)));
    }
    return grid.table(caption + grid.constants(), folded, columns);
  }

  /** Returns full and resumed in one cell, for metrics that hardly vary between forks. */
  private Cell pair(Map<String, String> row, Metric metric) {
    List<String> both =
        Stream.of("full", "resumed")
            .map(kind -> figure(row, kind, metric))
            .map(figure -> figure.map(f -> text(f.value(), metric)).orElse(Cell.NONE.text()))
            .distinct()
            .toList();
    return Cell.of(String.join(" / ", both));
  }

  private static String text(double value, Metric metric) {
    boolean whole = metric == Metric.FLIGHTS && value == Math.rint(value);
    return whole ? Long.toString(Math.round(value)) : metric.unit().text(value);
  }

  private List<View> stacks() {
    View.Stacks all = stacks("", grid.rows());
    if (all.bars().size() <= MOST_BARS) {
      return List.of(all);
    }
    return cells.values(benchmark, "protocol").stream()
        .<View>map(
            protocol ->
                stacks(
                    protocol,
                    grid.rows().stream()
                        .filter(row -> protocol.equals(row.get("protocol")))
                        .toList()))
        .toList();
  }

  private View.Stacks stacks(String choice, List<Map<String, String>> rows) {
    List<View.Stacks.Bar> bars = new ArrayList<>();
    for (Map<String, String> row : rows) {
      for (String kind : values) {
        if (grid.cell(row, at(kind)).isPresent()) {
          List<Double> sides =
              Stream.of(Metric.CLIENT_CPU, Metric.SERVER_CPU)
                  .map(side -> figure(row, kind, side).map(ForkValues::value).orElse(0.0))
                  .toList();
          bars.add(new View.Stacks.Bar(grid.label(row) + ", " + kind, sides));
        }
      }
    }
    List<String> parts = List.of("client", "server");
    return new View.Stacks(choice, "CPU time, mean", Unit.MICROS, parts, bars);
  }

  /**
   * Returns the time of the suites by size of message; empty if it was not measured.
   *
   * @param messages the number of messages that an operation protects, opens or both, for MB/s; 0
   *     if an operation does more than that
   */
  static List<Block> messages(Cells cells, String benchmark, String name, int messages) {
    BenchmarkSection section =
        new BenchmarkSection(
            cells,
            benchmark,
            name,
            "size",
            List.of("suite"),
            "transport",
            "provider",
            "buffer",
            "suite");
    return section.grid.has(Metric.TIME) ? section.messages(messages) : List.of();
  }

  private List<Block> messages(int messages) {
    String title = name + grid.constants();
    Block.Table numbers = grid.table(title, false, times(messages));
    grid.addTo(blocks, new Chart(title, name, "Message size", views(messages), numbers));
    addRatios("times as much as plain", row -> PLAIN);
    addRatios(
        "times as much as AES-128-GCM of the same protocol",
        row -> row.getOrDefault("suite", "").replaceFirst("-.*", "-aes128-gcm"));
    if (grid.has(Metric.WIRE_BYTES)) {
      addFolded("bytes on the wire over the payload", this::overPayload);
    }
    if (grid.has(Metric.ALLOCATED)) {
      addFolded(
          "heap allocated for each " + (messages == 1 ? "message" : "round trip"),
          (row, size) ->
              figure(row, size, Metric.ALLOCATED)
                  .map(bytes -> Cell.of(Unit.BYTES.text(bytes.value()), bytes.value()))
                  .orElse(Cell.NONE));
    }
    return blocks;
  }

  private void addFolded(String caption, BiFunction<Map<String, String>, String, Cell> cell) {
    List<Column> columns = columns(values, BenchmarkSection::written, cell);
    blocks.add(grid.table(name + ": " + caption, true, columns));
  }

  private static String written(String size) {
    return Numbers.size(Long.parseLong(size));
  }

  private Optional<Figure> time(Map<String, String> row, String size) {
    return figure(row, size, Metric.TIME).map(time -> time.in(Unit.MICROS));
  }

  private List<Column> times(int messages) {
    List<Column> columns =
        new ArrayList<>(
            columns(
                values,
                BenchmarkSection::written,
                (row, size) -> grid.figure(row, at(size), Metric.TIME)));
    List<String> speeds =
        values.stream()
            .filter(size -> messages > 0)
            .filter(size -> size.equals(RECORD) || size.equals(values.get(values.size() - 1)))
            .toList();
    columns.addAll(
        columns(
            speeds,
            size -> "MB/s at " + written(size),
            (row, size) ->
                time(row, size)
                    .map(time -> speed(time, size, messages).value())
                    .map(speed -> Cell.of(Numbers.significant(speed), speed))
                    .orElse(Cell.NONE)));
    return columns;
  }

  /** Converts microseconds to a speed: bytes per microsecond are megabytes per second. */
  private static Figure speed(Figure micros, String size, int messages) {
    double bytes = messages * Double.parseDouble(size);
    return new Figure(
        bytes / micros.value(),
        micros.low95() == null ? null : bytes / micros.high(),
        micros.high95() == null ? null : bytes / micros.low(),
        Unit.MEGABYTES_PER_SECOND);
  }

  /**
   * Returns curves of speed over size for rows with several sizes, and a comparison of rows per
   * size.
   */
  private List<View> views(int messages) {
    List<View> views = new ArrayList<>();
    List<View.Lines.Curve> curves = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      List<Figure> speeds =
          values.stream()
              .map(size -> time(row, size).map(f -> speed(f, size, messages)).orElse(null))
              .toList();
      if (speeds.stream().filter(Objects::nonNull).count() > 1) {
        curves.add(new View.Lines.Curve(look(row), speeds));
      }
    }
    if (messages > 0 && !curves.isEmpty()) {
      List<String> sizes = values.stream().map(BenchmarkSection::written).toList();
      Unit unit = Unit.MEGABYTES_PER_SECOND;
      views.add(new View.Lines("all, as speed", "message", sizes, "speed", unit, curves));
    }
    for (String size : values) {
      List<View.Intervals.Row> rows = new ArrayList<>();
      for (Map<String, String> row : grid.rows()) {
        time(row, size)
            .map(
                f ->
                    new View.Intervals.Row(
                        grid.label(row), look(row), f.value(), f.low(), f.high(), null, null))
            .ifPresent(rows::add);
      }
      if (!rows.isEmpty()) {
        views.add(new View.Intervals(written(size), "time", Unit.MICROS, rows));
      }
    }
    return views;
  }

  private Look look(Map<String, String> row) {
    return PLAIN.equals(row.get("suite"))
        ? new Look(grid.label(row), Look.Kind.BASELINE, 0)
        : Look.variant(grid.label(row), grid.rows().indexOf(row));
  }

  /** Adds a table of rows divided by the rows of another suite, if there are any. */
  private void addRatios(String title, Function<Map<String, String>, String> baseline) {
    Block.Table table =
        grid.table(
            name + ": " + title,
            false,
            columns(
                values,
                BenchmarkSection::written,
                (row, size) -> ratio(row, size, baseline.apply(row))));
    table.rows().removeIf(line -> line.stream().allMatch(cell -> cell.value() == null));
    if (!table.rows().isEmpty()) {
      blocks.add(table);
    }
  }

  private Cell ratio(Map<String, String> row, String size, String baseline) {
    if (baseline.equals(row.get("suite"))) {
      return Cell.NONE;
    }
    Map<String, String> base = Cells.with(row, Map.of("suite", baseline, "size", size));
    Optional<Measured> divisor = cells.cell(benchmark, base);
    // Plain text has no TLS provider: any of its rows will do if none has this row's provider.
    if (divisor.isEmpty() && baseline.equals(PLAIN)) {
      base.remove("provider");
      divisor = cells.cell(benchmark, base);
    }
    return cells
        .ratio(figure(row, size, Metric.TIME), divisor.flatMap(Measured::time))
        .map(Grid::spread)
        .orElse(Cell.NONE);
  }

  private Cell overPayload(Map<String, String> row, String size) {
    double payload = Double.parseDouble(size);
    return figure(row, size, Metric.WIRE_BYTES)
        .map(wire -> wire.value() - payload)
        .map(
            more ->
                Cell.of(
                    "+" + Math.round(more) + "\u00a0B (" + Numbers.percent(more / payload) + ")",
                    more))
        .orElse(Cell.NONE);
  }
}
