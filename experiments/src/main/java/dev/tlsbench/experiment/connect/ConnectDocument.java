package dev.tlsbench.experiment.connect;

import dev.tlsbench.experiment.report.Negotiations;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.connect.ConnectResult.Reused;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.connect.ConnectResult.Setup;
import dev.tlsbench.measure.connect.ConnectResult.Wire;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.connect.Series;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report on the cost of new connections, by part. */
public final class ConnectDocument {
  private static final double MICROS_PER_MILLI = 1000;
  private static final List<Part> PARTS =
      Arrays.stream(Part.values()).filter(part -> part != Part.TOTAL).toList();

  private final ConnectResult result;
  private final Environment environment;
  private final List<KindResult> kinds;
  private final Series baseline;

  private ConnectDocument(ConnectResult result, Environment environment) {
    this.result = result;
    this.environment = environment;
    this.kinds = result.kinds().stream().filter(kind -> kind.unavailable() == null).toList();
    this.baseline =
        kinds.stream()
            .filter(kind -> kind.name().equals(result.setup().baseline()))
            .findFirst()
            .orElse(kinds.get(0))
            .series();
  }

  public static Document of(ConnectResult result, Environment environment) {
    return new ConnectDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>(List.of(connections()));
    List<Block> storms = storms();
    if (!storms.isEmpty()) {
      sections.add(new Section("storms", "Connections a second", true, storms));
    }
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
        Notice.of(result.server().tlsRemark(), result.run()),
        findings(),
        Notice.ofWarnings(result.run()),
        sections,
        environment.origin(result.run().command(), server()).controlledBy(controls()));
  }

  private String server() {
    return environment.server() == null
        ? String.join(", ", result.server().hosts())
        : environment.server();
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    kinds.stream()
        .filter(kind -> !kind.repeatsBaseline() && ratio(kind) != null)
        .collect(
            Collectors.groupingBy(
                kind -> kind.series().variant(), LinkedHashMap::new, Collectors.toList()))
        .forEach((variant, own) -> sentences.add(finding(own)));
    return sentences;
  }

  /** Returns a sentence on a variant: its full handshakes first, then the resumed ones. */
  private Sentence finding(List<KindResult> own) {
    KindResult first = own.get(0);
    Sentence sentence =
        first.series().kind() == Kind.RESUMED
            ? Sentence.of("A resumed connection" + over(first.series()) + " takes ")
            : Sentence.of("A new connection" + over(first.series()) + " takes ");
    String base = baseline.kind() == Kind.PLAIN ? "a plain one" : "a new one" + over(baseline);
    sentence =
        sentence
            .strong(times(first))
            .then(" as long as " + base + " until its first query is answered");
    for (KindResult next : own.subList(1, own.size())) {
      sentence = sentence.then(", a resumed one ").strong(times(next));
    }
    return sentence.then(".");
  }

  private static String times(KindResult kind) {
    return Objects.requireNonNull(ratio(kind)).in(Unit.NUMBER).text() + " times";
  }

  private static @Nullable Interval ratio(KindResult kind) {
    PartResult total = kind.find(Part.TOTAL);
    return total == null ? null : total.ratio();
  }

  private static String over(Series series) {
    String name = named(series.variant());
    boolean isOwn = name.equals(series.variant());
    return (isOwn ? " with " : series.kind() == Kind.PLAIN ? " in " : " over ") + name;
  }

  private static String named(String variant) {
    return variant.equals(Series.TLS) ? "TLS" : Variants.title(variant);
  }

  /** Returns the name in tables, such as {@code TLS 1.3, resumed}. */
  private String name(KindResult kind) {
    return kind.repeatsBaseline() ? "control (" + name(baseline) + " again)" : name(kind.series());
  }

  private static String name(Series series) {
    return series.kind().title(named(series.variant()));
  }

  private Section connections() {
    return new Section(
        "connections",
        "New connections",
        true,
        List.of(
            new Text(
                "Medians with their 95 % interval, from the TCP connect until the first query is"
                    + " answered; medians of the parts need not add up to it. All rows took turns; the"
                    + " control is the baseline, measured a second time."),
            new Chart(
                "Parts of a connection",
                "Median time of each part of a new connection, for each row of the table",
                bars(),
                totals()),
            parts(),
            wire()));
  }

  private View bars() {
    List<View.Stacks.Bar> bars = new ArrayList<>();
    for (KindResult kind : kinds) {
      List<Double> values = new ArrayList<>();
      for (Part part : PARTS) {
        PartResult found = kind.find(part);
        values.add(found == null ? 0 : found.medianMicros().value());
      }
      bars.add(new View.Stacks.Bar(name(kind), values));
    }
    return new View.Stacks(
        "", "median time", Unit.MICROS, PARTS.stream().map(Part::title).toList(), bars);
  }

  private Table totals() {
    return rows()
        .cell("median", of(Part.TOTAL, found -> cell(found.medianMicros(), Unit.MICROS)))
        .cell("times the baseline", of(Part.TOTAL, found -> cell(found.ratio(), Unit.NUMBER)))
        .cell("longer by", of(Part.TOTAL, found -> cell(found.difference(), Unit.MICROS)))
        .cell(
            "95\u00a0%\u00a0take less than",
            of(Part.TOTAL, found -> Cell.micros(found.p95Micros())))
        .cell("client CPU, mean", kind -> cell(kind.cpu().clientMicros(), Unit.MICROS))
        .micros("server CPU, mean", kind -> kind.cpu().serverMicros())
        .withoutEmptyColumns()
        .open("New connections, until the first query is answered");
  }

  private Table parts() {
    return rows()
        .each(
            PARTS,
            Part::title,
            (kind, part) -> of(part, found -> cell(found.medianMicros(), Unit.MICROS)).apply(kind))
        .withoutEmptyColumns()
        .open("Medians of the parts");
  }

  private Table wire() {
    return rows()
        .figure("from the client", Unit.BYTES, wire(Wire::sentBytes))
        .figure("from the server", Unit.BYTES, wire(Wire::receivedBytes))
        .figure("first ClientHello", Unit.BYTES, wire(Wire::clientHelloBytes))
        .count(
            "ClientHellos over 1,460 bytes",
            kind -> kind.wire() == null ? null : kind.wire().longClientHellos())
        .withoutEmptyRows()
        .folded("Bytes of a connection with TLS, means");
  }

  private static Function<KindResult, @Nullable Double> wire(Function<Wire, Double> bytes) {
    return kind -> kind.wire() == null ? null : bytes.apply(kind.wire());
  }

  private Columns<KindResult> rows() {
    return Columns.of(kinds).text("connection", this::name);
  }

  private static Function<KindResult, Cell> of(Part part, Function<PartResult, Cell> figure) {
    return kind -> {
      PartResult found = kind.find(part);
      return found == null ? Cell.NONE : figure.apply(found);
    };
  }

  private static Cell cell(@Nullable Interval interval, Unit unit) {
    return Cell.of(interval == null ? null : interval.in(unit));
  }

  /** Returns a table for each number of threads. */
  private List<Block> storms() {
    return result.figures().stream()
        .map(NamedFigure::subject)
        .filter(subject -> subject.startsWith("concurrency="))
        .map(subject -> subject.substring(0, subject.indexOf('.')))
        .distinct()
        .<Block>map(
            at ->
                rows()
                    .cell("a second", kind -> cell(at, kind, "rate"))
                    .cell("against the baseline", kind -> cell(at, kind, "throughput"))
                    .cell("server CPU, mean", kind -> cell(at, kind, "serverCpuTime"))
                    .cell("resumed", kind -> cell(at, kind, "resumed"))
                    .cell("completed", kind -> cell(at, kind, "connections"))
                    .cell("failed", kind -> cell(at, kind, "failed"))
                    .open("New connections, " + at.replace('=', ' ')))
        .toList();
  }

  private Cell cell(String at, KindResult kind, String name) {
    String subject = at + "." + kind.name();
    return result.figures().stream()
        .filter(each -> each.subject().equals(subject) && each.name().equals(name))
        .map(NamedFigure::figure)
        .map(each -> each.halfWidth() == 0 ? Figure.of(each.value(), each.unit()) : each)
        .map(each -> each.unit() == Unit.NUMBER ? Cell.count((long) each.value()) : Cell.of(each))
        .findFirst()
        .orElse(name.equals("serverCpuTime") ? Cell.of("unknown") : Cell.NONE);
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
                    cell(figure.getValue().apply(script).times(MICROS_PER_MILLI), Unit.MICROS))
            .open(
                "Means, in the definitions of the ApsaraDB script, which include more than their"
                    + " names say");
    return new Section("script", "The ApsaraDB script", true, List.of(table));
  }

  private Section repeat() {
    return new Section(
        "repeat",
        "Repeat this run",
        List.of(new Code(result.run().command()), Table.facts("Setup", setup())));
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
    facts.put("baseline", name(baseline));
    facts.put("connections of each kind", Numbers.count(setup.connections()));
    if (setup.forks() != null) {
      facts.put("JVMs", Integer.toString(setup.forks()));
    }
    if (setup.cores() != null) {
      facts.put(
          "cores",
          setup.cores().isEmpty()
              ? "any"
              : setup.cores().stream().map(String::valueOf).collect(Collectors.joining(", ")));
    }
    facts.put("at a time", Integer.toString(setup.concurrency()));
    facts.put(
        "added round trip",
        setup.addedRttMillis() == 0
            ? "none"
            : Unit.MICROS.text(setup.addedRttMillis() * MICROS_PER_MILLI));
    facts.put("seed", Long.toString(setup.seed()));
    facts.put("first query", setup.query());
    return facts;
  }

  private Section negotiated() {
    Negotiations negotiations = new Negotiations();
    kinds.forEach(kind -> negotiations.add(name(kind), kind.negotiated(), kind.logins()));
    Table counts =
        rows()
            .count("counted", kind -> kind.connections().counted())
            .count(
                "with another key share asked for first (HelloRetryRequest)",
                kind ->
                    kind.negotiated().isEmpty() ? null : kind.connections().helloRetryRequests())
            .figure("a second", Unit.PER_SECOND, kind -> kind.connections().perSecond())
            .withoutEmptyColumns()
            .open("Connections");
    return negotiations.section(counts);
  }

  private List<Figure> controls() {
    return kinds.stream()
        .filter(KindResult::repeatsBaseline)
        .map(ConnectDocument::ratio)
        .filter(Objects::nonNull)
        .map(ratio -> ratio.in(Unit.RATIO))
        .toList();
  }
}
