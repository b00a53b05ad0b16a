package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The asymmetric operations that a full handshake cannot do without, as OpenSSL does them.
 *
 * <p>The server signs once (CertificateVerify of RFC 8446, section 4.4.3; ServerKeyExchange of RFC
 * 5246, section 7.4.3) and the client verifies that signature and the authority's below the
 * certificate. With mutual authentication each does the other's part as well. Both derive the
 * shared secret; making the key shares is left out, since {@code openssl speed} does not measure
 * it, and so this is a lower bound.
 */
final class HandshakeCeiling {
  private static final double MICROS = 1e3;

  private final Cells cells;

  HandshakeCeiling(Cells cells) {
    this.cells = cells;
  }

  Optional<Block> block(OpenSslSpeeds openSsl) {
    Grid grid =
        new Grid(
            cells,
            HandshakeSection.BENCHMARK,
            List.of("provider", "protocol", "key"),
            List.of("provider", "side", "protocol", "key", "group", "mutual"));
    Notes notes = new Notes();
    List<List<String>> rows = new ArrayList<>();
    for (Map<String, String> row : grid.rows()) {
      grid.cell(row, Map.of("kind", "full"))
          .map(cell -> row(grid.words(row), cell, openSsl, notes))
          .ifPresent(rows::add);
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<String> header = new ArrayList<>(grid.shown());
    header.addAll(
        List.of(
            "client",
            "openssl: verify twice, derive",
            "share",
            "server",
            "openssl: sign, derive",
            "share"));
    return Optional.of(
        new Block.Table(
            "Full handshakes, µs of CPU, beside the operations of key and group they cannot do"
                + " without",
            header,
            grid.shown().size(),
            rows,
            notes.all()));
  }

  private static List<String> row(
      List<String> words, Cell cell, OpenSslSpeeds openSsl, Notes notes) {
    List<String> line = new ArrayList<>(words);
    boolean mutual = cell.parameter("mutual").equals("true");
    Optional<SpeedTest> key = SpeedTest.ofKey(cell.parameter("key"));
    Optional<SpeedTest> group = SpeedTest.ofGroup(cell.parameter("group"));
    OptionalDouble sign = key.map(openSsl::nanosOfSign).orElseGet(OptionalDouble::empty);
    OptionalDouble verify = key.map(openSsl::nanosOfVerify).orElseGet(OptionalDouble::empty);
    OptionalDouble derive = group.map(openSsl::nanosOfDerive).orElseGet(OptionalDouble::empty);
    String missing =
        (sign.isEmpty() || verify.isEmpty() ? key : group)
            .map(openSsl::reason)
            .orElse("openssl speed has no such key or group");
    String mark = mark(cell, mutual, notes, derive);
    double signs = sign.orElse(Double.NaN);
    double verifies = 2 * verify.orElse(Double.NaN);
    double derives = derive.orElse(Double.NaN);
    double both = signs + verifies + derives;
    side(line, cell, "clientNanos", mutual ? both : verifies + derives, mark, missing, notes);
    side(line, cell, "serverNanos", mutual ? both : signs + derives, mark, missing, notes);
    return line;
  }

  private static String mark(Cell cell, boolean mutual, Notes notes, OptionalDouble derive) {
    if (derive.isEmpty()) {
      return "";
    }
    String hybrid =
        cell.parameter("group").equals("X25519MLKEM768")
            ? " " + notes.mark("its X25519 half only: openssl speed is not asked for ML-KEM")
            : "";
    return hybrid
        + (mutual ? " " + notes.mark("mutual: each side signs once and verifies twice") : "");
  }

  private static void side(
      List<String> line,
      Cell cell,
      String counter,
      double floor,
      String mark,
      String missing,
      Notes notes) {
    Optional<Double> nanos = cell.each(counter, HandshakeSection.COUNT).map(Figure::median);
    line.add(nanos.map(n -> Numbers.significant(n / MICROS)).orElse(Notes.NONE));
    if (Double.isNaN(floor)) {
      line.add(notes.gap(missing));
      line.add(Notes.NONE);
      return;
    }
    line.add(Numbers.significant(floor / MICROS) + mark);
    line.add(nanos.map(n -> Numbers.percent(floor / n)).orElse(Notes.NONE));
  }
}
