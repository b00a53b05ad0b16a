package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.CpuSide;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Sentence;
import java.util.List;

/** Ratios between cells that were measured in one JVM: the most precise figures of a run. */
final class PairedSection {
  private static final String EXPLANATION =
      "CPU time of a message there and back (both ends), or of one side of a handshake,"
          + " divided by the baseline's. The cells took turns in one JVM; a value is the"
          + " median of the faster half of a fork's iterations, and its interval is over forks."
          + " The control compares the baseline with itself. The far end of messages and the server"
          + " of handshakes are the JDK's in every cell (with X25519MLKEM768, openssl's; with SecP256r1MLKEM768,"
          + " bouncycastle's).";

  private final List<PairedComparison> comparisons;

  PairedSection(List<PairedComparison> comparisons) {
    this.comparisons = comparisons;
  }

  /** Returns a table; empty if no pairs were measured. */
  List<Block> blocks() {
    return comparisons.isEmpty() ? List.of() : List.of(new Text(EXPLANATION), table());
  }

  /** A ratio with its comparison. */
  private record Line(PairedComparison comparison, VariantRatio ratio) {}

  private Table table() {
    return Columns.of(lines())
        .named(4)
        .text("comparison", line -> line.comparison().title())
        .text("cell", line -> line.ratio().variant())
        .text("baseline", line -> line.ratio().baseline())
        .text("CPU of", line -> line.ratio().side().owner())
        .cell("ratio", line -> Cell.of(line.ratio().text(), line.ratio().figure()))
        .cell("control", line -> control(line.comparison(), line.ratio().side()))
        .open("Ratios");
  }

  private List<Line> lines() {
    return comparisons.stream()
        .flatMap(
            comparison ->
                comparison.ratios().stream()
                    .filter(ratio -> !ratio.isControl())
                    .map(ratio -> new Line(comparison, ratio)))
        .toList();
  }

  private static Cell control(PairedComparison comparison, CpuSide side) {
    String mark = comparison.isSound(side) ? "" : "! ";
    return comparison
        .control(side)
        .map(control -> Cell.of(mark + control.text(), control.figure()))
        .orElse(Cell.NONE);
  }

  /**
   * Returns the conclusions that the control and the interval support. A comparison of client
   * providers gives none about the server, which is the same for all of them.
   */
  List<Sentence> findings() {
    return lines().stream()
        .filter(line -> line.comparison().isSound(line.ratio().side()))
        .filter(line -> line.ratio().figure().low95() != null)
        .filter(
            line -> !line.comparison().isOfProviders() || line.ratio().side() != CpuSide.serverCpu)
        .map(line -> sentence(line.comparison(), line.ratio()))
        .toList();
  }

  private static Sentence sentence(PairedComparison comparison, VariantRatio ratio) {
    String start = comparison.title() + ": " + ratio.variant();
    String whose = ratio.side() == CpuSide.cpu ? "" : " of the " + ratio.side().owner();
    return ratio.figure().low() > 1 || ratio.figure().high() < 1
        ? Sentence.of(start + " takes ")
            .strong(ratio.text().replaceFirst("\u00a0.*", "") + " times")
            .then(ratio.text().replaceFirst("^\\S+?\u00a0", " (") + ") the CPU time")
            .then(whose + " of " + ratio.baseline() + ".")
        : Sentence.of(start + " is not resolved from " + ratio.baseline())
            .then(" (" + ratio.text() + ").");
  }
}
