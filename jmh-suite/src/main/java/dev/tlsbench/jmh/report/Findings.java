package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Figures of servers in sentences: none that its interval does not bear out. {@link PairedSection}
 * has those of handshakes and messages.
 */
final class Findings {
  private static final String ONE = Numbers.significant(1);

  private final Cells cells;
  private final List<Sentence> sentences = new ArrayList<>();

  private Findings(Cells cells) {
    this.cells = cells;
  }

  static List<Sentence> of(Cells cells) {
    Findings findings = new Findings(cells);
    findings.operations();
    cells.of(ConnectSection.BENCHMARK, Map.of("kind", "full")).forEach(findings::connection);
    return findings.sentences;
  }

  private void operations() {
    String suite = "tls13-aes128-gcm";
    for (String database : cells.values(SuiteDocument.OPERATION, Map.of(), "database")) {
      List<String> sizes =
          List.copyOf(cells.values(SuiteDocument.OPERATION, Map.of("database", database), "size"));
      sizes.stream()
          .filter(s -> s.equals(sizes.get(0)) || s.equals(sizes.get(sizes.size() - 1)))
          .forEach(
              size ->
                  compare(
                      "A read of "
                          + Numbers.size(Long.parseLong(size))
                          + " from "
                          + database
                          + " with "
                          + suite,
                      "costs the client %s the CPU of",
                      "a plain one",
                      read(database, suite, size),
                      read(database, "plain", size)));
    }
  }

  private Optional<ForkValues> read(String database, String suite, String size) {
    return cells
        .cell(SuiteDocument.OPERATION, Map.of("database", database, "suite", suite, "size", size))
        .flatMap(cell -> cell.figure(Metric.CLIENT_CPU));
  }

  private void connection(Measured full) {
    String database = full.parameter("database");
    String what = "A new connection to " + database + " over " + full.parameter("protocol");
    Map<String, String> plain = Map.of("kind", "plain", "database", database);
    compare(
        what,
        "takes %s as long as",
        "a plain one",
        full.time(),
        cells.cell(ConnectSection.BENCHMARK, plain).flatMap(Measured::time));
    compare(
        what + " that resumes a session",
        "takes %s as long as",
        "one with a full handshake",
        sibling(full, "kind", "resumed").flatMap(Measured::time),
        full.time());
  }

  private Optional<Measured> sibling(Measured cell, String parameter, String value) {
    return cells.cell(cell.benchmark(), Grid.with(cell.parameters(), Map.of(parameter, value)));
  }

  /** Adds a sentence, such as "A costs the client 1.50 times (1.41 to 1.58) the CPU of B." */
  private void compare(
      String what,
      String more,
      String than,
      Optional<ForkValues> figure,
      Optional<ForkValues> base) {
    String[] around = more.split("%s", 2);
    ratio(figure, base)
        .map(
            ratio ->
                seen(ratio)
                    ? Sentence.of(what + " " + around[0])
                        .then(times(ratio))
                        .then(around[1] + " " + than + ".")
                    : Sentence.of(
                        what
                            + ": no difference seen from "
                            + than
                            + " (ratio "
                            + ratio.text()
                            + ")."))
        .ifPresent(sentences::add);
  }

  /** Empty if a figure is missing, or has too few forks for an interval: nothing is concluded. */
  private Optional<Figure> ratio(Optional<ForkValues> dividend, Optional<ForkValues> divisor) {
    return cells.ratio(dividend, divisor).filter(ratio -> ratio.low95() != null);
  }

  /** By the interval as a reader sees it: one that is rounded to 1.00 does not exclude 1. */
  private static boolean seen(Figure ratio) {
    return (ratio.low() > 1 && !Numbers.significant(ratio.low()).equals(ONE))
        || (ratio.high() < 1 && !Numbers.significant(ratio.high()).equals(ONE));
  }

  private static Sentence times(Figure ratio) {
    return new Sentence(List.of())
        .strong(ratio.unit().text(ratio.value()) + " times")
        .then(ratio.text().replaceFirst("^\\S+", ""));
  }
}
