package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Suites beside their bare ciphers, and handshakes beside their signatures. */
final class Ceiling {
  private static final String SIZE = "16384";
  private static final List<Direction> DIRECTIONS =
      List.of(new Direction("wrap", "encrypt"), new Direction("unwrap", "decrypt"));

  /** A method of RecordBenchmark, and its like in CipherBenchmark. */
  private record Direction(String name, String cipher) {
    String benchmark() {
      return "RecordBenchmark." + name;
    }
  }

  private final Cells cells;

  Ceiling(Cells cells) {
    this.cells = cells;
  }

  /** The tests of openssl whose figures the tables have room for. */
  Set<SpeedTest> tests() {
    Set<SpeedTest> tests = EnumSet.noneOf(SpeedTest.class);
    for (Direction direction : DIRECTIONS) {
      cells
          .of(direction.benchmark(), Map.of("size", SIZE))
          .forEach(cell -> SpeedTest.ofSuite(cell.parameter("suite")).ifPresent(tests::add));
    }
    cells
        .of(HandshakeSection.BENCHMARK, Map.of("kind", "full"))
        .forEach(
            cell -> {
              SpeedTest.ofKey(cell.parameter("key")).ifPresent(tests::add);
              SpeedTest.ofGroup(cell.parameter("group")).ifPresent(tests::add);
            });
    return tests;
  }

  Optional<Section> section(OpenSslSpeeds openSsl) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Block.Text(explanation(openSsl)));
    DIRECTIONS.forEach(direction -> records(direction, openSsl, blocks));
    new HandshakeCeiling(cells, openSsl).addTo(blocks);
    return blocks.size() == 1
        ? Optional.empty()
        : Optional.of(new Section("ceiling", "Ceiling", true, blocks));
  }

  private static String explanation(OpenSslSpeeds openSsl) {
    String shares =
        "The bare primitives on this machine. A share of 80 % means: of the time that the benchmark"
            + " takes, the primitive needs 80 %. Cipher is the same provider without records. ";
    return openSsl.version() == null
        ? shares + "There is no openssl on this machine."
        : shares
            + "openssl is "
            + openSsl.version()
            + ", measured after the run: openssl speed -seconds 1, one process at a time, "
            + (openSsl.runs() > 1
                ? "the tests in turns, median of " + openSsl.runs() + " runs"
                : "one run")
            + ", per second of CPU time, no interval.";
  }

  private void records(Direction direction, OpenSslSpeeds openSsl, List<Block> blocks) {
    Notes notes = new Notes();
    Grid grid =
        new Grid(
            cells,
            direction.benchmark(),
            List.of("provider", "suite"),
            List.of("provider", "suite", "buffer"));
    Table table =
        grid.table(
            direction.name() + " of 16 KiB" + grid.constants(),
            false,
            List.of("time", "cipher", "share", "openssl", "share"));
    for (Map<String, String> row : grid.rows()) {
      Optional<Measured> cell = grid.cell(row, Map.of("size", SIZE));
      cell.flatMap(Measured::time)
          .ifPresent(
              time -> {
                List<Cell> line = grid.line(row);
                line.add(Grid.spread(time.in(Unit.MICROS)));
                cipher(line, direction, cell.get(), time, notes);
                openSsl(line, cell.get(), time, openSsl, notes);
                table.rows().add(line);
              });
    }
    if (!table.rows().isEmpty()) {
      notes.addBelow(table, blocks);
    }
  }

  private void cipher(
      List<Cell> line, Direction direction, Measured cell, ForkValues time, Notes notes) {
    Map<String, String> same =
        Map.of(
            "provider", cell.parameter("provider"), "suite", cell.parameter("suite"), "size", SIZE);
    String benchmark = "CipherBenchmark." + direction.cipher();
    Optional<ForkValues> cipher = cells.cell(benchmark, same).flatMap(Measured::time);
    line.add(
        cipher
            .map(found -> Grid.spread(found.in(Unit.MICROS)))
            .or(() -> cells.reason(benchmark, same).map(notes::gap))
            .orElse(Cell.NONE));
    line.add(cipher.map(found -> Cell.of(cells.percent(found, time))).orElse(Cell.NONE));
  }

  private static void openSsl(
      List<Cell> line, Measured cell, ForkValues time, OpenSslSpeeds openSsl, Notes notes) {
    Optional<SpeedTest> test = SpeedTest.ofSuite(cell.parameter("suite"));
    Optional<Double> ofByte = test.flatMap(found -> openSsl.micros(found, SpeedTest.BYTE));
    if (ofByte.isEmpty()) {
      line.add(test.map(found -> notes.gap(openSsl.reason(found))).orElse(Cell.NONE));
      line.add(Cell.NONE);
      return;
    }
    boolean withoutMac =
        test.filter(t -> t == SpeedTest.TRIPLE_DES || t == SpeedTest.RC4).isPresent();
    String mark =
        withoutMac ? notes.mark("the cipher alone: openssl speed has it without HMAC") : "";
    beside(line, ofByte.get() * Integer.parseInt(SIZE), mark, time);
  }

  /** Adds a time of openssl, and its share of what was measured. */
  static void beside(List<Cell> line, double floorMicros, String mark, ForkValues measured) {
    double percent = 100 * floorMicros / measured.value();
    line.add(Cell.of(Unit.MICROS.text(floorMicros) + mark, floorMicros));
    line.add(Cell.of(Unit.PERCENT.text(percent), percent));
  }
}
