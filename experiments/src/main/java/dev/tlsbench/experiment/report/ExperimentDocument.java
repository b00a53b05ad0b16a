package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Block.Cell;
import dev.tlsbench.experiment.report.Block.Chart;
import dev.tlsbench.experiment.report.Block.Code;
import dev.tlsbench.experiment.report.Block.Table;
import dev.tlsbench.experiment.report.Block.Text;
import dev.tlsbench.experiment.report.Notice.Weight;
import dev.tlsbench.experiment.result.Environment;
import dev.tlsbench.experiment.result.ExperimentResult;
import dev.tlsbench.experiment.result.ExperimentResult.Check;
import dev.tlsbench.experiment.result.ExperimentResult.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The report on a published experiment: its figures, and those that were measured now. */
final class ExperimentDocument {
  private final ExperimentResult result;
  private final Environment environment;

  private ExperimentDocument(ExperimentResult result, Environment environment) {
    this.result = result;
    this.environment = environment;
  }

  static Document of(ExperimentResult result, Environment environment) {
    return new ExperimentDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    sections.add(question());
    sections.add(figures());
    if (!result.checks().isEmpty()) {
      sections.add(checks());
    }
    if (!result.differences().isEmpty()) {
      sections.add(differences());
    }
    sections.add(steps());
    sections.add(repeat());
    sections.add(RepeatSections.server(result.server()));
    sections.add(RepeatSections.environment(environment));
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("tables", result.tables().stream().filter(t -> !t.curves().isEmpty()).toList());
    return new Document(
        "tlsbench run " + result.name() + ", " + RunDocument.day(result.started()),
        result.title(),
        problems(),
        ExperimentText.findings(result),
        List.of(),
        sections,
        data);
  }

  private List<Notice> problems() {
    List<Notice> notices = new ArrayList<>();
    if (!result.problems().isEmpty()) {
      notices.add(new Notice(Weight.STOP, "This result must not be used", result.problems()));
    }
    List<String> leftOut = ExperimentText.leftOut(result);
    if (!leftOut.isEmpty()) {
      notices.add(new Notice(Weight.CARE, "Left out", leftOut));
    }
    return notices;
  }

  private Section question() {
    return new Section(
        "question",
        "The question",
        List.of(
            new Text(result.question()),
            new Text("Published: " + result.source() + "."),
            new Text("Measured there on: " + result.system() + ".")));
  }

  private Section figures() {
    List<Block> blocks = new ArrayList<>();
    for (ExperimentResult.Table table : result.tables()) {
      Table shown = shown(table);
      blocks.add(
          table.curves().isEmpty()
              ? shown
              : new Chart(
                  "curves",
                  table.title(),
                  table.title() + ", over " + table.columns().get(0),
                  shown));
    }
    return new Section("figures", "The figures", blocks);
  }

  private static Table shown(ExperimentResult.Table table) {
    Table shown = Table.open(table.title(), table.columns().toArray(String[]::new));
    for (List<ExperimentResult.Cell> row : table.rows()) {
      shown.add(null, row.stream().map(ExperimentDocument::cell).toArray(Cell[]::new));
    }
    return shown;
  }

  private static Cell cell(ExperimentResult.Cell cell) {
    String text = FigureText.of(cell);
    return cell.figure() == null ? Cell.of(text) : Cell.of(text, cell.figure().value());
  }

  private Section checks() {
    Table table = Table.open("Whatever the machine, this must come out", "what", "", "found");
    for (Check check : result.checks()) {
      table.add(
          null,
          Cell.of(check.that()),
          Cell.of(ExperimentText.told(check.outcome())),
          Cell.of(check.found()));
    }
    return new Section("checks", "What must come out", List.of(table));
  }

  private Section differences() {
    return new Section(
        "differences",
        "Why the figures may differ",
        result.differences().stream().<Block>map(Text::new).toList());
  }

  private Section steps() {
    Table table = Table.open("What was run, one after the other", "step", "command", "result");
    for (Step step : result.steps()) {
      table.add(
          null,
          Cell.of(step.name()),
          Cell.code(step.command()),
          step.folder() == null ? Cell.of("left out") : Cell.code(step.folder()));
    }
    Table notes = Table.folded("Notes of the steps", "note");
    ExperimentText.notes(result).forEach(note -> notes.add(null, Cell.of(note)));
    return new Section(
        "steps", "Steps", notes.rows().isEmpty() ? List.of(table) : List.of(table, notes));
  }

  private Section repeat() {
    Map<String, String> sizes = new LinkedHashMap<>();
    sizes.put("scale", Numbers.significant(result.scale()));
    sizes.putAll(result.quantities());
    sizes.put("took", Numbers.seconds(result.durationSeconds()));
    return new Section(
        "repeat",
        "Repeat this",
        List.of(
            new Code(result.command()), RepeatSections.facts("Sizes at this scale", false, sizes)));
  }
}
