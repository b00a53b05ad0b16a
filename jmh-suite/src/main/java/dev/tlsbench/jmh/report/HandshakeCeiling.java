package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Unit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
  private final Grid grid;
  private final OpenSslSpeeds openSsl;
  private final Notes notes = new Notes();

  HandshakeCeiling(Cells cells, OpenSslSpeeds openSsl) {
    this.grid = HandshakeSection.grid(cells);
    this.openSsl = openSsl;
  }

  void addTo(List<Block> blocks) {
    Table table =
        grid.table(
            "CPU time of full handshakes beside their operations of key and group",
            false,
            List.of(
                "client",
                "openssl: verify twice, derive",
                "share",
                "server",
                "openssl: sign, derive",
                "share"));
    for (Map<String, String> row : grid.rows()) {
      grid.cell(row, Map.of("kind", "full"))
          .ifPresent(cell -> table.rows().add(line(grid.line(row), cell)));
    }
    if (!table.rows().isEmpty()) {
      notes.addBelow(table, blocks);
    }
  }

  private List<Cell> line(List<Cell> line, Measured cell) {
    boolean mutual = cell.parameter("mutual").equals("true");
    Optional<SpeedTest> key = SpeedTest.ofKey(cell.parameter("key"));
    Optional<SpeedTest> group = SpeedTest.ofGroup(cell.parameter("group"));
    Optional<Double> sign = key.flatMap(test -> openSsl.micros(test, SpeedTest.SIGN));
    Optional<Double> verify = key.flatMap(test -> openSsl.micros(test, SpeedTest.VERIFY));
    Optional<Double> derive = group.flatMap(test -> openSsl.micros(test, SpeedTest.DERIVE));
    String missing =
        (sign.isEmpty() || verify.isEmpty() ? key : group)
            .map(openSsl::reason)
            .orElse("openssl speed has no such key or group");
    String mark = derive.isEmpty() ? "" : mark(cell, mutual);
    double signs = sign.orElse(Double.NaN);
    double verifies = 2 * verify.orElse(Double.NaN);
    double derives = derive.orElse(Double.NaN);
    double both = signs + verifies + derives;
    side(line, cell, Metric.CLIENT_CPU, mutual ? both : verifies + derives, mark, missing);
    side(line, cell, Metric.SERVER_CPU, mutual ? both : signs + derives, mark, missing);
    return line;
  }

  private String mark(Measured cell, boolean mutual) {
    String hybrid =
        cell.parameter("group").equals("X25519MLKEM768")
            ? notes.mark("its X25519 half only: openssl speed is not asked for ML-KEM")
            : "";
    return hybrid + (mutual ? notes.mark("mutual: each side signs once and verifies twice") : "");
  }

  private void side(
      List<Cell> line, Measured cell, Metric metric, double floor, String mark, String missing) {
    Optional<ForkValues> cpu = cell.figure(metric);
    line.add(cpu.map(f -> Cell.of(Unit.MICROS.text(f.value()), f.value())).orElse(Cell.NONE));
    if (Double.isNaN(floor) || cpu.isEmpty()) {
      line.add(Double.isNaN(floor) ? notes.gap(missing) : Cell.NONE);
      line.add(Cell.NONE);
    } else {
      Ceiling.beside(line, floor, mark, cpu.get());
    }
  }
}
