package dev.tlsbench.experiment.predict;

import dev.tlsbench.experiment.predict.PredictResult.Source;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The report on a prediction. */
public final class PredictDocument {
  private static final List<String> ASSUMPTIONS =
      List.of(
          "Ratios without --latency and --cpu-per-operation are to the plain reads by key of the"
              + " calibration. The CPU time of a server on another machine is unknown.",
          "Costs were measured on a busy core with one thread. A core that waits for a network wakes"
              + " up with cold caches, so latencies behind a round trip reach as far up as recorded"
              + " ones.",
          "Waits for locks, disks and other clients are not in the model: CPU time and round trips"
              + " of TLS are assumed to add to them.");

  private final Profile profile;
  private final Map<String, Cell> figures = new LinkedHashMap<>();
  private final List<String> subjects;

  private PredictDocument(PredictResult result) {
    profile = result.profile();
    result.figures().forEach(figure -> figures.put(figure.key(), Cell.of(figure.figure())));
    subjects = result.figures().stream().map(NamedFigure::subject).distinct().toList();
  }

  public static Document of(PredictResult result, Environment environment) {
    PredictDocument own = new PredictDocument(result);
    String command = result.run().command();
    List<Notice> asides =
        new ArrayList<>(Notice.of(Weight.CARE, "Before you use this", result.run().warnings()));
    asides.add(new Notice(Weight.NOTE, "Assumptions", ASSUMPTIONS));
    return new Document(
        Document.kicker("predict", result.run().started()),
        "What TLS will cost",
        result.sources().stream()
            .map(Source::tlsRemark)
            .distinct()
            .flatMap(Stream::ofNullable)
            .map(Notice::ofTls)
            .toList(),
        own.subjects.stream()
            // Without changes, which follow the variant's name.
            .filter(subject -> !subject.contains(", "))
            .map(own::finding)
            .toList(),
        asides,
        List.of(
            new Section("answer", "Added by TLS", true, List.of(own.answers())),
            new Section("profile", "Profile", List.of(own.profile())),
            new Section("sources", "Where the costs are from", sources(result)),
            new Section("repeat", "Repeat this", List.of(new Block.Code(command))),
            environment.section()),
        new Origin(command, "", "", List.of()));
  }

  private Cell cell(String subject, PredictedFigure answer) {
    return figures.getOrDefault(subject + "." + answer.id, Cell.NONE);
  }

  /** Returns a sentence with the latency that was asked for: where connections end, with theirs. */
  private Sentence finding(String subject) {
    Double operations = profile.operationsPerConnection();
    Sentence sentence =
        Sentence.of(subject + " adds ")
            .strong(text(subject, PredictedFigure.LATENCY))
            .then(
                operations == null
                    ? " to an operation"
                    : operations == 1
                        ? " to an operation, which opens a connection of its own"
                        : " to an operation with its share of a connection");
    sentence = with(sentence, " (", subject, PredictedFigure.LATENCY_RATIO, " of its latency)");
    if (operations == null || operations > 1) {
      PredictedFigure connection =
          profile.resumed() == 1
              ? PredictedFigure.RESUMED_CONNECTION
              : PredictedFigure.FULL_CONNECTION;
      sentence = with(sentence, " and ", subject, connection, " to a new connection");
    }
    boolean isRated = profile.rate() != null;
    PredictedFigure client = isRated ? PredictedFigure.CLIENT_CORES : PredictedFigure.CLIENT_CPU;
    PredictedFigure server = isRated ? PredictedFigure.SERVER_CORES : PredictedFigure.SERVER_CPU;
    String more = isRated ? " cores more" : " of CPU more";
    sentence = with(sentence, "; the client needs ", subject, client, more);
    return with(sentence, "; the server needs ", subject, server, more).then(".");
  }

  /** Adds a figure to a sentence, unless it is unknown. */
  private Sentence with(
      Sentence sentence, String before, String subject, PredictedFigure answer, String after) {
    return cell(subject, answer).equals(Cell.NONE)
        ? sentence
        : sentence.then(before).strong(text(subject, answer)).then(after);
  }

  /** Returns a figure as part of a sentence, such as {@code less than 0.2} if it is unresolved. */
  private String text(String subject, PredictedFigure answer) {
    return cell(subject, answer)
        .text()
        .replaceFirst("^not\u00a0resolved \\((.*)\\)$", "$1")
        .replaceFirst("^not\u00a0resolved$", "an unknown part");
  }

  private Table answers() {
    return Columns.of(List.of(PredictedFigure.values()))
        .text("figure", answer -> answer.title)
        .each(subjects, subject -> subject, (answer, subject) -> cell(subject, answer))
        .withoutEmptyRows()
        .open("For this profile");
  }

  private Table profile() {
    Map<String, String> facts = new LinkedHashMap<>();
    Double rate = profile.rate();
    Double operations = profile.operationsPerConnection();
    facts.put("operations a second", rate == null ? "unknown" : Numbers.given(rate));
    facts.put("request", Numbers.bytes(profile.requestBytes()));
    facts.put("reply", Numbers.bytes(profile.replyBytes()));
    facts.put("round-trip time", Unit.MICROS.text(profile.rttMicros()));
    facts.put(
        "operations for each connection",
        operations == null ? "unlimited" : Numbers.given(operations));
    facts.put("resumed handshakes", Numbers.percent(profile.resumed(), 0));
    return Table.facts("As given", facts);
  }

  private static List<Block> sources(PredictResult result) {
    return List.of(
        Columns.of(result.sources())
            .text("run", Source::folder)
            .text("server", Source::server)
            .text("JDK", Source::jdk)
            .code("command", Source::command)
            .open("Runs that measured"));
  }
}
