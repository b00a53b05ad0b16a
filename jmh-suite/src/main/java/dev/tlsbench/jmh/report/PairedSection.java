package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.Cost;
import dev.tlsbench.jmh.cell.Usual;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ratios between cells that were measured in one JVM: the most precise figures of a run. */
final class PairedSection {
  private static final String EXPLANATION =
      "CPU time of a message there and back (both ends), or of one side of a handshake,"
          + " divided by the baseline's. The cells took turns in one JVM; a value is the"
          + " median of the faster half of a fork's iterations, and its interval is over forks."
          + " The control compares the baseline with itself. The far end of messages and the server"
          + " of handshakes are the JDK's in every cell (with X25519MLKEM768, openssl's; with SecP256r1MLKEM768,"
          + " bouncycastle's). Between"
          + " providers, the last column has the ratio between JVMs that run one provider each: of"
          + " CPU time for handshakes, of wall time for messages.";
  private final List<PairedComparison> comparisons;
  private final Cells cells;

  PairedSection(List<PairedComparison> comparisons, Cells cells) {
    this.comparisons = comparisons;
    this.cells = cells;
  }

  /** Returns a chart with its table; empty if no pairs were measured. */
  List<Block> blocks() {
    return comparisons.isEmpty()
        ? List.of()
        : List.of(
            new Text(EXPLANATION),
            new Chart(
                "Costs beside the baseline",
                "Costs divided by the baseline's",
                "Comparison",
                comparisons.stream().<View>map(this::view).toList(),
                table()));
  }

  private View view(PairedComparison comparison) {
    List<View.Intervals.Row> rows = new ArrayList<>();
    for (PairedRatio ratio : comparison.ratios()) {
      Figure figure = ratio.figure();
      String side = ratio.cost() == Cost.cpu ? "" : ", " + ratio.cost().owner();
      String label = ratio.label() + side;
      Look look =
          ratio.isControl()
              ? new Look(label, Look.Kind.CONTROL, 0)
              : Look.variant(label, rows.size());
      rows.add(
          new View.Intervals.Row(
              label, look, figure.value(), figure.low(), figure.high(), null, null));
    }
    return new View.Intervals(comparison.title(), "times the baseline", Unit.NUMBER, rows);
  }

  private Table table() {
    List<String> header =
        List.of("comparison", "cell", "baseline", "CPU of", "ratio", "control", "one JVM each");
    Table table = new Table("Ratios", false, 4, header, new ArrayList<>());
    for (PairedComparison comparison : comparisons) {
      for (PairedRatio ratio : comparison.ratios()) {
        if (!ratio.isControl()) {
          table.rows().add(line(comparison, ratio));
        }
      }
    }
    return table;
  }

  private List<Cell> line(PairedComparison comparison, PairedRatio ratio) {
    String mark = comparison.isSound(ratio.cost()) ? "" : "! ";
    return List.of(
        Cell.of(comparison.title()),
        Cell.of(ratio.variant()),
        Cell.of(ratio.baseline()),
        Cell.of(ratio.cost().owner()),
        Cell.of(ratio.text(), ratio.figure()),
        comparison
            .control(ratio.cost())
            .map(control -> Cell.of(mark + control.text(), control.figure()))
            .orElse(Cell.NONE),
        apart(comparison, ratio).map(Grid::spread).orElse(Cell.NONE));
  }

  /**
   * Returns the conclusions that the control and the interval support. A comparison of client
   * providers gives none about the server, which is the same for all of them.
   */
  List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    for (PairedComparison comparison : comparisons) {
      for (PairedRatio ratio : comparison.ratios()) {
        if (!ratio.isControl()
            && comparison.isSound(ratio.cost())
            && ratio.low95() != null
            && !(comparison.isOfProviders() && ratio.cost() == Cost.serverCpu)) {
          sentences.add(sentence(comparison, ratio));
        }
      }
    }
    return sentences;
  }

  private Sentence sentence(PairedComparison comparison, PairedRatio ratio) {
    boolean both = ratio.cost() == Cost.cpu;
    boolean farEndIsOther =
        both
            && (comparison.isOfProviders()
                || !"jdk".equals(comparison.parameters().get("provider")));
    String start =
        comparison.title()
            + (farEndIsOther ? ", with jdk at the far end: " : ": ")
            + ratio.variant();
    String whose = " of " + ratio.baseline();
    String end = " the CPU time" + (both ? "" : " of the " + ratio.cost().owner()) + whose;
    Figure paired = ratio.figure();
    Optional<Figure> apart =
        apart(comparison, ratio)
            .filter(other -> other.low() > paired.high() || other.high() < paired.low());
    if (apart.isPresent()) {
      // The benchmark of messages in separate JVMs measures time, collections included.
      String what = both ? " the time" + whose : end;
      return Sentence.of(start + " takes ")
          .strong(apart.get().bare() + " times")
          .then(apart.get().text().replaceFirst("^\\S+", "") + what)
          .then(" in JVMs of their own, and " + ratio.text() + " in one that runs both.");
    }
    return paired.low() > 1 || paired.high() < 1
        ? Sentence.of(start + " takes ")
            .strong(ratio.text().replaceFirst("\u00a0.*", "") + " times")
            .then(ratio.text().replaceFirst("^\\S+?\u00a0", " (") + ")" + end + ".")
        : Sentence.of(
            start
                + ": a difference from "
                + ratio.baseline()
                + " is not resolved ("
                + ratio.text()
                + ").");
  }

  /**
   * Returns the same ratio of two JVMs, for providers: JIT compilation depends on a JVM's other
   * code.
   */
  private Optional<Figure> apart(PairedComparison comparison, PairedRatio ratio) {
    return comparison.isOfProviders()
        ? cells.ratio(
            alone(comparison, ratio.cost(), ratio.variant()),
            alone(comparison, ratio.cost(), ratio.baseline()))
        : Optional.empty();
  }

  private Optional<ForkValues> alone(PairedComparison comparison, Cost cost, String provider) {
    Map<String, String> where =
        Usual.values(
            cost == Cost.cpu
                ? List.of("suite", "buffer")
                : List.of("kind", "side", "protocol", "key", "group", "mutual"));
    where.putAll(comparison.parameters());
    where.remove("comparison");
    where.put("provider", provider);
    return switch (cost) {
      case cpu -> cells.cell("RecordBenchmark.roundTrip", where).flatMap(Measured::time);
      case clientCpu -> handshake(where, Metric.CLIENT_CPU);
      case serverCpu -> handshake(where, Metric.SERVER_CPU);
    };
  }

  private Optional<ForkValues> handshake(Map<String, String> where, Metric metric) {
    return cells.cell("HandshakeBenchmark.handshake", where).flatMap(c -> c.figure(metric));
  }
}
