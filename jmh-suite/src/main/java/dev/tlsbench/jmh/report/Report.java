package dev.tlsbench.jmh.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a run found: for people, in {@code report.md} and on the terminal.
 *
 * <p>Every figure is the median over forks with an interval by bootstrap over forks, drawn from the
 * run's seed: the same results give the same report. Times are what one operation takes, whatever
 * unit JMH reported them in. Immutable.
 */
public final class Report {
  /** How long {@code openssl speed} may take after the quick set, which promises minutes. */
  public static final Duration QUICK_BUDGET = Duration.ofSeconds(28);

  static final String OPERATION = "OperationBenchmark.read";

  private static final Duration BUDGET = Duration.ofMinutes(2);

  private final List<Block> blocks;

  private Report(List<Block> blocks) {
    this.blocks = blocks;
  }

  /**
   * Makes the report, and writes {@code report.md} and {@code environment.json}. Measures {@code
   * openssl speed} on the way, if the machine has it: half a minute at most for the set {@code
   * quick}, two minutes for others.
   *
   * @param run what was measured; if it is not {@linkplain RunRecord#complete complete}, the first
   *     line says so
   * @return the same report for the terminal
   * @throws IOException if a file cannot be written
   */
  public static Report write(RunRecord run) throws IOException {
    return write(run, new InstalledOpenSsl(), Path.of(""));
  }

  /** The same with another openssl, started in another directory. */
  static Report write(RunRecord run, OpenSsl openSsl, Path workingDirectory) throws IOException {
    Machine machine = Machine.read();
    Cells cells = new Cells(run.results(), run.absences());
    Ceiling ceiling = new Ceiling(cells, new Bootstrap(run.seed()));
    // Who interrupts a run does not want to wait any longer.
    Set<SpeedTest> tests = run.complete() ? ceiling.tests() : Set.of();
    OpenSslSpeeds speeds =
        openSsl.measure(tests, run.set().equals("quick") ? QUICK_BUDGET : BUDGET);
    Environment environment =
        new Environment(run, machine, Checkout.commit(workingDirectory), speeds.version());
    Report report = new Report(blocks(run, cells, environment, ceiling.blocks(speeds)));
    Files.writeString(run.directory().resolve("report.md"), Markdown.render(report.blocks));
    environment.write(run.directory().resolve("environment.json"));
    return report;
  }

  /**
   * The report as text: columns aligned, no escape sequences.
   *
   * @return lines, the last one ended
   */
  public String console() {
    return PlainText.render(blocks);
  }

  private static List<Block> blocks(
      RunRecord run, Cells cells, Environment environment, List<Block> ceiling) {
    Bootstrap bootstrap = new Bootstrap(run.seed());
    IntSummaryStatistics forks = cells.all().mapToInt(Cell::forks).summaryStatistics();
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Block.Heading(
            1,
            (run.complete() ? "" : "INCOMPLETE: ") + "What TLS costs: the " + run.set() + " set"));
    if (!run.complete()) {
      blocks.add(
          new Block.Paragraph(
              "The run did not come to its end: cells are missing, and others have fewer forks than"
                  + " planned."));
    }
    blocks.add(environment.table(forkCount(forks)));
    if (forks.getCount() == 0) {
      blocks.add(new Block.Paragraph("Nothing was measured."));
    } else {
      blocks.add(new Block.Paragraph(Method.figures(forks, run.complete())));
    }
    blocks.addAll(new Findings(cells, bootstrap).blocks());
    blocks.addAll(new HandshakeSection(cells, bootstrap).blocks());
    blocks.addAll(suites(cells, bootstrap));
    blocks.addAll(new ConnectSection(cells, bootstrap).blocks());
    blocks.addAll(ceiling);
    blocks.addAll(new Overhead(cells, bootstrap).blocks());
    blocks.addAll(absent(cells));
    blocks.add(new Block.Heading(2, "What is left out"));
    blocks.add(new Block.Paragraph(Method.LEFT_OUT));
    return List.copyOf(blocks);
  }

  /** Benchmarks without a figure have no table in which a note could say why. */
  private static List<Block> absent(Cells cells) {
    List<String> reasons = cells.unmeasured();
    return reasons.isEmpty()
        ? List.of()
        : List.of(
            new Block.Heading(2, "Benchmarks without any figure"), new Block.Bullets(reasons));
  }

  static String forkCount(IntSummaryStatistics forks) {
    if (forks.getCount() == 0) {
      return "none";
    }
    return forks.getMin() == forks.getMax()
        ? forks.getMax() + " for each figure"
        : String.format(Locale.ROOT, "%d to %d for each figure", forks.getMin(), forks.getMax());
  }

  private static List<Block> suites(Cells cells, Bootstrap bootstrap) {
    List<Block> blocks = new ArrayList<>();
    for (SuiteSection section :
        List.of(
            section(
                cells,
                bootstrap,
                "RecordBenchmark.roundTrip",
                "Record: a message there and back, protected and opened twice; the peer is jdk",
                2),
            section(cells, bootstrap, "RecordBenchmark.wrap", "Record: wrap", 1),
            section(cells, bootstrap, "RecordBenchmark.unwrap", "Record: unwrap", 1),
            section(cells, bootstrap, "CipherBenchmark.encrypt", "Cipher: encrypt", 1),
            section(cells, bootstrap, "CipherBenchmark.decrypt", "Cipher: decrypt", 1),
            section(
                cells,
                bootstrap,
                "SocketBenchmark.roundTrip",
                "Socket: request and reply over loopback TCP, both ends on one thread",
                0),
            new SuiteSection(
                cells,
                bootstrap,
                OPERATION,
                "Operation: CPU of the client for a document or row read by its key",
                0,
                Report::operationNanos),
            section(cells, bootstrap, OPERATION, "Operation: the same, wall time", 0))) {
      blocks.addAll(section.blocks());
    }
    if (!blocks.isEmpty()) {
      blocks.add(0, new Block.Heading(2, "Suites"));
    }
    return blocks;
  }

  private static SuiteSection section(
      Cells cells, Bootstrap bootstrap, String benchmark, String name, int messages) {
    return new SuiteSection(cells, bootstrap, benchmark, name, messages, Cell::nanos);
  }

  /** What a read costs the client; the wall time has the waking of idle cores in it. */
  static Optional<Figure> operationNanos(Cell cell) {
    return cell.each("clientNanos", "reads");
  }
}
