package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.Calibration.Source;
import dev.tlsbench.experiment.predict.PredictResult.Change;
import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Calculation;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** The report on a prediction. */
public final class PredictDocument {
  private static final double[] CONNECTION_STEPS = {1, 3, 10, 30, 100, 300, 1_000, 10_000};
  private static final double[] SIZE_STEPS = {
    128, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576
  };

  /** Titles and units of figures, in the order of the answer's columns. */
  private static final Map<String, Column> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put("latencyMicros", new Column("latency of an operation, added", Unit.MICROS));
    COLUMNS.put("latencyRatio", new Column("latency", Unit.RATIO));
    COLUMNS.put("fullConnectionMicros", new Column("new connection, added", Unit.MICROS));
    COLUMNS.put(
        "resumedConnectionMicros", new Column("new connection, resumed, added", Unit.MICROS));
    COLUMNS.put("clientCpuMicros", new Column("client CPU of an operation, added", Unit.MICROS));
    COLUMNS.put("serverCpuMicros", new Column("server CPU of an operation, added", Unit.MICROS));
    COLUMNS.put("clientCores", new Column("cores of the client, added", Unit.NUMBER));
    COLUMNS.put("clientCoresWhole", new Column("cores of the client, in all", Unit.NUMBER));
    COLUMNS.put("serverCores", new Column("cores of the server, added", Unit.NUMBER));
    COLUMNS.put("serverCoresWhole", new Column("cores of the server, in all", Unit.NUMBER));
    COLUMNS.put("clientCapacityRatio", new Column("throughput with the client full", Unit.RATIO));
    COLUMNS.put(
        "clientCapacityPerSecond",
        new Column("operations a second with the client full", Unit.PER_SECOND));
    COLUMNS.put("serverCapacityRatio", new Column("throughput with the server full", Unit.RATIO));
    COLUMNS.put(
        "serverCapacityPerSecond",
        new Column("operations a second with the server full", Unit.PER_SECOND));
    COLUMNS.put("capacityRatio", new Column("throughput with the cores full", Unit.RATIO));
    COLUMNS.put(
        "capacityPerSecond",
        new Column("operations a second with the cores full", Unit.PER_SECOND));
    COLUMNS.put("throughputRatio", new Column("throughput of these clients", Unit.RATIO));
    COLUMNS.put(
        "handshakePercent", new Column("handshakes' share of the CPU of TLS", Unit.PERCENT));
  }

  /** What changes are compared by, in the order of {@link #COLUMNS}. */
  private static final List<String> OF_CHANGES =
      List.of(
          "latencyMicros",
          "clientCpuMicros",
          "serverCpuMicros",
          "serverCores",
          "serverCapacityRatio",
          "capacityRatio",
          "throughputRatio");

  private final PredictResult result;
  private final Calculation calculation;
  private final Environment environment;

  private record Column(String title, Unit unit) {}

  private PredictDocument(PredictResult result, Calculation calculation, Environment environment) {
    this.result = result;
    this.calculation = calculation;
    this.environment = environment;
  }

  /**
   * Returns the report.
   *
   * @param calculation the sums behind the result
   */
  public static Document of(
      PredictResult result, Calculation calculation, Environment environment) {
    return new PredictDocument(result, calculation, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("answer", "Added by TLS", true, List.of(answer())));
    if (!result.whatIfs().isEmpty()) {
      sections.add(new Section("what-if", "What if", true, List.of(whatIfs())));
    }
    if (!result.changes().isEmpty()) {
      sections.add(new Section("changes", "What would save most", true, List.of(changes())));
    }
    sections.add(charts());
    sections.add(
        new Section(
            "try",
            "Try other values",
            List.of(
                new Block.Calculator(
                    "Your values",
                    "Sliders for the profile, and what TLS adds with these values",
                    shown()))));
    sections.add(new Section("unknown", "What this does not know", List.of(unknown())));
    sections.add(new Section("profile", "Profile", List.of(profile())));
    sections.add(sources());
    sections.add(new Section("repeat", "Repeat this", List.of(new Code(result.run().command()))));
    sections.add(environment.section());
    return new Document(
        Document.kicker("predict", result.run().started()),
        "What TLS will cost",
        List.of(),
        findings(),
        asides(),
        sections,
        Beside.of(Map.of("command", result.run().command()), List.of()));
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    for (Prediction one : result.variants()) {
      Sentence sentence = Sentence.of(one.name() + " adds ").strong(text(one, "latencyMicros"));
      sentence = sentence.then(" to an operation");
      if (one.find("latencyRatio") != null) {
        sentence = sentence.then(" (" + text(one, "latencyRatio") + " of its latency)");
      }
      if (one.find("fullConnectionMicros") != null) {
        sentence =
            sentence
                .then(" and ")
                .strong(text(one, "fullConnectionMicros"))
                .then(" to a new connection");
      }
      if (one.find("serverCores") != null) {
        sentence =
            sentence
                .then("; the server needs ")
                .strong(text(one, "serverCores"))
                .then(" cores more");
      }
      String capacity = one.find("capacityRatio") != null ? "capacityRatio" : "serverCapacityRatio";
      if (one.find(capacity) != null) {
        sentence =
            sentence.then("; throughput with full cores changes by ").strong(text(one, capacity));
      }
      sentences.add(sentence.then("."));
    }
    if (!result.changes().isEmpty()) {
      Change best = result.changes().get(0);
      sentences.add(
          Sentence.of("Most would be saved by ")
              .strong(best.change())
              .then(
                  ": "
                      + best.savedMicros().in(Unit.MICROS).text()
                      + " of CPU for each operation."));
    }
    return sentences;
  }

  private static String text(Prediction one, String figure) {
    Interval interval = one.find(figure);
    Column column = COLUMNS.get(figure);
    return interval == null || column == null ? "–" : interval.in(column.unit()).text();
  }

  private List<Notice> asides() {
    List<Notice> notices = new ArrayList<>();
    List<String> care = new ArrayList<>(result.run().warnings());
    if (!care.isEmpty()) {
      notices.add(new Notice(Weight.CARE, "Before you use this", care));
    }
    if (!result.calibration().notes().isEmpty()) {
      notices.add(new Notice(Weight.NOTE, "Assumptions", result.calibration().notes()));
    }
    return notices;
  }

  private Table answer() {
    List<String> header = new ArrayList<>(List.of("figure"));
    result.variants().forEach(one -> header.add(one.name()));
    Table table = Table.open("For this profile", header.toArray(String[]::new));
    COLUMNS.forEach(
        (name, column) -> {
          if (result.variants().stream().anyMatch(one -> one.find(name) != null)) {
            List<Cell> cells = new ArrayList<>(List.of(Cell.of(column.title())));
            result.variants().forEach(one -> cells.add(cell(one, name)));
            table.add(null, cells.toArray(Cell[]::new));
          }
        });
    return table;
  }

  private Table whatIfs() {
    List<Prediction> all = new ArrayList<>(result.variants());
    all.addAll(result.whatIfs());
    List<String> names =
        OF_CHANGES.stream()
            .filter(name -> all.stream().anyMatch(one -> one.find(name) != null))
            .toList();
    List<String> header = new ArrayList<>(List.of("variant and change"));
    COLUMNS.forEach(
        (name, column) -> {
          if (names.contains(name)) {
            header.add(column.title());
          }
        });
    Table table = Table.open("Without and with a change", header.toArray(String[]::new));
    for (Prediction one : all) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(one.name())));
      names.forEach(name -> cells.add(cell(one, name)));
      table.add(null, cells.toArray(Cell[]::new));
    }
    return table;
  }

  private static Cell cell(Prediction one, String figure) {
    Interval found = one.find(figure);
    Column column = COLUMNS.get(figure);
    return found == null || column == null ? Cell.NONE : Cell.of(found.in(column.unit()));
  }

  private Table changes() {
    Table table =
        Table.open(
            "CPU time of client and server together",
            "variant",
            "change",
            "saved for each operation",
            "cores saved");
    for (Change change : result.changes()) {
      Interval cores = change.savedCores();
      table.add(
          null,
          Cell.of(change.variant()),
          Cell.of(change.change()),
          Cell.of(change.savedMicros().in(Unit.MICROS)),
          cores == null ? Cell.NONE : Cell.of(cores.in(Unit.NUMBER)));
    }
    return table;
  }

  private Section charts() {
    List<Block> blocks = new ArrayList<>();
    Double connection = result.profile().operationsPerConnection();
    if (connection != null) {
      blocks.add(
          chart(
              "operationsPerConnection",
              "operations for each connection",
              connection,
              CONNECTION_STEPS,
              Unit.NUMBER));
    }
    double reply = result.profile().sum(Profile.Operation::replyBytes);
    blocks.add(chart("reply", "bytes of a reply", reply, SIZE_STEPS, Unit.BYTES));
    return new Section("charts", "Cost over connections and sizes", blocks);
  }

  /** Draws what TLS adds over one input; the profile's own value is among the steps. */
  private Chart chart(String input, String over, double own, double[] steps, Unit unit) {
    double[] values =
        DoubleStream.concat(DoubleStream.of(steps), DoubleStream.of(own))
            .distinct()
            .sorted()
            .toArray();
    List<String> at =
        DoubleStream.of(values)
            .mapToObj(value -> unit.text(value) + (value == own ? " (yours)" : ""))
            .toList();
    List<View> views = new ArrayList<>();
    Table numbers = Table.folded("Numbers", "variant", over, "client CPU", "server CPU");
    Map<String, String> sides = new LinkedHashMap<>();
    sides.put("clientCpuMicros", "client CPU of an operation, added");
    sides.put("serverCpuMicros", "server CPU of an operation, added");
    sides.forEach(
        (figure, title) -> {
          List<View.Lines.Curve> curves = new ArrayList<>();
          for (int i = 0; i < result.variants().size(); i++) {
            Prediction one = result.variants().get(i);
            List<@Nullable Figure> figures = new ArrayList<>();
            for (double value : values) {
              figures.add(evaluated(one, figure, input, value));
            }
            curves.add(new View.Lines.Curve(Look.variant(one.name(), i), figures));
          }
          if (curves.get(0).figures().get(0) != null) {
            views.add(new View.Lines(title, over, at, title, Unit.MICROS, curves));
          }
        });
    for (Prediction one : result.variants()) {
      for (int i = 0; i < values.length; i++) {
        numbers.add(
            null,
            Cell.of(one.name()),
            Cell.of(at.get(i)),
            Cell.of(evaluated(one, "clientCpuMicros", input, values[i])),
            Cell.of(evaluated(one, "serverCpuMicros", input, values[i])));
      }
    }
    return new Chart(
        "CPU that TLS adds to an operation, over " + over,
        "Curves of the CPU time that TLS adds, over " + over,
        "Side",
        views,
        numbers);
  }

  private @Nullable Figure evaluated(Prediction one, String figure, String input, double value) {
    String name = one.tls().name() + "/" + figure;
    return calculation.outputs().stream().anyMatch(output -> output.name().equals(name))
        ? calculation.evaluate(name, Map.of(input, value))
        : null;
  }

  /** Leaves out what only Java computes. */
  private Calculation shown() {
    return calculation.only(
        output ->
            !output.label().equals(output.name())
                && result.variants().stream()
                    .anyMatch(one -> one.tls().name().equals(output.group())));
  }

  private Block unknown() {
    return new Block.Bullets(result.unknown());
  }

  private Table profile() {
    Profile of = result.profile();
    Map<String, String> facts = new LinkedHashMap<>();
    if (of.rate() != null) {
      facts.put("operations a second", Numbers.significant(of.rate()));
    }
    for (Profile.Operation operation : of.operations()) {
      facts.put(
          operation.name(),
          Math.round(100 * operation.share())
              + " % of all, request "
              + Numbers.bytes(operation.requestBytes())
              + ", reply "
              + Numbers.bytes(operation.replyBytes()));
    }
    facts.put("round-trip time", Numbers.micros(of.rttMicros()));
    Double connection = of.operationsPerConnection();
    facts.put(
        "operations for each connection",
        connection == null ? "unlimited" : Numbers.significant(connection));
    facts.put("resumed handshakes", Numbers.percent(of.resumed(), 0));
    if (of.threads() != null) {
      facts.put("threads", of.threads().toString());
    }
    return Table.facts("As given", facts);
  }

  private Section sources() {
    Table table = Table.open("Runs that measured", "run", "server", "JDK", "command");
    for (Source source : result.calibration().sources()) {
      String folder = source.folder();
      table.add(
          null,
          Cell.of(folder == null ? "this run" : folder),
          Cell.of(source.server() == null ? "–" : source.server()),
          Cell.of(source.jdk() == null ? "–" : source.jdk()),
          Cell.code(source.command()));
    }
    Table costs = Table.folded("Costs in microseconds", "parameter", "value (95 % interval)");
    result.calibration().parameters().stream()
        .forEach(
            parameter -> {
              double[] draws = parameter.draws().stream().mapToDouble(d -> d).toArray();
              Figure figure =
                  new Figure(
                      parameter.value(),
                      Resamples.percentile(draws, 0.025),
                      Resamples.percentile(draws, 0.975),
                      Unit.NUMBER);
              costs.add(null, Cell.code(parameter.name()), Cell.of(figure));
            });
    return new Section("sources", "Where the costs are from", List.of(table, costs));
  }
}
