package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Ratios between cells that were measured in one JVM: the sharpest figures of a run. */
final class PairedSection {
  private static final String HANDSHAKES = "HandshakePairs.block";
  private static final String BOTH = "cpu";
  private static final String SERVER = "serverCpu";
  private static final String JDK = "jdk";
  private static final Map<String, Metric> FIGURES =
      Map.of(BOTH, Metric.TIME, "clientCpu", Metric.CLIENT_CPU, SERVER, Metric.SERVER_CPU);

  private final List<PairedComparison> comparisons;
  private final Cells cells;

  PairedSection(List<PairedComparison> comparisons, Cells cells) {
    this.comparisons = comparisons;
    this.cells = cells;
  }

  Optional<Section> section() {
    if (comparisons.isEmpty()) {
      return Optional.empty();
    }
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Text(
            "CPU time of a message there and back (both ends), or of one side of a handshake,"
                + " divided by the baseline's. The cells took turns in one JVM; a value is the"
                + " median of the faster half of a fork's iterations, and its interval has forks as units."
                + " The control is the baseline beside itself. The far end of messages and the server of"
                + " handshakes are the JDK's in every cell (with X25519MLKEM768, openssl's). Between providers, the last column has"
                + " the ratio of JVMs that run one each: of CPU time for handshakes, of wall time for"
                + " messages."));
    blocks.add(
        new Chart(
            "Costs beside the baseline",
            "Costs divided by the baseline's",
            "Comparison",
            comparisons.stream().<View>map(this::view).toList(),
            table()));
    return Optional.of(new Section("pairs", "Side by side in one JVM", true, blocks));
  }

  private View view(PairedComparison comparison) {
    List<View.Intervals.Row> rows = new ArrayList<>();
    for (PairedRatio ratio : comparison.ratios()) {
      Figure figure = ratio.figureOfRatio();
      String label = label(ratio) + side(ratio);
      Look look =
          ratio.isControl()
              ? new Look(label, Look.Kind.CONTROL, 0)
              : Look.variant(label, rows.size());
      rows.add(
          new View.Intervals.Row(
              label, look, figure.value(), figure.low(), figure.high(), null, null));
    }
    return new View.Intervals(title(comparison), "times the baseline", Unit.NUMBER, rows);
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
    String mark = comparison.isSound(ratio.figure()) ? "" : "! ";
    return List.of(
        Cell.of(title(comparison)),
        Cell.of(ratio.variant()),
        Cell.of(ratio.baseline()),
        Cell.of(owner(ratio)),
        Cell.of(ratio.text(), ratio.value()),
        comparison
            .control(ratio.figure())
            .map(control -> Cell.of(mark + control.text(), control.value()))
            .orElse(Cell.NONE),
        apart(comparison, ratio).map(Grid::spread).orElse(Cell.NONE));
  }

  /**
   * The conclusions: none where the control or the interval does not bear it out, nor of the server
   * beside clients of several providers, which is the same one.
   */
  List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    for (PairedComparison comparison : comparisons) {
      for (PairedRatio ratio : comparison.ratios()) {
        if (!ratio.isControl()
            && comparison.isSound(ratio.figure())
            && ratio.low95() != null
            && !(isOfProviders(comparison) && ratio.figure().equals(SERVER))) {
          sentences.add(sentence(comparison, ratio));
        }
      }
    }
    return sentences;
  }

  private Sentence sentence(PairedComparison comparison, PairedRatio ratio) {
    boolean farEndIsOther =
        ratio.figure().equals(BOTH)
            && (isOfProviders(comparison) || !JDK.equals(comparison.parameters().get("provider")));
    String start =
        title(comparison)
            + (farEndIsOther ? ", with jdk at the far end: " : ": ")
            + ratio.variant();
    String whose = " of " + ratio.baseline();
    String end = " the CPU time" + ofOwner(ratio) + whose;
    Figure paired = ratio.figureOfRatio();
    Optional<Figure> apart =
        apart(comparison, ratio)
            .filter(other -> other.low() > paired.high() || other.high() < paired.low());
    if (apart.isPresent()) {
      // A benchmark of messages alone measures their time, collections included.
      String what = ratio.figure().equals(BOTH) ? " the time" + whose : end;
      return Sentence.of(start + " takes ")
          .strong(apart.get().unit().text(apart.get().value()) + " times")
          .then(apart.get().text().replaceFirst("^\\S+", "") + what)
          .then(" in JVMs of their own, and " + ratio.text() + " in one that runs both.");
    }
    return paired.low() > 1 || paired.high() < 1
        ? Sentence.of(start + " takes ")
            .strong(ratio.text().replaceFirst("\u00a0.*", "") + " times")
            .then(ratio.text().replaceFirst("^\\S+?\u00a0", " (") + ")" + end + ".")
        : Sentence.of(
            start + ": no difference seen from " + ratio.baseline() + " (" + ratio.text() + ").");
  }

  /** The same ratio of two JVMs, for providers: what a JVM compiles depends on what it runs. */
  private Optional<Figure> apart(PairedComparison comparison, PairedRatio ratio) {
    if (!isOfProviders(comparison)) {
      return Optional.empty();
    }
    return cells.ratio(
        figure(comparison, ratio, ratio.variant()), figure(comparison, ratio, ratio.baseline()));
  }

  private Optional<ForkValues> figure(
      PairedComparison comparison, PairedRatio ratio, String provider) {
    boolean handshakes = comparison.benchmark().equals(HANDSHAKES);
    Map<String, String> where = new TreeMap<>(Map.of("provider", provider));
    if (handshakes) {
      where.putAll(
          Map.of(
              "kind", "full",
              "side", "client",
              "protocol", "TLSv1.3",
              "key", "P_256",
              "group", "x25519",
              "mutual", "false"));
    } else {
      where.put("size", comparison.parameters().getOrDefault("size", ""));
      where.put("suite", "tls13-aes128-gcm");
      where.put("buffer", "heap");
    }
    return cells
        .cell(handshakes ? HandshakeSection.BENCHMARK : "RecordBenchmark.roundTrip", where)
        .flatMap(cell -> Optional.ofNullable(FIGURES.get(ratio.figure())).flatMap(cell::figure));
  }

  /** Such as {@code Message of 16 KiB, jdk} or {@code Handshake}. */
  static String title(PairedComparison comparison) {
    String size = comparison.parameters().get("size");
    return (size == null ? "Handshake" : "Message of " + Numbers.size(Long.parseLong(size)))
        + (isOfProviders(comparison) ? "" : ", " + comparison.parameters().get("provider"));
  }

  private static boolean isOfProviders(PairedComparison comparison) {
    return "providers".equals(comparison.parameters().get("comparison"));
  }

  /** Reports the forks that were left out. */
  static String cold(PairedComparison comparison) {
    return title(comparison)
        + ": the code of "
        + comparison.coldForks()
        + " of "
        + (comparison.coldForks() + comparison.forks())
        + " forks was not compiled in time: the machine was busy, or there was too much to compile"
        + (comparison.isTooCold() ? ". Too few are left for a result." : ". They are left out.");
  }

  static String label(PairedRatio ratio) {
    return ratio.isControl()
        ? ratio.baseline() + " (control)"
        : ratio.variant() + " / " + ratio.baseline();
  }

  private static String side(PairedRatio ratio) {
    return ratio.figure().equals(BOTH) ? "" : ", " + owner(ratio);
  }

  static String owner(PairedRatio ratio) {
    return switch (ratio.figure()) {
      case "clientCpu" -> "client";
      case SERVER -> "server";
      default -> "both ends";
    };
  }

  private static String ofOwner(PairedRatio ratio) {
    return ratio.figure().equals(BOTH) ? "" : " of the " + owner(ratio);
  }
}
