package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.Stream;

/** The report on a run of the suite: the pairs, then a table of all other figures. */
final class SuiteDocument {
  private static final String LEFT_OUT =
      "Handshake and Record run in memory on one thread: no network, no system calls, no"
          + " other connection that competes for caches, and code that the JIT compiler has"
          + " compiled for this one suite. Creating contexts and engines is not timed, and neither"
          + " is reading keys and certificates; there is no revocation check, and the chain is one"
          + " certificate below its authority, or two where checks are compared. Forks use the"
          + " serial collector unless -jvmArgsAppend replaces their flags, so that no collector's"
          + " threads compete; with another one allocation has another cost. The figures hold for"
          + " this machine, with its AES and SHA instructions; on another machine ratios change less"
          + " than times, but both change.";

  private static final String PAIRS =
      "CPU time of a message there and back (cpu, both ends), or of one side of a handshake,"
          + " divided by the baseline's. The cells took turns in one JVM; a value is the"
          + " median of the faster half of a fork's iterations, and its interval is over forks."
          + " The control compares the baseline with itself; with ! its 99 % interval excludes 1,"
          + " and the ratio must not be used. The far end of messages and the server"
          + " of handshakes are the JDK's in every cell (with X25519MLKEM768, openssl's; with"
          + " SecP256r1MLKEM768, bouncycastle's).";

  private final SuiteResult result;
  private final Environment environment;
  private final JmhReader metrics;
  private final IntSummaryStatistics forks;

  SuiteDocument(SuiteResult result, Environment environment, JmhReader metrics) {
    this.result = result;
    this.environment = environment;
    this.metrics = metrics;
    this.forks =
        Stream.of(metrics.ratios, metrics.figures)
            .flatMap(List::stream)
            .mapToInt(CellMetric::forks)
            .summaryStatistics();
  }

  /** Returns the document; equal results give equal documents. */
  Document document() {
    List<Section> sections = new ArrayList<>();
    if (!metrics.ratios.isEmpty()) {
      add(sections, "pairs", "Side by side in one JVM", new Text(PAIRS), ratios());
    }
    if (!metrics.figures.isEmpty()) {
      add(sections, "figures", "Each in JVMs of its own", figures());
    }
    sections.add(
        new Section("repeat", "Repeat this run", List.of(new Code(result.run().command()))));
    sections.add(
        new Section(
            "reading", "How to read this", List.of(new Text(method()), new Text(LEFT_OUT))));
    sections.add(environment.section());
    return new Document(
        Document.kicker("jmh", result.run().started()),
        "TLS in microbenchmarks: the " + result.set() + " set",
        Notice.of(null, result.run()),
        List.of(),
        asides(),
        sections,
        environment.origin(result.run().command(), ""));
  }

  private static void add(List<Section> sections, String id, String title, Block... blocks) {
    sections.add(new Section(id, title, true, List.of(blocks)));
  }

  private Table ratios() {
    return Columns.of(metrics.ratios.stream().filter(ratio -> !ratio.isControl()).toList())
        .named(4)
        .text("comparison", ratio -> ratio.cell().words())
        .text("cell", CellMetric::variant)
        .text("baseline", CellMetric::baseline)
        .text("quantity", CellMetric::name)
        .cell("ratio", ratio -> Cell.of(ratio.text(), ratio.figure()))
        .cell("control", this::control)
        .open("Ratios");
  }

  private Cell control(CellMetric ratio) {
    return metrics.ratios.stream()
        .filter(ratio::isControlledBy)
        .map(c -> Cell.of((c.excludesOne() ? "! " : "") + c.text(), c.figure()))
        .findFirst()
        .orElse(Cell.NONE);
  }

  private Table figures() {
    return Columns.of(metrics.figures)
        .named(3)
        .text("benchmark", metric -> metric.cell().method())
        .text("parameters", metric -> metric.cell().words())
        .text("metric", CellMetric::name)
        .cell("mean over forks", metric -> Cell.of(metric.figure()))
        .open("Figures of an operation");
  }

  private List<Notice> asides() {
    List<String> lines = new ArrayList<>();
    if (forks.getCount() == 0) {
      lines.add("Nothing was measured.");
    } else if (forks.getMax() < 2) {
      lines.add(
          "Each figure comes from one fork, which does not show how forks differ: there are no"
              + " intervals.");
    }
    lines.addAll(result.run().warnings());
    result
        .absences()
        .forEach(
            absence -> lines.add("Not run: " + absence.label() + ": " + absence.reason() + "."));
    return lines.isEmpty() ? List.of() : List.of(new Notice(Weight.NOTE, "Good to know", lines));
  }

  private String method() {
    return "A fork is a JVM of its own. A ratio is the mean over forks (of logarithms), and ± is half"
        + " of its 95 % interval, by Student's t. All other figures: a fork's value is the mean over"
        + " its iterations, and a figure is the geometric mean over forks, with its 95 % interval in"
        + " brackets. "
        + (forks.getMin() < 2 ? "Figures without an interval come from one fork. " : "")
        + "time is JMH's score: the wall time of an operation. clientCpu and serverCpu are the CPU"
        + " time of a handshake, client- and serverRoundTripCpu that of a handshake and the first"
        + " request and reply, with which some send session tickets; clientBytes and serverBytes are"
        + " what each sends, AllocatedBytes what each allocates on the heap; flights are messages"
        + " that follow each other in one direction, counted as one. wireBytes is the length of a"
        + " message in records.";
  }
}
