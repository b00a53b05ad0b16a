package dev.tlsbench.jmh.report;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The figures in sentences: none that its interval does not bear out. */
final class Findings {
  private static final List<String> PROVIDERS =
      List.of("jdk", "bouncycastle", "conscrypt", "openssl");
  private static final String ONE = Numbers.significant(1);

  private final Cells cells;
  private final List<Sentence> sentences = new ArrayList<>();

  private Findings(Cells cells) {
    this.cells = cells;
  }

  static List<Sentence> of(Cells cells) {
    Findings findings = new Findings(cells);
    for (String provider : PROVIDERS) {
      findings.fastestSuite(provider, "1024");
      findings.fastestSuite(provider, "16384");
    }
    findings.operations();
    PROVIDERS.forEach(findings::resumption);
    findings.keys();
    PROVIDERS.forEach(findings::hybrid);
    cells.of(ConnectSection.BENCHMARK, Map.of("kind", "full")).forEach(findings::connection);
    return findings.sentences;
  }

  private void fastestSuite(String provider, String size) {
    for (String method : List.of("roundTrip", "wrap", "unwrap")) {
      String benchmark = "RecordBenchmark." + method;
      Map<String, String> where = new HashMap<>(Map.of("provider", provider, "size", size));
      cells.values(benchmark, where, "buffer").stream()
          .findFirst()
          .ifPresent(buffer -> where.put("buffer", buffer));
      List<Measured> suites =
          cells
              .of(benchmark, where)
              .filter(cell -> cell.time().isPresent())
              .sorted(Comparator.comparingDouble(c -> c.time().map(ForkValues::value).orElse(0.0)))
              .toList();
      if (suites.size() > 1) {
        fastestSuite(method, suites);
        return;
      }
    }
  }

  private void fastestSuite(String method, List<Measured> suites) {
    Measured first = suites.get(0);
    Measured second = suites.get(1);
    Measured last = suites.get(suites.size() - 1);
    String where =
        String.format(
            "Records of %s, %s (%s): ",
            Numbers.size(Long.parseLong(first.parameter("size"))),
            first.parameter("provider"),
            method);
    ratio(second.time(), first.time())
        .map(
            next ->
                seen(next)
                    ? Sentence.of(where)
                        .strong(first.parameter("suite"))
                        .then(
                            " is the fastest of "
                                + suites.size()
                                + " suites; the next, "
                                + second.parameter("suite")
                                + ", takes ")
                        .then(times(next))
                        .then(" as long")
                    : Sentence.of(
                        where
                            + "no difference seen between the two fastest of "
                            + suites.size()
                            + " suites, "
                            + first.parameter("suite")
                            + " and "
                            + second.parameter("suite")
                            + " (ratio "
                            + next.text()
                            + ")"))
        .map(
            sentence ->
                ratio(last.time(), first.time())
                    .filter(slowest -> suites.size() > 2 && seen(slowest))
                    .map(
                        slowest ->
                            sentence
                                .then("; the slowest, " + last.parameter("suite") + ", ")
                                .then(times(slowest)))
                    .orElse(sentence)
                    .then("."))
        .ifPresent(sentences::add);
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

  private Stream<Measured> full(String provider) {
    return cells.of(HandshakeSection.BENCHMARK, Map.of("kind", "full", "provider", provider));
  }

  private void resumption(String provider) {
    full(provider)
        .filter(cell -> sibling(cell, "kind", "resumed").isPresent())
        .findFirst()
        .ifPresent(
            full -> {
              Optional<Measured> resumed = sibling(full, "kind", "resumed");
              String what =
                  "A full handshake ("
                      + provider
                      + " as the "
                      + full.parameter("side")
                      + ", "
                      + except("kind", full)
                      + ")";
              for (Metric side : List.of(Metric.CLIENT_CPU, Metric.SERVER_CPU)) {
                compare(
                    what,
                    (side == Metric.CLIENT_CPU ? "costs the client" : "costs the server")
                        + " %s the CPU of",
                    "a resumed one",
                    full.figure(side),
                    resumed.flatMap(cell -> cell.figure(side)));
              }
            });
  }

  private void keys() {
    full("jdk")
        .filter(cell -> cell.parameter("key").equals("RSA_2048"))
        .filter(cell -> sibling(cell, "key", "P_256").isPresent())
        .findFirst()
        .ifPresent(
            rsa ->
                compare(
                    "A full handshake with the key RSA_2048 (jdk, " + except("key", rsa) + ")",
                    "costs the server %s the CPU of",
                    "one with P_256",
                    rsa.figure(Metric.SERVER_CPU),
                    sibling(rsa, "key", "P_256").flatMap(c -> c.figure(Metric.SERVER_CPU))));
  }

  /** The peer of the hybrid group is another one, so only the provider's own side compares. */
  private void hybrid(String provider) {
    full(provider)
        .filter(cell -> cell.parameter("group").equals("X25519MLKEM768"))
        .filter(cell -> sibling(cell, "group", "x25519").isPresent())
        .findFirst()
        .ifPresent(
            cell -> {
              String side = cell.parameter("side");
              Metric cpu = side.equals("client") ? Metric.CLIENT_CPU : Metric.SERVER_CPU;
              compare(
                  "A full handshake with X25519MLKEM768 ("
                      + provider
                      + " as the "
                      + side
                      + ", "
                      + except("group", cell)
                      + ")",
                  "costs that side %s the CPU of",
                  "one with x25519",
                  cell.figure(cpu),
                  sibling(cell, "group", "x25519").flatMap(c -> c.figure(cpu)));
            });
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

  /** The conditions of a handshake but for one. */
  private static String except(String parameter, Measured cell) {
    String conditions =
        Stream.of("protocol", "key", "group")
            .filter(key -> !key.equals(parameter))
            .map(cell::parameter)
            .collect(Collectors.joining(", "));
    return conditions + (cell.parameter("mutual").equals("true") ? ", mutual" : "");
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
