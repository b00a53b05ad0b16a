package dev.tlsbench.experiment.report;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The page {@code docs/results/costs.md}: what TLS 1.3 costs, by server, JDK and TLS
 * implementation, from the results that {@code research/costs} keeps.
 */
final class CostsDocument {
  private static final List<Named> SERVERS =
      List.of(
          new Named("mysql-9.7", "MySQL 9.7"),
          new Named("mariadb-10.11", "MariaDB 10.11"),
          new Named("ferretdb-2.7", "FerretDB 2.7"),
          new Named("postgresql-18", "PostgreSQL 18"),
          new Named("cassandra-5", "Cassandra 5"));
  private static final List<Named> PROVIDERS =
      List.of(
          new Named("jdk", "the JDK"),
          new Named("openssl", "BoringSSL"),
          new Named("conscrypt", "Conscrypt"),
          new Named("bouncycastle", "Bouncy Castle"));
  private static final List<String> JDKS = List.of("17", "25");
  private static final List<String> STEPS = List.of("read", "connect", "bulk");
  private static final Named DRIVER = new Named("driver", "the driver");

  /** The implementations whose connections are measured; the driver's own in the JDK's cells. */
  private static final List<Named> CONNECTING =
      Stream.concat(PROVIDERS.stream(), Stream.of(DRIVER)).toList();

  private static final Path READING = Path.of("src/test/resources/pages/costs-reading.txt");
  private static final String COMMAND = "research/costs docs/results/costs";
  private static final String CONTROL = "control.typical";

  /** Seconds of a paired step; a rehearsal takes fewer. */
  private static final double SHORTEST = 20;

  /** Connections of a kind; a rehearsal opens fewer. */
  private static final int FEWEST = 100;

  /** A name in files, and one for readers. */
  private record Named(String id, String title) {}

  /** A server and a JDK: a row of the pages' tables. */
  private record Place(Named server, String jdk) {
    String title() {
      return server.title() + ", JDK " + jdk;
    }

    String cell(String provider) {
      return server.id() + "/" + jdk + "-" + provider;
    }
  }

  /**
   * A cost, which all servers and JDKs have.
   *
   * @param by the TLS implementation, for readers
   * @param step the step of {@code research/costs}
   * @param path of {@link StepFigures}
   */
  private record Cost(String what, String by, String provider, String step, String path) {}

  /** A result of a step. */
  private record Kept(ResultFile file, RunRecord run, Record result) {
    static Kept read(Path folder, String jdk) {
      ResultFile file = ResultFile.open(folder.toString(), folder);
      RunRecord run = file.usableRun();
      boolean isConnect = file.command().equals("connect");
      Record result = isConnect ? file.as(ConnectResult.class) : file.as(Result.class);
      boolean isShort =
          result instanceof ConnectResult connect
              ? connect.setup().connections() < FEWEST
              : run.durationSeconds() < SHORTEST;
      if (!run.complete() || isShort) {
        throw new InvalidSettingException(
            folder + ": a rehearsal, or it broke off; delete it, and measure again");
      }
      Kept kept = new Kept(file, run, result);
      String java = file.machine().jdk().version();
      if (!java.matches(jdk + "\\D.*")) {
        throw new InvalidSettingException(
            folder + ": measured on JDK " + java + " instead of " + jdk + "; delete it");
      }
      return kept;
    }

    /** Returns the suite of a comparison's variant with TLS. */
    String suite() {
      return ((Result) result)
          .points().get(0).variants().stream()
              .flatMap(variant -> variant.connections().negotiated().stream())
              .map(Negotiated::cipherSuite)
              .distinct()
              .findFirst()
              .orElse("");
    }

    Optional<Figure> find(String path) {
      return StepFigures.of(result).find(path);
    }

    /** Returns why there is no figure, in a few words. */
    String reason(String path) {
      String kind = path.substring(0, path.lastIndexOf('.'));
      if (StepFigures.of(result).leftOut().stream()
          .anyMatch(line -> line.startsWith(kind + ": "))) {
        return kind.endsWith("-resumed")
            ? "no resumption"
            : kind.endsWith("-full") ? "no such handshake" : "not offered";
      }
      if (result instanceof ConnectResult connect
          && connect.kinds().stream().anyMatch(one -> one.name().equals(kind))) {
        return "no such handshake";
      }
      throw new InvalidSettingException(file.subject() + ": has no " + path + "; delete it");
    }
  }

  private final List<Place> places = new ArrayList<>();
  private final List<Cost> costs = new ArrayList<>();
  private final Map<String, Kept> kept = new LinkedHashMap<>();

  private CostsDocument(Path folder) {
    for (Named server : SERVERS) {
      for (String jdk : JDKS) {
        Place place = new Place(server, jdk);
        places.add(place);
        PROVIDERS.forEach(provider -> read(folder, place, place.cell(provider.id())));
      }
    }
    add("1 KB read", "read", "", ".typical", PROVIDERS);
    add("new connection", "connect", "-full", ".total", CONNECTING);
    add("resumed connection", "connect", "-resumed", ".total", CONNECTING);
    add("1 MiB read", "bulk", "", ".typical", PROVIDERS);
  }

  private void read(Path folder, Place place, String cell) {
    for (String step : STEPS) {
      Path own = folder.resolve(cell).resolve(step);
      if (Files.exists(own.resolve("result.json.gz"))) {
        kept.put(cell + "/" + step, Kept.read(own, place.jdk()));
      }
    }
  }

  private void add(
      String what, String step, String kind, String figure, List<Named> implementations) {
    for (Named one : implementations) {
      costs.add(
          new Cost(
              what,
              one.title(),
              one.equals(DRIVER) ? "jdk" : one.id(),
              step,
              "tls13@" + one.id() + kind + figure));
    }
  }

  /**
   * Returns the page of a folder of {@code research/costs}.
   *
   * @throws InvalidSettingException if a result is none of a measurement, or must not be used
   */
  static Document of(Path folder) {
    return new CostsDocument(folder).document();
  }

  private Document document() {
    String newest =
        kept.values().stream().map(one -> one.run().started()).max(String::compareTo).orElseThrow();
    return new Document(
        Document.kicker("costs", newest),
        "What TLS 1.3 costs, by server, JDK and TLS implementation",
        List.of(),
        findings(),
        List.of(),
        List.of(matrix(), cells(), reading(), repeat()),
        new Origin(COMMAND, "", "", controls()));
  }

  /** Returns the extremes of each figure with the JDK's TLS. */
  private List<Sentence> findings() {
    List<Sentence> findings = new ArrayList<>();
    for (Cost cost : costs) {
      Map<Place, Figure> known = new LinkedHashMap<>();
      places.forEach(place -> find(cost, place).ifPresent(one -> known.put(place, one)));
      if (cost.provider().equals("jdk") && !known.isEmpty()) {
        Comparator<Map.Entry<Place, Figure>> order =
            Comparator.comparingDouble(one -> one.getValue().value());
        Sentence sentence =
            Sentence.of("TLS 1.3 of " + cost.by() + " adds to a " + cost.what() + ": ");
        sentence = told(sentence, known.entrySet().stream().min(order).orElseThrow());
        findings.add(
            known.size() == 1
                ? sentence.then(".")
                : told(sentence.then(" to "), known.entrySet().stream().max(order).orElseThrow())
                    .then("."));
      }
    }
    findings.add(Sentence.of(Numbers.capital(measured()) + "."));
    return findings;
  }

  private static Sentence told(Sentence sentence, Map.Entry<Place, Figure> one) {
    return sentence.strong(one.getValue().plusMinus()).then(" (" + one.getKey().title() + ")");
  }

  private String measured() {
    long complete =
        places.stream()
            .flatMap(place -> PROVIDERS.stream().map(provider -> place.cell(provider.id())))
            .filter(cell -> STEPS.stream().allMatch(step -> kept.containsKey(cell + "/" + step)))
            .count();
    return "measured: " + complete + " of " + places.size() * PROVIDERS.size() + " cells";
  }

  private Optional<Kept> kept(Cost cost, Place place) {
    return Optional.ofNullable(kept.get(place.cell(cost.provider()) + "/" + cost.step()));
  }

  private Optional<Figure> find(Cost cost, Place place) {
    return kept(cost, place).flatMap(one -> one.find(cost.path()));
  }

  /**
   * Returns a table for each implementation, of the rows with a figure: a whole matrix would not
   * fit a screen.
   */
  private Section matrix() {
    List<Block> tables = new ArrayList<>();
    for (Named provider : PROVIDERS) {
      List<Cost> own =
          costs.stream().filter(cost -> cost.provider().equals(provider.id())).toList();
      List<Place> known =
          places.stream()
              .filter(place -> own.stream().anyMatch(cost -> kept(cost, place).isPresent()))
              .toList();
      if (!known.isEmpty()) {
        tables.add(
            Columns.of(known)
                .text("server, JDK", Place::title)
                .each(
                    own,
                    cost ->
                        cost.what()
                            + (cost.by().equals(DRIVER.title()) ? ", driver's own TLS" : ""),
                    (place, cost) -> cell(cost, place))
                .open(
                    "TLS 1.3 of "
                        + provider.title()
                        + ": what it adds to the time in plain text, in per cent"));
      }
    }
    return new Section("matrix", "The matrix (" + measured() + ")", true, tables);
  }

  private Cell cell(Cost cost, Place place) {
    return kept(cost, place)
        .map(
            one ->
                one.find(cost.path())
                    .map(CostsDocument::narrow)
                    .orElseGet(() -> Cell.of(one.reason(cost.path()))))
        .orElse(Cell.of("not measured"));
  }

  /** Returns a cell as narrow as may be: the caption has the unit. */
  private static Cell narrow(Figure figure) {
    String text = figure.plusMinus();
    return Cell.of(
        figure.holdsNone() ? text.replace('\u00a0', ' ') : text.replace("\u00a0%", ""), figure);
  }

  private Section cells() {
    List<String> read = kept.keySet().stream().filter(one -> one.endsWith("/read")).toList();
    return new Section(
        "cells",
        "The cells",
        List.of(
            Columns.of(read)
                .code("cell", name -> name.replaceFirst("/read$", ""))
                .text("measured", name -> of(name).run().started().substring(0, 10))
                .text("server", name -> of(name).file().machine().server())
                .text("JDK", name -> of(name).file().machine().jdk().version())
                .text("processor", name -> of(name).file().machine().machine().cpu())
                .code("suite", name -> of(name).suite())
                .cell(
                    "read of 1 KB, plain text against itself",
                    name -> Cell.of(of(name).find(CONTROL).orElse(null)))
                .open("What was measured with what")));
  }

  private Kept of(String step) {
    return Objects.requireNonNull(kept.get(step));
  }

  private List<Figure> controls() {
    return kept.values().stream().flatMap(one -> one.find(CONTROL).stream()).toList();
  }

  private static Section reading() {
    try {
      return new Section(
          "reading",
          "How to read this",
          Files.readAllLines(READING).stream().<Block>map(Text::new).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Section repeat() {
    return new Section(
        "repeat",
        "Repeat this",
        List.of(
            new Code(COMMAND),
            new Code("research/costs --page"),
            new Text(
                "The first command measures the cells that are not there, the second one makes this"
                    + " page from docs/results/costs, where each result.json is kept.")));
  }
}
