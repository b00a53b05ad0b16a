package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the figures say, in sentences: none that its interval does not bear out. */
final class Findings {
  private static final List<String> PROVIDERS =
      List.of("jdk", "bouncycastle", "conscrypt", "openssl");

  private final Cells cells;
  private final Bootstrap bootstrap;

  Findings(Cells cells, Bootstrap bootstrap) {
    this.cells = cells;
    this.bootstrap = bootstrap;
  }

  List<Block> blocks() {
    List<String> items = new ArrayList<>();
    for (String provider : PROVIDERS) {
      fastestSuite(provider, "1024").ifPresent(items::add);
      fastestSuite(provider, "16384").ifPresent(items::add);
    }
    operations().forEach(items::add);
    for (String provider : PROVIDERS) {
      resumption(provider).ifPresent(items::add);
    }
    keys().ifPresent(items::add);
    for (String provider : PROVIDERS) {
      hybrid(provider).ifPresent(items::add);
    }
    connections().forEach(items::add);
    if (items.isEmpty()) {
      return List.of();
    }
    return List.of(new Block.Heading(2, "What it says"), new Block.Bullets(items));
  }

  private Optional<String> fastestSuite(String provider, String size) {
    return Stream.of("roundTrip", "wrap", "unwrap")
        .map(method -> "RecordBenchmark." + method)
        .map(benchmark -> fastestSuite(benchmark, provider, size))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<String> fastestSuite(String benchmark, String provider, String size) {
    String buffer =
        cells.values(benchmark, Map.of("provider", provider), "buffer").stream()
            .findFirst()
            .orElse("");
    List<Cell> suites =
        cells
            .of(benchmark, Map.of("provider", provider, "size", size, "buffer", buffer))
            .filter(cell -> cell.nanos().isPresent())
            .sorted(Comparator.comparingDouble(c -> c.nanos().map(Figure::median).orElse(0.0)))
            .toList();
    if (suites.size() < 2) {
      return Optional.empty();
    }
    String first = suites.get(0).parameter("suite");
    String second = suites.get(1).parameter("suite");
    String where =
        "Records of "
            + Numbers.size(size)
            + ", "
            + provider
            + " ("
            + benchmark.substring(benchmark.indexOf('.') + 1)
            + "): ";
    return ratio(suites.get(1).nanos(), suites.get(0).nanos())
        .map(
            next ->
                where
                    + (seen(next)
                        ? first
                            + " is the fastest of "
                            + suites.size()
                            + " suites; the next, "
                            + second
                            + ", takes "
                            + times(next)
                            + " as long"
                        : "no difference seen between the two fastest of "
                            + suites.size()
                            + " suites, "
                            + first
                            + " and "
                            + second
                            + " (ratio "
                            + next.bracketed()
                            + ")")
                    + last(suites)
                    + ".");
  }

  private String last(List<Cell> suites) {
    Cell last = suites.get(suites.size() - 1);
    return suites.size() < 3
        ? ""
        : ratio(last.nanos(), suites.get(0).nanos())
            .filter(Findings::seen)
            .map(r -> "; the slowest, " + last.parameter("suite") + ", " + times(r))
            .orElse("");
  }

  private Stream<String> operations() {
    String benchmark = Report.OPERATION;
    String suite = "tls13-aes128-gcm";
    return cells.values(benchmark, Map.of(), "database").stream()
        .flatMap(
            database -> {
              List<String> sizes =
                  List.copyOf(cells.values(benchmark, Map.of("database", database), "size"));
              return sizes.stream()
                  .filter(s -> s.equals(sizes.get(0)) || s.equals(sizes.get(sizes.size() - 1)))
                  .flatMap(
                      size ->
                          compare(
                              "A read of "
                                  + Numbers.size(size)
                                  + " from "
                                  + database
                                  + " with "
                                  + suite,
                              "costs the client %s times the CPU of",
                              "a plain one",
                              read(database, suite, size),
                              read(database, "plain", size))
                              .stream());
            });
  }

  private Optional<Figure> read(String database, String suite, String size) {
    return cells
        .cell(Report.OPERATION, Map.of("database", database, "suite", suite, "size", size))
        .flatMap(Report::operationNanos);
  }

  private Stream<Cell> full(String provider) {
    return cells.of(HandshakeSection.BENCHMARK, Map.of("kind", "full", "provider", provider));
  }

  private Optional<String> resumption(String provider) {
    return full(provider).flatMap(cell -> resumption(provider, cell).stream()).findFirst();
  }

  private Optional<String> resumption(String provider, Cell full) {
    Optional<Cell> resumed = sibling(full, "kind", "resumed");
    Optional<Estimate> client =
        ratio(nanos(full, "client"), resumed.flatMap(c -> nanos(c, "client")));
    Optional<Estimate> server =
        ratio(nanos(full, "server"), resumed.flatMap(c -> nanos(c, "server")));
    if (client.isEmpty() || server.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        "A full handshake beside a resumed one, "
            + provider
            + " as the "
            + full.parameter("side")
            + " ("
            + except("kind", full)
            + "): "
            + side("client", client.get())
            + ", "
            + side("server", server.get())
            + ".");
  }

  private static String side(String side, Estimate ratio) {
    return seen(ratio)
        ? times(ratio) + " the CPU for the " + side
        : "no difference seen for the " + side + " (" + ratio.bracketed() + ")";
  }

  private Optional<String> keys() {
    return full("jdk")
        .filter(cell -> cell.parameter("key").equals("RSA_2048"))
        .flatMap(
            rsa ->
                compare(
                    "A full handshake with the key RSA_2048 (jdk, " + except("key", rsa) + ")",
                    "costs the server %s times the CPU of",
                    "one with P_256",
                    nanos(rsa, "server"),
                    sibling(rsa, "key", "P_256").flatMap(cell -> nanos(cell, "server")))
                    .stream())
        .findFirst();
  }

  /** The peer of the hybrid group is another one, so only the provider's own side compares. */
  private Optional<String> hybrid(String provider) {
    return full(provider)
        .filter(cell -> cell.parameter("group").equals("X25519MLKEM768"))
        .flatMap(
            cell ->
                compare(
                    "A full handshake with X25519MLKEM768 ("
                        + provider
                        + " as the "
                        + cell.parameter("side")
                        + ", "
                        + except("group", cell)
                        + ")",
                    "costs that side %s times the CPU of",
                    "one with x25519",
                    nanos(cell, cell.parameter("side")),
                    sibling(cell, "group", "x25519").flatMap(c -> nanos(c, cell.parameter("side"))))
                    .stream())
        .findFirst();
  }

  private Stream<String> connections() {
    return cells.of(ConnectSection.BENCHMARK, Map.of("kind", "full")).flatMap(this::connection);
  }

  private Stream<String> connection(Cell full) {
    String name = full.parameter("database") + " over " + full.parameter("protocol");
    Optional<Figure> plain =
        cells
            .cell(
                ConnectSection.BENCHMARK,
                Map.of("kind", "plain", "database", full.parameter("database")))
            .flatMap(Cell::nanos);
    Optional<Figure> resumed = sibling(full, "kind", "resumed").flatMap(Cell::nanos);
    return Stream.of(
            compare(
                "A new connection to " + name,
                "takes %s times as long as",
                "a plain one",
                full.nanos(),
                plain),
            compare(
                "A new connection to " + name + " that resumes a session",
                "takes %s times as long as",
                "one with a full handshake",
                resumed,
                full.nanos()))
        .flatMap(Optional::stream);
  }

  private Optional<Cell> sibling(Cell cell, String parameter, String value) {
    Map<String, String> other = new HashMap<>(cell.parameters());
    other.put(parameter, value);
    return cells.cell(cell.benchmark(), other);
  }

  /** The conditions of a handshake but for one. */
  private static String except(String parameter, Cell cell) {
    String conditions =
        Stream.of("protocol", "key", "group")
            .filter(key -> !key.equals(parameter))
            .map(cell::parameter)
            .collect(Collectors.joining(", "));
    return conditions + (cell.parameter("mutual").equals("true") ? ", mutual" : "");
  }

  private static Optional<Figure> nanos(Cell cell, String side) {
    return cell.each(side + "Nanos", HandshakeSection.COUNT);
  }

  private Optional<String> compare(
      String what, String more, String than, Optional<Figure> figure, Optional<Figure> base) {
    return ratio(figure, base)
        .map(
            ratio ->
                seen(ratio)
                    ? what + " " + more.replace("%s", ratio.bracketed()) + " " + than + "."
                    : what
                        + ": no difference seen from "
                        + than
                        + " (ratio "
                        + ratio.bracketed()
                        + ").");
  }

  /** Empty if a figure is missing, or has too few forks for an interval: then nothing is said. */
  private Optional<Estimate> ratio(Optional<Figure> dividend, Optional<Figure> divisor) {
    return dividend
        .flatMap(a -> divisor.map(b -> bootstrap.ratio(a, b)))
        .filter(ratio -> ratio.interval().isPresent());
  }

  /** As a reader sees the interval: one that is rounded to 1.00 does not exclude 1. */
  private static boolean seen(Estimate ratio) {
    return ratio.interval().map(Interval::rounded).filter(ends -> !ends.contains(1)).isPresent();
  }

  private static String times(Estimate ratio) {
    return ratio.bracketed() + " times";
  }
}
