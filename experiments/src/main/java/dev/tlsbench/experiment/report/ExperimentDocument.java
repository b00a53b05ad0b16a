package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.ExperimentResult.Step;
import dev.tlsbench.report.Figure;
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
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Look.Kind;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The report on a published experiment: its figures beside the new ones. */
public final class ExperimentDocument {
  private final ExperimentResult result;
  private final Environment environment;

  private ExperimentDocument(ExperimentResult result, Environment environment) {
    this.result = result;
    this.environment = environment;
  }

  public static Document of(ExperimentResult result, Environment environment) {
    return new ExperimentDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    sections.add(figures());
    sections.add(question());
    if (!result.publication().differences().isEmpty()) {
      sections.add(differences());
    }
    sections.add(steps());
    sections.add(repeat());
    sections.add(RepeatSections.server(result.server()));
    sections.add(environment.section());
    return new Document(
        Document.kicker("run " + result.publication().name(), result.run().started()),
        result.publication().title(),
        problems(),
        List.of(finding()),
        List.of(),
        sections,
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
    List<Notice> notices = new ArrayList<>();
    Notice.ofTls(result.server().tlsRemark()).ifPresent(notices::add);
    Notice.ofProblems(result.run()).ifPresent(notices::add);
    Notice.ofLimits(result.run()).ifPresent(notices::add);
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
            new Text(result.publication().question()),
            new Text("Published: " + result.publication().source() + "."),
            new Text("Measured there on: " + result.publication().system() + ".")));
  }

  private Section figures() {
    List<Block> blocks = new ArrayList<>();
    for (ExperimentResult.Table table : result.tables()) {
      if (ExperimentText.measured(table).isEmpty()) {
        blocks.add(new Block.Bullets(List.of(missing(table.title()))));
        continue;
      }
      Table shown = shown(table);
      blocks.add(
          table.curves().isEmpty()
              ? shown
              : new Chart(
                  table.title(),
                  table.title() + ", over " + table.columns().get(0),
                  curves(table),
                  shown));
      List<String> missing = ExperimentText.missing(table);
      if (!missing.isEmpty()) {
        blocks.add(new Block.Bullets(List.of(missing(String.join(", ", missing)))));
      }
    }
    return new Section("figures", "The figures", true, blocks);
  }

  private String missing(String what) {
    return (result.run().complete() ? "Not offered by this server or client: " : "Not measured: ")
        + what
        + ".";
  }

  private static View curves(ExperimentResult.Table table) {
    List<View.Lines.Curve> curves = new ArrayList<>();
    Unit unit = null;
    for (String title : table.curves()) {
      int column = table.columns().indexOf(title);
      List<@Nullable Figure> figures = new ArrayList<>();
      for (List<ExperimentResult.Cell> row : table.rows()) {
        Figure figure = row.get(column).figure();
        figures.add(figure);
        unit = unit == null && figure != null ? figure.unit() : unit;
      }
      int number = curves.size();
      curves.add(
          new View.Lines.Curve(
              number == 0 ? new Look(title, Kind.BASELINE, 0) : Look.variant(title, number - 1),
              figures));
    }
    return new View.Lines(
        "",
        table.columns().get(0),
        table.rows().stream().map(row -> String.valueOf(row.get(0).text())).toList(),
        "",
        unit == null ? Unit.NUMBER : unit,
        curves);
  }

  private static Table shown(ExperimentResult.Table table) {
    Table shown = Table.open(table.title(), table.columns().toArray(String[]::new));
    for (List<ExperimentResult.Cell> row : ExperimentText.measured(table)) {
      shown.add(null, row.stream().map(ExperimentDocument::cell).toArray(Cell[]::new));
    }
    return shown;
  }

  private static Cell cell(ExperimentResult.Cell cell) {
    return cell.figure() == null && cell.text() != null
        ? Cell.of(cell.text())
        : Cell.of(cell.figure());
  }

  private Section differences() {
    return new Section(
        "differences",
        "Why the figures may differ",
        result.publication().differences().stream().<Block>map(Text::new).toList());
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
    Table notes =
        Columns.of(ExperimentText.notes(result))
            .text("note", note -> note)
            .folded("Notes of the steps");
    return new Section(
        "steps", "Steps", notes.rows().isEmpty() ? List.of(table) : List.of(table, notes));
  }

  private Section repeat() {
    Map<String, String> sizes = new LinkedHashMap<>();
    sizes.put("scale", Numbers.significant(result.size().scale()));
    sizes.putAll(result.size().quantities());
    sizes.put("took", Numbers.seconds(result.run().durationSeconds()));
    return new Section(
        "repeat",
        "Repeat this",
        List.of(new Code(result.run().command()), Table.facts("Sizes at this scale", sizes)));
  }
}
