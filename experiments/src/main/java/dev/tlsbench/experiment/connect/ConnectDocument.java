package dev.tlsbench.experiment.connect;

import dev.tlsbench.experiment.connect.ConnectResult.KindResult;
import dev.tlsbench.experiment.connect.ConnectResult.PartResult;
import dev.tlsbench.experiment.connect.ConnectResult.Reused;
import dev.tlsbench.experiment.connect.ConnectResult.Script;
import dev.tlsbench.experiment.connect.ConnectResult.Setup;
import dev.tlsbench.experiment.result.Negotiated;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Beside.Measure;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The report on new connections, part by part. */
public final class ConnectDocument {
  private static final double MICROS_PER_MILLI = 1000;

  private final ConnectResult result;
  private final Environment environment;
  private final List<KindResult> kinds;

  private ConnectDocument(ConnectResult result, Environment environment) {
    this.result = result;
    this.environment = environment;
    this.kinds = result.kinds().stream().filter(kind -> kind.unavailable() == null).toList();
  }

  public static Document of(ConnectResult result, Environment environment) {
    return new ConnectDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>(List.of(connections()));
    if (!result.reused().isEmpty()) {
      sections.add(reused());
    }
    if (!result.apsaradbScript().isEmpty()) {
      sections.add(script());
    }
    sections.add(repeat());
    sections.add(negotiated());
    sections.add(environment.section());
    return new Document(
        Document.kicker("connect", result.run().started()),
        "A new connection to " + server(),
        notices(),
        findings(),
        result.run().warnings().isEmpty()
            ? List.of()
            : List.of(new Notice(Weight.NOTE, "Good to know", result.run().warnings())),
        sections,
        Beside.of(facts(), measures()));
  }

  private String server() {
    return environment.server() == null
        ? String.join(", ", result.server().hosts())
        : environment.server();
  }

  private List<Notice> notices() {
    List<Notice> notices = new ArrayList<>();
    if (!result.run().problems().isEmpty()) {
      notices.add(new Notice(Weight.STOP, "This result must not be used", result.run().problems()));
    }
    Notice.ofLimits(result.run()).ifPresent(notices::add);
    return notices;
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    for (KindResult kind : kinds) {
      PartResult total = kind.parts().get(Part.TOTAL.id());
      Interval ratio = total == null ? null : total.ratioToPlain();
      if (total != null && ratio != null && !kind.name().equals(Kind.PLAIN.id())) {
        sentences.add(
            Sentence.of(
                    kind.name().equals(Kind.RESUMED.id())
                        ? "A resumed TLS connection takes "
                        : "A new TLS connection takes ")
                .strong(Numbers.fixed(ratio.value(), 2) + " times")
                .then(
                    " as long as a plain one until its first query is answered (95 % interval "
                        + Numbers.fixed(ratio.low95(), 2)
                        + " to "
                        + Numbers.fixed(ratio.high95(), 2)
                        + "): "
                        + Numbers.micros(total.medianMicros().value())
                        + "."));
      }
    }
    return sentences;
  }

  private Section connections() {
    return new Section(
        "connections",
        "New connections",
        true,
        List.of(
            new Text(
                "Medians with their 95 % interval, from the TCP connect until the first query is"
                    + " answered. The kinds alternated."),
            new Chart(
                "Parts of a connection",
                "Median time of each part of a new connection, for each kind",
                bars(),
                parts()),
            besidePlain(),
            use()));
  }

  private View bars() {
    List<Part> parts = Arrays.stream(Part.values()).filter(part -> part != Part.TOTAL).toList();
    List<View.Stacks.Bar> bars = new ArrayList<>();
    for (KindResult kind : kinds) {
      List<Double> values = new ArrayList<>();
      for (Part part : parts) {
        PartResult found = kind.parts().get(part.id());
        values.add(found == null ? 0 : found.medianMicros().value());
      }
      bars.add(new View.Stacks.Bar(kind.name(), values));
    }
    return new View.Stacks(
        "", "median time", Unit.MICROS, parts.stream().map(Part::title).toList(), bars);
  }

  private Table parts() {
    List<String> header = new ArrayList<>(List.of("part"));
    for (KindResult kind : kinds) {
      header.add(kind.name());
      header.add("95\u00a0%\u00a0take less than");
    }
    Table table = Table.open("New connections: medians", header.toArray(String[]::new));
    for (Part part : Part.values()) {
      List<Cell> cells = new ArrayList<>();
      for (KindResult kind : kinds) {
        PartResult found = kind.parts().get(part.id());
        cells.add(found == null ? Cell.NONE : Cell.of(found.medianMicros().in(Unit.MICROS)));
        cells.add(found == null ? Cell.NONE : Cell.micros(found.p95Micros()));
      }
      addUnlessEmpty(table, part.title(), cells);
    }
    return table;
  }

  private Table besidePlain() {
    List<KindResult> others =
        kinds.stream().filter(kind -> !kind.name().equals(Kind.PLAIN.id())).toList();
    List<String> header = new ArrayList<>(List.of("part"));
    for (KindResult kind : others) {
      header.add(kind.name() + " takes more");
      header.add("times plain");
    }
    Table table = Table.open("Medians beside plain", header.toArray(String[]::new));
    for (Part part : Part.values()) {
      List<Cell> cells = new ArrayList<>();
      for (KindResult kind : others) {
        PartResult found = kind.parts().get(part.id());
        cells.add(cell(found == null ? null : found.differenceToPlainMicros(), Unit.MICROS));
        cells.add(cell(found == null ? null : found.ratioToPlain(), Unit.NUMBER));
      }
      addUnlessEmpty(table, part.title(), cells);
    }
    return table;
  }

  /** Adds the row if it has a figure in any column. */
  private static void addUnlessEmpty(Table table, String name, List<Cell> cells) {
    if (!cells.stream().allMatch(Cell.NONE::equals)) {
      List<Cell> row = new ArrayList<>(List.of(Cell.of(name)));
      row.addAll(cells);
      table.add(null, row.toArray(Cell[]::new));
    }
  }

  private Table use() {
    List<String> header = new ArrayList<>(List.of("figure"));
    kinds.forEach(kind -> header.add(kind.name()));
    Table table = Table.open("For each connection", header.toArray(String[]::new));
    row(table, "client CPU, mean", kind -> cell(kind.cpu().clientMicros(), Unit.MICROS));
    row(table, "server CPU, mean", kind -> Cell.micros(kind.cpu().serverMicros()));
    row(
        table,
        "connections a second",
        kind ->
            Cell.of(
                Optional.ofNullable(kind.connections().perSecond())
                    .map(perSecond -> Figure.of(perSecond, Unit.PER_SECOND))
                    .orElse(null)));
    row(table, "connections counted", kind -> Cell.count(kind.connections().counted()));
    return table;
  }

  private void row(Table table, String name, Function<KindResult, Cell> cell) {
    addUnlessEmpty(table, name, kinds.stream().map(cell).toList());
  }

  private static Cell cell(@Nullable Interval interval, Unit unit) {
    return Cell.of(interval == null ? null : interval.in(unit));
  }

  private Section reused() {
    Table table =
        Table.open(
            "Queries on connections that stay open",
            "connection",
            "mean",
            "median",
            "95\u00a0%\u00a0take less than",
            "times plain",
            "queries");
    for (Reused each : result.reused()) {
      table.add(
          null,
          Cell.of(each.name()),
          cell(each.meanMicros(), Unit.MICROS),
          cell(each.medianMicros(), Unit.MICROS),
          Cell.micros(each.p95Micros()),
          cell(each.ratioOfMeansToPlain(), Unit.NUMBER),
          Cell.count(each.queries()));
    }
    return new Section("reused", "Connections that stay open", true, List.of(table));
  }

  private Section script() {
    List<String> header = new ArrayList<>(List.of("column"));
    result.apsaradbScript().forEach(script -> header.add(script.name()));
    Table table =
        Table.open(
            "Means, in the definitions of the ApsaraDB script, which include more than their names"
                + " say",
            header.toArray(String[]::new));
    scriptRow(table, "only-connection", Script::onlyConnectionMillis);
    scriptRow(table, "first-query", Script::firstQueryMillis);
    scriptRow(table, "connection-and-first-query", Script::connectionAndFirstQueryMillis);
    scriptRow(table, "reused", Script::reusedMillis);
    return new Section("script", "The ApsaraDB script", true, List.of(table));
  }

  private void scriptRow(Table table, String name, Function<Script, Interval> figure) {
    List<Cell> cells = new ArrayList<>(List.of(Cell.of(name)));
    for (Script script : result.apsaradbScript()) {
      cells.add(Cell.of(figure.apply(script).in(Unit.MICROS, MICROS_PER_MILLI)));
    }
    table.add(null, cells.toArray(Cell[]::new));
  }

  private Section repeat() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Code(result.run().command()));
    Map<String, String> setup = new LinkedHashMap<>(setup());
    setup.put("first query", result.setup().query());
    blocks.add(Table.facts("Setup", setup));
    return new Section("repeat", "Repeat this run", blocks);
  }

  private Map<String, String> setup() {
    Setup setup = result.setup();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("started", result.run().started());
    facts.put("took", Numbers.seconds(result.run().durationSeconds()));
    facts.put("binding", setup.binding());
    facts.put("server", server());
    facts.put(
        "hosts",
        String.join(", ", result.server().hosts())
            + (result.server().embedded() ? " (embedded)" : ""));
    facts.put("connections of each kind", Numbers.count(setup.connections()));
    facts.put("at a time", Integer.toString(setup.concurrency()));
    facts.put(
        "added round trip",
        setup.addedRttMillis() == 0
            ? "none"
            : Numbers.micros(setup.addedRttMillis() * MICROS_PER_MILLI));
    facts.put("seed", Long.toString(setup.seed()));
    return facts;
  }

  private Section negotiated() {
    Table table =
        Table.open(
            "Outcomes of the handshakes that count",
            "kind",
            "provider",
            "protocol",
            "cipher suite",
            "group",
            "handshakes");
    for (KindResult kind : kinds) {
      for (Negotiated tls : kind.negotiated()) {
        table.add(
            null,
            Cell.of(kind.name()),
            Cell.of(tls.provider()),
            Cell.of(tls.protocol()),
            Cell.code(tls.cipherSuite()),
            tls.namedGroup() == null ? Cell.NONE : Cell.code(tls.namedGroup()),
            Cell.count(tls.count()));
      }
    }
    return new Section("negotiated", "What was negotiated", List.of(table));
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", result.run().command());
    facts.putAll(setup());
    facts.putAll(environment.facts());
    return facts;
  }

  private List<Measure> measures() {
    List<Measure> measures = new ArrayList<>();
    for (Part part : Part.values()) {
      for (KindResult kind : kinds) {
        PartResult found = kind.parts().get(part.id());
        if (found != null) {
          measures.add(
              new Measure(
                  part.title() + ", median",
                  kind.name(),
                  false,
                  found.medianMicros().in(Unit.MICROS)));
        }
      }
    }
    return measures;
  }
}
