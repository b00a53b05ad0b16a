package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.stream.IntStream;

/** The report on a run of the suite. */
final class SuiteDocument {
  private final SuiteResult result;
  private final Environment environment;
  private final Cells cells;
  private final PairedSection pairs;
  private final IntSummaryStatistics forks;

  private SuiteDocument(SuiteResult result, Environment environment) {
    this.result = result;
    this.environment = environment;
    this.cells = new Cells(result.measured(), result.absences());
    this.pairs = new PairedSection(result.pairs(), cells);
    this.forks =
        IntStream.concat(
                result.measured().stream().mapToInt(Measured::forks),
                result.pairs().stream().mapToInt(PairedComparison::forks))
            .summaryStatistics();
  }

  /** Creates the document; equal results give equal documents. */
  static Document of(SuiteResult result, Environment environment) {
    return new SuiteDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    add(sections, "pairs", "Side by side in one JVM", pairs.blocks());
    add(sections, "handshakes", "Handshakes", BenchmarkSection.handshakes(cells));
    add(sections, "certificates", "Certificates", BenchmarkSection.certificates(cells));
    List<Block> records = new ArrayList<>();
    records.addAll(
        BenchmarkSection.messages(
            cells,
            "RecordBenchmark.roundTrip",
            "Round trip of a message, with jdk as the peer",
            2));
    records.addAll(BenchmarkSection.messages(cells, "RecordBenchmark.wrap", "wrap", 1));
    records.addAll(BenchmarkSection.messages(cells, "RecordBenchmark.unwrap", "unwrap", 1));
    add(sections, "records", "Records", records);
    add(
        sections,
        "sockets",
        "Sockets",
        BenchmarkSection.messages(
            cells,
            "SocketBenchmark.roundTrip",
            "Request and reply over loopback TCP, both ends on one thread",
            0));
    add(sections, "overhead", "Harness overhead", Overhead.blocks(cells));
    sections.add(
        new Section("repeat", "Repeat this run", List.of(new Code(result.run().command()))));
    sections.add(
        new Section(
            "reading", "How to read this", List.of(new Text(method()), new Text(LEFT_OUT))));
    sections.add(environment.section());
    return new Document(
        Document.kicker("jmh", result.run().started()),
        "TLS in microbenchmarks: the " + result.set() + " set",
        notices(),
        pairs.findings(),
        asides(),
        sections,
        environment.origin(result.run().command(), ""));
  }

  private static void add(List<Section> sections, String id, String title, List<Block> blocks) {
    if (!blocks.isEmpty()) {
      sections.add(new Section(id, title, true, blocks));
    }
  }

  private List<Notice> notices() {
    return Notice.ofProblems(result.run()).stream().toList();
  }

  private List<Notice> asides() {
    List<String> lines = new ArrayList<>();
    if (forks.getCount() == 0) {
      lines.add("Nothing was measured.");
    } else if (forks.getMax() < 2) {
      lines.add(
          "Each figure comes from one fork, which does not show how forks differ: there are no"
              + " intervals and no conclusions.");
    }
    lines.addAll(result.run().warnings());
    cells.unmeasured().forEach(reason -> lines.add("Not measured: " + reason + "."));
    return lines.isEmpty() ? List.of() : List.of(new Notice(Weight.NOTE, "Good to know", lines));
  }

  private String method() {
    return "Ratios in one JVM: a fork, which is a JVM of its own, gives the median of the faster"
        + " half of its iterations; a ratio is the mean over forks (of logarithms), and ± is half of its"
        + " 95 % interval, by Student's t. All other figures: a fork's value is the"
        + " mean over its iterations, and a figure is the geometric mean over forks. "
        + (forks.getMin() < 2 ? "Figures without ± come from one fork, which allows none. " : "")
        + "Their ± is the distance to the farther end of the 95 % interval, by Student's t over"
        + " forks; from 100 % on, the interval stands in brackets instead. Their ratios are ratios"
        + " of means, with both errors. "
        + Block.Cell.NONE.text()
        + " marks figures that this set does not measure"
        + (result.run().complete() ? "." : ", or that this run did not reach.");
  }

  private static final String LEFT_OUT =
      "Handshake and Record run in memory on one thread: no network, no system calls, no"
          + " other connection that competes for caches, and code that the JIT compiler has"
          + " compiled for this one suite. Creating contexts and engines is not timed, and neither"
          + " is reading keys and certificates; there is no revocation check, and the chain is one"
          + " certificate below its authority, or two where checks are compared. Socket uses loopback"
          + " with both ends on one thread: no real network's latency. Forks use the serial collector"
          + " unless -jvmArgsAppend replaces their flags, so that no collector's threads compete;"
          + " with another one allocation has another cost. The figures hold for this machine, with"
          + " its AES and SHA instructions; on another machine ratios change less than times, but"
          + " both change.";
}
