package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.tls.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** What the suites cost, by size of message: one benchmark's tables. */
final class SuiteSection {
  static final String PLAIN = "plain";
  private static final List<String> KEYS =
      List.of("database", "transport", "provider", "buffer", "suite");
  private static final int RECORD = 16_384;

  private final String name;
  private final int messages;
  private final Function<Cell, Optional<Figure>> cost;
  private final Grid grid;
  private final List<String> sizes;
  private final Bootstrap bootstrap;

  /**
   * Prepares the tables.
   *
   * @param name what a reader calls the benchmark
   * @param messages how many messages an operation protects or opens or both, for GB/s; 0 where an
   *     operation is more than that
   * @param cost what an operation costs, in nanoseconds
   */
  SuiteSection(
      Cells cells,
      Bootstrap bootstrap,
      String benchmark,
      String name,
      int messages,
      Function<Cell, Optional<Figure>> cost) {
    this.cost = cost;
    this.name = name;
    this.messages = messages;
    this.bootstrap = bootstrap;
    this.grid = new Grid(cells, benchmark, List.of("suite"), KEYS);
    this.sizes = List.copyOf(cells.values(benchmark, Map.of(), "size"));
  }

  List<Block> blocks() {
    if (!has(cell -> cost.apply(cell).isPresent())) {
      return List.of();
    }
    List<Block> blocks = new ArrayList<>();
    String constants = grid.constants().isEmpty() ? "" : " (" + grid.constants() + ")";
    blocks.add(new Block.Heading(3, name + constants));
    blocks.add(times());
    if (has(cell -> cell.parameter("suite").equals(PLAIN))) {
      ratios("Ratio to plain", row -> Optional.of(PLAIN)).ifPresent(blocks::add);
    }
    if (has(cell -> cell.parameter("suite").endsWith("-aes128-gcm"))) {
      ratios("Ratio to AES-128-GCM of the same protocol", SuiteSection::gcm).ifPresent(blocks::add);
    }
    if (has(cell -> wire(cell).isPresent())) {
      blocks.add(plainTable("Bytes on the wire over the payload", SuiteSection::wireText));
    }
    if (has(cell -> allocated(cell).isPresent())) {
      blocks.add(
          plainTable(
              "Heap allocated, for each " + (messages == 1 ? "message" : "round trip"),
              cell -> allocated(cell).map(figure -> Numbers.amount(figure.median()))));
    }
    return blocks;
  }

  private boolean has(Predicate<Cell> predicate) {
    return grid.rows().stream()
        .flatMap(row -> sizes.stream().flatMap(size -> grid.cell(row, size(size)).stream()))
        .anyMatch(predicate);
  }

  private static Map<String, String> size(String size) {
    return Map.of("size", size);
  }

  private Block times() {
    List<String> header = new ArrayList<>(grid.shown());
    List<Scale> scales = sizes.stream().map(this::scale).toList();
    for (int i = 0; i < sizes.size(); i++) {
      header.add(Numbers.size(sizes.get(i)) + ", " + scales.get(i).unit());
    }
    List<String> speeds =
        sizes.stream()
            .filter(s -> messages > 0 && (isRecord(s) || s.equals(sizes.get(sizes.size() - 1))))
            .toList();
    speeds.forEach(size -> header.add("GB/s at " + Numbers.size(size)));
    Notes notes = new Notes();
    List<List<String>> rows = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      List<String> line = new ArrayList<>(grid.words(row));
      for (int i = 0; i < sizes.size(); i++) {
        double nanos = scales.get(i).nanos();
        line.add(
            grid.text(
                row,
                size(sizes.get(i)),
                notes,
                cell -> cost.apply(cell).map(figure -> bootstrap.median(figure).text(nanos))));
      }
      for (String size : speeds) {
        line.add(
            grid.text(
                row,
                size(size),
                notes,
                cell ->
                    cost.apply(cell)
                        .map(
                            f ->
                                Numbers.significant(
                                    messages * Double.parseDouble(size) / f.median()))));
      }
      rows.add(line);
    }
    return new Block.Table("Time", header, grid.shown().size(), rows, notes.all());
  }

  private static boolean isRecord(String size) {
    return size.equals(Integer.toString(RECORD));
  }

  private Scale scale(String size) {
    double smallest =
        grid.rows().stream()
            .flatMap(row -> grid.cell(row, size(size)).flatMap(cost).stream())
            .mapToDouble(Figure::median)
            .min()
            .orElse(1);
    return Scale.of(smallest);
  }

  private Optional<Block> ratios(
      String title, Function<Map<String, String>, Optional<String>> baselineOf) {
    Notes notes = new Notes();
    List<List<String>> rows = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      Optional<String> baseline = baselineOf.apply(row);
      if (baseline.isEmpty() || baseline.get().equals(row.get("suite"))) {
        continue;
      }
      List<String> line = new ArrayList<>(grid.words(row));
      for (String size : sizes) {
        Map<String, String> base = Grid.with(row, Map.of("suite", baseline.get(), "size", size));
        line.add(grid.text(row, size(size), notes, cell -> ratio(cell, base).map(Estimate::text)));
      }
      rows.add(line);
    }
    return rows.isEmpty()
        ? Optional.empty()
        : Optional.of(new Block.Table(title, header(), grid.shown().size(), rows, notes.all()));
  }

  /** Plain has no provider of TLS: any will do if the row's own has none. */
  private Optional<Estimate> ratio(Cell cell, Map<String, String> base) {
    Map<String, String> shared = new HashMap<>(base);
    Optional<Cell> divisor = grid.cell(shared, Map.of());
    if (divisor.isEmpty() && PLAIN.equals(base.get("suite"))) {
      shared.remove("provider");
      divisor = grid.cell(shared, Map.of());
    }
    return divisor.flatMap(cost).flatMap(b -> cost.apply(cell).map(a -> bootstrap.ratio(a, b)));
  }

  private static Optional<String> gcm(Map<String, String> row) {
    return Arrays.stream(Suite.values())
        .filter(suite -> suite.id().equals(row.get("suite")))
        .map(suite -> (suite.isTls13() ? Suite.TLS13_AES128_GCM : Suite.TLS12_AES128_GCM).id())
        .findFirst();
  }

  private Block plainTable(String title, Function<Cell, Optional<String>> text) {
    Notes notes = new Notes();
    List<List<String>> rows = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      List<String> line = new ArrayList<>(grid.words(row));
      sizes.forEach(size -> line.add(grid.text(row, size(size), notes, text)));
      rows.add(line);
    }
    return new Block.Table(title, header(), grid.shown().size(), rows, notes.all());
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(grid.shown());
    sizes.forEach(size -> header.add(Numbers.size(size)));
    return header;
  }

  private static Optional<Figure> wire(Cell cell) {
    return cell.each("wireBytes", "messages");
  }

  private static Optional<String> wireText(Cell cell) {
    double payload = Double.parseDouble(cell.parameter("size"));
    return wire(cell)
        .map(Figure::median)
        .map(
            bytes ->
                "+"
                    + Numbers.whole(bytes - payload)
                    + " ("
                    + Numbers.percent(bytes / payload - 1)
                    + ")");
  }

  private static Optional<Figure> allocated(Cell cell) {
    return cell.each("allocatedBytes", "messages");
  }
}
