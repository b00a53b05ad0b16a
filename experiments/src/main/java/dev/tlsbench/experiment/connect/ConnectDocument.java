package dev.tlsbench.experiment.connect;

import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.connect.ConnectResult.Reused;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.connect.ConnectResult.Setup;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Beside.Measure;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The report on the cost of new connections, by part. */
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
        "A new connection to " + (result.server().description() == null ? "" : "the ") + server(),
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
    Notice.ofTls(result.server().tlsRemark()).ifPresent(notices::add);
    Notice.ofProblems(result.run()).ifPresent(notices::add);
    Notice.ofLimits(result.run()).ifPresent(notices::add);
    return notices;
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    for (KindResult kind : kinds) {
      PartResult total = kind.find(Part.TOTAL);
      Interval ratio = total == null ? null : total.ratioToPlain();
      if (total != null && ratio != null && kind.kind() != Kind.PLAIN) {
        sentences.add(
            Sentence.of(
                    kind.kind() == Kind.RESUMED
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
        PartResult found = kind.find(part);
        values.add(found == null ? 0 : found.medianMicros().value());
      }
      bars.add(new View.Stacks.Bar(kind.name(), values));
    }
    return new View.Stacks(
        "", "median time", Unit.MICROS, parts.stream().map(Part::title).toList(), bars);
  }

  private Table parts() {
    Columns<Part> columns = Columns.of(List.of(Part.values())).text("part", Part::title);
    for (KindResult kind : kinds) {
      columns.cell(kind.name(), of(kind, found -> cell(found.medianMicros(), Unit.MICROS)));
      columns.cell(
          "95\u00a0%\u00a0take less than", of(kind, found -> Cell.micros(found.p95Micros())));
    }
    return columns.withoutEmptyRows().open("New connections: medians");
  }

  private Table besidePlain() {
    Columns<Part> columns = Columns.of(List.of(Part.values())).text("part", Part::title);
    for (KindResult kind : kinds) {
      if (kind.kind() != Kind.PLAIN) {
        columns.cell(
            kind.name() + " takes more",
            of(kind, found -> cell(found.differenceToPlainMicros(), Unit.MICROS)));
        columns.cell("times plain", of(kind, found -> cell(found.ratioToPlain(), Unit.NUMBER)));
      }
    }
    return columns.withoutEmptyRows().open("Medians beside plain");
  }

  private static Function<Part, Cell> of(KindResult kind, Function<PartResult, Cell> figure) {
    return part -> {
      PartResult found = kind.find(part);
      return found == null ? Cell.NONE : figure.apply(found);
    };
  }

  private Table use() {
    Map<String, Function<KindResult, Cell>> figures = new LinkedHashMap<>();
    figures.put("client CPU, mean", kind -> cell(kind.cpu().clientMicros(), Unit.MICROS));
    figures.put("server CPU, mean", kind -> Cell.micros(kind.cpu().serverMicros()));
    figures.put(
        "connections a second",
        kind -> {
          Double perSecond = kind.connections().perSecond();
          return Cell.of(perSecond == null ? null : Figure.of(perSecond, Unit.PER_SECOND));
        });
    figures.put("connections counted", kind -> Cell.count(kind.connections().counted()));
    return Columns.of(figures.entrySet())
        .text("figure", Map.Entry::getKey)
        .each(kinds, KindResult::name, (figure, kind) -> figure.getValue().apply(kind))
        .withoutEmptyRows()
        .open("For each connection");
  }

  private static Cell cell(@Nullable Interval interval, Unit unit) {
    return Cell.of(interval == null ? null : interval.in(unit));
  }

  private Section reused() {
    Table table =
        Columns.of(result.reused())
            .text("connection", Reused::name)
            .cell("mean", each -> cell(each.meanMicros(), Unit.MICROS))
            .cell("median", each -> cell(each.medianMicros(), Unit.MICROS))
            .micros("95\u00a0%\u00a0take less than", Reused::p95Micros)
            .cell("times plain", each -> cell(each.ratioOfMeansToPlain(), Unit.NUMBER))
            .count("queries", Reused::queries)
            .open("Queries on connections that stay open");
    return new Section("reused", "Connections that stay open", true, List.of(table));
  }

  private Section script() {
    Map<String, Function<Script, Interval>> figures = new LinkedHashMap<>();
    figures.put("only-connection", Script::onlyConnectionMillis);
    figures.put("first-query", Script::firstQueryMillis);
    figures.put("connection-and-first-query", Script::connectionAndFirstQueryMillis);
    figures.put("reused", Script::reusedMillis);
    Table table =
        Columns.of(figures.entrySet())
            .text("column", Map.Entry::getKey)
            .each(
                result.apsaradbScript(),
                Script::name,
                (figure, script) ->
                    Cell.of(figure.getValue().apply(script).in(Unit.MICROS, MICROS_PER_MILLI)))
            .open(
                "Means, in the definitions of the ApsaraDB script, which include more than their"
                    + " names say");
    return new Section("script", "The ApsaraDB script", true, List.of(table));
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
    List<Map.Entry<KindResult, Negotiated>> rows = new ArrayList<>();
    kinds.forEach(kind -> kind.negotiated().forEach(tls -> rows.add(Map.entry(kind, tls))));
    Table table =
        Columns.of(rows)
            .text("kind", row -> row.getKey().name())
            .text("provider", row -> row.getValue().provider())
            .text("protocol", row -> row.getValue().protocol())
            .code("cipher suite", row -> row.getValue().cipherSuite())
            .code("group", row -> row.getValue().namedGroup())
            .count("handshakes", row -> row.getValue().count())
            .open("Outcomes of the handshakes that count");
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
        PartResult found = kind.find(part);
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
