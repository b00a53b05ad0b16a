package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What a handshake costs each side. */
final class HandshakeSection {
  static final String BENCHMARK = "HandshakeBenchmark.handshake";
  static final String COUNT = "handshakes";
  private static final double MICROS = 1e3;
  private static final Map<String, String> FULL = Map.of("kind", "full");
  private static final Map<String, String> RESUMED = Map.of("kind", "resumed");

  private final Grid grid;
  private final Bootstrap bootstrap;

  HandshakeSection(Cells cells, Bootstrap bootstrap) {
    this.grid =
        new Grid(
            cells,
            BENCHMARK,
            List.of("provider", "protocol", "key"),
            List.of("provider", "side", "protocol", "key", "group", "mutual"));
    this.bootstrap = bootstrap;
  }

  List<Block> blocks() {
    if (!grid.isMeasured()) {
      return List.of();
    }
    String constants = grid.constants().isEmpty() ? "" : " (" + grid.constants() + ")";
    return List.of(
        new Block.Heading(2, "Handshakes"),
        new Block.Paragraph(
            "CPU time of the thread that plays both sides, taken apart by side. `provider` is the"
                + " implementation on one side"
                + (grid.shown().contains("side") ? " (`side`)" : "")
                + "; its peer is the JDK's, or openssl's (netty-tcnative, BoringSSL) with"
                + " X25519MLKEM768. In columns with two figures, the first is of the full"
                + " handshake, the second of the resumed one."),
        cpu("CPU time of the handshake, µs" + constants, "clientNanos", "serverNanos", true),
        cpu(
            "With the first round trip, µs: some send session tickets with it" + constants,
            "clientRoundTripNanos",
            "serverRoundTripNanos",
            false));
  }

  private Block cpu(String title, String client, String server, boolean wire) {
    Notes notes = new Notes();
    List<String> header = new ArrayList<>(grid.shown());
    header.addAll(List.of("full client", "full server", "resumed client", "resumed server"));
    header.addAll(
        wire
            ? List.of("flights", "bytes to server", "bytes to client")
            : List.of("heap of client, handshake", "heap of server, handshake"));
    List<List<String>> rows = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      BiFunction<Map<String, String>, String, String> micros =
          (kind, counter) ->
              grid.text(
                  row,
                  kind,
                  notes,
                  cell -> cell.each(counter, COUNT).map(f -> bootstrap.median(f).text(MICROS)));
      List<String> line = new ArrayList<>(grid.words(row));
      line.add(micros.apply(FULL, client));
      line.add(micros.apply(FULL, server));
      line.add(micros.apply(RESUMED, client));
      line.add(micros.apply(RESUMED, server));
      if (wire) {
        line.add(pair(row, cell -> cell.each("flights", COUNT), HandshakeSection::flights));
        line.add(pair(row, cell -> cell.each("clientBytes", COUNT), Numbers::whole));
        line.add(pair(row, cell -> cell.each("serverBytes", COUNT), Numbers::whole));
      } else {
        line.add(pair(row, cell -> cell.each("clientAllocatedBytes", COUNT), Numbers::amount));
        line.add(pair(row, cell -> cell.each("serverAllocatedBytes", COUNT), Numbers::amount));
      }
      rows.add(line);
    }
    return new Block.Table(title, header, grid.shown().size(), rows, notes.all());
  }

  /** Full and resumed in one column, for what hardly varies between forks. */
  private String pair(
      Map<String, String> row,
      Function<Cell, Optional<Figure>> figure,
      Function<Double, String> as) {
    Function<Map<String, String>, String> one =
        kind ->
            grid.cell(row, kind)
                .flatMap(figure)
                .map(found -> as.apply(found.median()))
                .orElse(Notes.NONE);
    String full = one.apply(FULL);
    String resumed = one.apply(RESUMED);
    return full.equals(resumed) && full.equals(Notes.NONE) ? full : full + " / " + resumed;
  }

  private static String flights(double flights) {
    return flights == Math.rint(flights) ? Numbers.whole(flights) : Numbers.significant(flights);
  }
}
