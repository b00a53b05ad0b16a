package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.Calibration.Source;
import dev.tlsbench.experiment.predict.PredictResult.Change;
import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Origin;
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
import org.jspecify.annotations.Nullable;

/** The report on a prediction. */
public final class PredictDocument {
  /** The figures by which changes are compared. */
  private static final List<Predicted> OF_CHANGES =
      List.of(
          Predicted.LATENCY,
          Predicted.CLIENT_CPU,
          Predicted.SERVER_CPU,
          Predicted.SERVER_CORES,
          Predicted.SERVER_CAPACITY_RATIO,
          Predicted.CAPACITY_RATIO,
          Predicted.THROUGHPUT_RATIO);

  private final PredictResult result;
  private final Predictor predictor;
  private final Environment environment;

  private PredictDocument(PredictResult result, Predictor predictor, Environment environment) {
    this.result = result;
    this.predictor = predictor;
    this.environment = environment;
  }

  public static Document of(PredictResult result, Environment environment) {
    List<String> variants = result.variants().stream().map(Prediction::name).toList();
    Predictor predictor = new Predictor(result.calibration(), result.profile(), variants);
    return new PredictDocument(result, predictor, environment).document();
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
    sections.add(
        new Section("charts", "With other values", ProfileCurves.of(predictor, result.profile())));
    sections.add(new Section("unknown", "What this does not know", List.of(unknown())));
    sections.add(new Section("profile", "Profile", List.of(profile())));
    sections.add(sources());
    sections.add(new Section("repeat", "Repeat this", List.of(new Code(result.run().command()))));
    sections.add(environment.section());
    return new Document(
        Document.kicker("predict", result.run().started()),
        "What TLS will cost",
        notices(),
        findings(),
        asides(),
        sections,
        new Origin(result.run().command(), "", "", List.of()));
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    result.variants().forEach(one -> sentences.add(sentence(one)));
    if (result.changes().isEmpty()) {
      sentences.add(
          Sentence.of("Nothing measured here would save CPU time, as far as the intervals show."));
    } else {
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

  private static Sentence sentence(Prediction one) {
    Sentence sentence = Sentence.of(one.name() + " adds ").strong(text(one, Predicted.LATENCY));
    sentence = sentence.then(" to an operation");
    if (Predicted.LATENCY_RATIO.of(one) != null) {
      sentence = sentence.then(" (" + text(one, Predicted.LATENCY_RATIO) + " of its latency)");
    }
    if (Predicted.FULL_CONNECTION.of(one) != null) {
      sentence = sentence.then(" and ").strong(text(one, Predicted.FULL_CONNECTION));
      sentence = sentence.then(" to a new connection");
    }
    if (Predicted.SERVER_CORES.of(one) != null) {
      sentence = sentence.then("; the server needs ").strong(text(one, Predicted.SERVER_CORES));
      sentence = sentence.then(" cores more");
    }
    Predicted capacity =
        Predicted.CAPACITY_RATIO.of(one) != null
            ? Predicted.CAPACITY_RATIO
            : Predicted.SERVER_CAPACITY_RATIO;
    if (capacity.of(one) != null) {
      sentence = sentence.then("; throughput with full cores changes by ");
      sentence = sentence.strong(text(one, capacity));
    }
    return sentence.then(".");
  }

  /** Returns a figure as part of a sentence, such as {@code less than 0.2} if it is unresolved. */
  private static String text(Prediction one, Predicted figure) {
    return figure
        .cell(one)
        .text()
        .replaceFirst("^not\u00a0resolved \\((.*)\\)$", "$1")
        .replaceFirst("^not\u00a0resolved$", "an unknown part");
  }

  private List<Notice> notices() {
    return result.calibration().sources().stream()
        .map(Source::tlsRemark)
        .distinct()
        .flatMap(remark -> Notice.ofTls(remark).stream())
        .toList();
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

  private Block answer() {
    List<Predicted> figures =
        Arrays.stream(Predicted.values()).filter(one -> !one.title().isEmpty()).toList();
    Table numbers =
        Columns.of(figures)
            .text("figure", Predicted::title)
            .each(result.variants(), Prediction::name, Predicted::cell)
            .withoutEmptyRows()
            .open("For this profile");
    return new Block.Chart(
        "Predicted for this profile",
        "Each predicted figure of each variant with its interval",
        "Figure",
        figures.stream()
            .map(this::intervals)
            .filter(view -> !view.rows().isEmpty())
            .map(View.class::cast)
            .toList(),
        numbers);
  }

  private View.Intervals intervals(Predicted figure) {
    List<View.Intervals.Row> rows = new ArrayList<>();
    for (Prediction one : result.variants()) {
      Interval found = figure.of(one);
      if (found != null) {
        rows.add(
            new View.Intervals.Row(
                one.name(),
                Look.variant(one.name(), rows.size()),
                found.value(),
                found.low95(),
                found.high95(),
                null,
                null));
      }
    }
    return new View.Intervals(figure.title(), figure.title(), figure.unit(), rows);
  }

  private Table whatIfs() {
    List<Prediction> all = new ArrayList<>(result.variants());
    all.addAll(result.whatIfs());
    return Columns.of(all)
        .text("variant and change", Prediction::name)
        .each(OF_CHANGES, Predicted::title, (one, figure) -> figure.cell(one))
        .withoutEmptyColumns()
        .open("Without and with a change");
  }

  private Table changes() {
    return Columns.of(result.changes())
        .text("variant", Change::variant)
        .text("change", Change::change)
        .cell("saved for each operation", one -> Cell.of(one.savedMicros().in(Unit.MICROS)))
        .cell("cores saved", one -> cores(one.savedCores()))
        .open("CPU time of client and server together");
  }

  private static Cell cores(@Nullable Interval cores) {
    return cores == null ? Cell.NONE : Cell.of(cores.in(Unit.NUMBER));
  }

  private Block unknown() {
    return new Block.Bullets(result.unknown());
  }

  private Table profile() {
    Profile of = result.profile();
    Map<String, String> facts = new LinkedHashMap<>();
    if (of.rate() != null) {
      facts.put("operations a second", Numbers.given(of.rate()));
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
        connection == null ? "unlimited" : Numbers.given(connection));
    facts.put("resumed handshakes", Numbers.percent(of.resumed(), 0));
    if (of.threads() != null) {
      facts.put("threads", of.threads().toString());
    }
    return Table.facts("As given", facts);
  }

  private Section sources() {
    Table table =
        Columns.of(result.calibration().sources())
            .text("run", source -> source.folder() == null ? "this run" : source.folder())
            .text("server", Source::server)
            .text("JDK", Source::jdk)
            .code("command", Source::command)
            .open("Runs that measured");
    Table costs =
        Columns.of(result.calibration().parameters())
            .code("parameter", cost -> cost.key().toString())
            .cell("value (95 % interval)", cost -> Cell.of(cost.drawn().interval().in(Unit.NUMBER)))
            .folded("Costs in microseconds, and round trips");
    return new Section("sources", "Where the costs are from", List.of(table, costs));
  }
}
