package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.ExperimentResult.Step;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The report on a published experiment: its figures beside the new ones. */
public record ExperimentDocument(ExperimentResult result, Environment environment) {
  public static Document of(ExperimentResult result, Environment environment) {
    return new ExperimentDocument(result, environment).document();
  }

  private Document document() {
    return new Document(
        Document.kicker("run " + result.publication().name(), result.run().started()),
        result.publication().title(),
        problems(),
        List.of(finding()),
        List.of(),
        List.of(
            figures(),
            question(),
            steps(),
            repeat(),
            RepeatSections.server(result.server()),
            environment.section()),
        environment.origin(result.run().command(), result.server().name()));
  }

  private Sentence finding() {
    List<ExperimentResult.Cell> measured =
        result.tables().stream()
            .flatMap(table -> table.rows().stream())
            .flatMap(List::stream)
            .filter(cell -> cell.text() == null)
            .toList();
    long known = measured.stream().filter(cell -> cell.figure() != null).count();
    return Sentence.of("What was published stands beside ")
        .strong(known + " of " + measured.size() + " figures")
        .then(" that could be measured here.");
  }

  private List<Notice> problems() {
    List<Notice> notices = new ArrayList<>(Notice.of(result.server().tlsRemark(), result.run()));
    notices.addAll(Notice.of(Notice.Weight.CARE, "Left out", leftOut()));
    return notices;
  }

  private Section figures() {
    List<Block> blocks = new ArrayList<>();
    for (ExperimentResult.Table table : result.tables()) {
      Columns<List<ExperimentResult.Cell>> columns =
          Columns.of(table.rows().stream().filter(row -> !isMissing(row)).toList());
      for (int i = 0; i < table.columns().size(); i++) {
        int at = i;
        columns.cell(table.columns().get(i), row -> cell(row.get(at)));
      }
      Table shown = columns.open(table.title());
      String missing =
          table.rows().stream()
              .filter(ExperimentDocument::isMissing)
              .map(row -> row.get(0).text())
              .distinct()
              .collect(Collectors.joining(", "));
      if (!shown.rows().isEmpty()) {
        blocks.add(shown);
      }
      if (!missing.isEmpty()) {
        blocks.add(
            new Block.Bullets(
                List.of(
                    (result.run().complete() && result.run().problems().isEmpty()
                            ? "Not offered by this server or client: "
                            : "Not measured: ")
                        + (shown.rows().isEmpty() ? table.title() : missing)
                        + ".")));
      }
    }
    return new Section("figures", "The figures", true, blocks);
  }

  /** Returns true for a row that refers to figures, none of which is known. */
  private static boolean isMissing(List<ExperimentResult.Cell> row) {
    return row.stream().allMatch(cell -> cell.figure() == null)
        && row.stream().anyMatch(cell -> cell.text() == null);
  }

  private static Cell cell(ExperimentResult.Cell cell) {
    return cell.text() == null ? Cell.of(cell.figure()) : Cell.of(cell.text());
  }

  private Section question() {
    ExperimentResult.Publication original = result.publication();
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Text(original.question()));
    blocks.add(new Text("Published: " + original.source() + "."));
    blocks.add(new Text("Measured there on: " + original.system() + "."));
    blocks.add(new Text("Measured here with: " + original.size() + "."));
    if (!original.differences().isEmpty()) {
      blocks.add(new Text("The figures may differ for these reasons:"));
      blocks.add(new Block.Bullets(original.differences()));
    }
    return new Section("question", "The question", blocks);
  }

  private Section steps() {
    Table table =
        Columns.of(result.steps())
            .text("step", Step::name)
            .code("command", Step::command)
            .cell(
                "result",
                step -> step.folder() == null ? Cell.of("left out") : Cell.code(step.folder()))
            .open("What was run, one after the other");
    return new Section("steps", "Steps", List.of(table));
  }

  private Section repeat() {
    return new Section(
        "repeat",
        "Repeat this",
        List.of(
            new Block.Code(result.run().command()),
            new Text("It took " + Numbers.seconds(result.run().durationSeconds()) + ".")));
  }

  /** Returns a line for each reason, with the parts that share it. */
  private static List<String> byReason(List<String> leftOut) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String line : leftOut) {
      // Without a name, the whole step was omitted.
      int colon = Math.max(0, line.indexOf(": "));
      names.merge(
          line.substring(colon), line.substring(0, colon), (known, name) -> known + ", " + name);
    }
    return names.entrySet().stream().map(line -> line.getValue() + line.getKey()).toList();
  }

  /** Returns the parts that were left out, those for one reason in one line. */
  private List<String> leftOut() {
    Map<String, List<String>> steps = new LinkedHashMap<>();
    for (Step step : result.steps()) {
      byReason(step.leftOut())
          .forEach(line -> steps.computeIfAbsent(line, none -> new ArrayList<>()).add(step.name()));
    }
    return steps.entrySet().stream()
        .map(
            line ->
                (line.getValue().size() == result.steps().size()
                        ? "all steps"
                        : String.join(", ", line.getValue()))
                    + ": "
                    + line.getKey())
        .toList();
  }
}
