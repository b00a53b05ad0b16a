package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** How near the suites come to bare ciphers, and handshakes to bare signatures. */
final class Ceiling {
  private static final String SIZE = "16384";
  private static final List<Direction> DIRECTIONS =
      List.of(new Direction("wrap", "encrypt"), new Direction("unwrap", "decrypt"));

  /** A method of RecordBenchmark, and its like in CipherBenchmark. */
  private record Direction(String record, String cipher) {
    boolean measures(Cell cell) {
      return cell.benchmark().equals("RecordBenchmark." + record);
    }
  }

  private final Cells cells;
  private final Bootstrap bootstrap;

  Ceiling(Cells cells, Bootstrap bootstrap) {
    this.cells = cells;
    this.bootstrap = bootstrap;
  }

  /** What openssl should measure: nothing that no cell has. */
  Set<SpeedTest> tests() {
    Set<SpeedTest> tests = EnumSet.noneOf(SpeedTest.class);
    cells
        .all()
        .filter(cell -> DIRECTIONS.stream().anyMatch(direction -> direction.measures(cell)))
        .filter(cell -> cell.parameter("size").equals(SIZE))
        .forEach(cell -> SpeedTest.ofSuite(cell.parameter("suite")).ifPresent(tests::add));
    cells
        .of(HandshakeSection.BENCHMARK, Map.of("kind", "full"))
        .forEach(
            cell -> {
              SpeedTest.ofKey(cell.parameter("key")).ifPresent(tests::add);
              SpeedTest.ofGroup(cell.parameter("group")).ifPresent(tests::add);
            });
    return tests;
  }

  List<Block> blocks(OpenSslSpeeds openSsl) {
    List<Block> blocks = new ArrayList<>();
    records(openSsl).ifPresent(blocks::add);
    new HandshakeCeiling(cells).block(openSsl).ifPresent(blocks::add);
    if (!blocks.isEmpty()) {
      blocks.add(0, new Block.Heading(2, "Ceiling"));
      blocks.add(1, new Block.Paragraph(explanation(openSsl)));
    }
    return blocks;
  }

  private static String explanation(OpenSslSpeeds openSsl) {
    String shares =
        "What is possible on this machine. A share of 80% means: of the time that the benchmark"
            + " takes, the bare primitive needs 80%. Cipher is the same provider without records. ";
    return openSsl
        .version()
        .map(
            version ->
                shares
                    + "`openssl` is "
                    + version
                    + ", measured while this report was written: `openssl speed -seconds 1`, one"
                    + " process at a time, "
                    + (openSsl.runs() > 1
                        ? "the tests in turns, median of " + openSsl.runs() + " runs"
                        : "one run")
                    + ", per second of CPU time, no interval.")
        .orElse(shares + "There is no openssl on this machine.");
  }

  private Optional<Block> records(OpenSslSpeeds openSsl) {
    Notes notes = new Notes();
    List<List<String>> rows = new ArrayList<>();
    for (Direction direction : DIRECTIONS) {
      Grid grid =
          new Grid(
              cells,
              "RecordBenchmark." + direction.record(),
              List.of(),
              List.of("provider", "suite", "buffer"));
      for (Map<String, String> row : grid.rows()) {
        grid.cell(row, Map.of("size", SIZE))
            .flatMap(cell -> cell.nanos().map(nanos -> row(direction, cell, nanos, openSsl, notes)))
            .ifPresent(rows::add);
      }
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Block.Table(
            "Record at 16 KiB",
            List.of(
                "Record",
                "provider",
                "suite",
                "buffer",
                "Record, µs",
                "Cipher, µs",
                "share",
                "openssl, µs",
                "share"),
            4,
            rows,
            notes.all()));
  }

  private List<String> row(
      Direction direction, Cell cell, Figure nanos, OpenSslSpeeds openSsl, Notes notes) {
    List<String> line = new ArrayList<>();
    line.add(direction.record());
    List.of("provider", "suite", "buffer").forEach(key -> line.add(cell.parameter(key)));
    line.add(bootstrap.median(nanos).text(1e3));
    cipher(line, direction, cell, nanos, notes);
    openSsl(line, cell, nanos, openSsl, notes);
    return line;
  }

  private void cipher(
      List<String> line, Direction direction, Cell cell, Figure nanos, Notes notes) {
    Map<String, String> same =
        Map.of(
            "provider", cell.parameter("provider"), "suite", cell.parameter("suite"), "size", SIZE);
    String benchmark = "CipherBenchmark." + direction.cipher();
    Optional<Figure> cipher = cells.cell(benchmark, same).flatMap(Cell::nanos);
    if (cipher.isEmpty()) {
      line.add(cells.reason(benchmark, same).map(notes::gap).orElse(Notes.NONE));
      line.add(Notes.NONE);
      return;
    }
    line.add(bootstrap.median(cipher.get()).text(1e3));
    line.add(share(bootstrap.ratio(cipher.get(), nanos)));
  }

  private static String share(Estimate share) {
    return Numbers.percent(share.value())
        + share
            .interval()
            .map(i -> " [" + Numbers.percent(i.low()) + ", " + Numbers.percent(i.high()) + "]")
            .orElse("");
  }

  private static void openSsl(
      List<String> line, Cell cell, Figure nanos, OpenSslSpeeds openSsl, Notes notes) {
    Optional<SpeedTest> test = SpeedTest.ofSuite(cell.parameter("suite"));
    OptionalDouble ofByte = test.map(openSsl::nanosOfByte).orElseGet(OptionalDouble::empty);
    if (ofByte.isEmpty()) {
      line.add(test.map(found -> notes.gap(openSsl.reason(found))).orElse(Notes.NONE));
      line.add(Notes.NONE);
      return;
    }
    double floor = ofByte.getAsDouble() * Integer.parseInt(SIZE);
    String mark =
        test.filter(found -> found == SpeedTest.TRIPLE_DES || found == SpeedTest.RC4)
            .map(found -> " " + notes.mark("the cipher alone: openssl speed has it without HMAC"))
            .orElse("");
    line.add(Numbers.significant(floor / 1e3) + mark);
    line.add(Numbers.percent(floor / nanos.median()));
  }
}
