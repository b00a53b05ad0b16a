package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Outcome;
import dev.tlsbench.experiment.report.ExperimentResult.Step;
import dev.tlsbench.report.document.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/** The results of a published experiment, in words. */
final class ExperimentText {
  private ExperimentText() {}

  /** Returns the findings of the definition, then a summary of the checks. */
  static List<Sentence> findings(ExperimentResult result) {
    List<Sentence> sentences = new ArrayList<>();
    result.evaluation().findings().forEach(parts -> sentences.add(sentence(parts)));
    if (!result.evaluation().checks().isEmpty()) {
      sentences.add(
          Sentence.of(
                  "Of "
                      + result.evaluation().checks().size()
                      + " expectations that hold on any machine, ")
              .strong(outcomes(result))
              .then("."));
    }
    return sentences;
  }

  private static Sentence sentence(List<Cell> parts) {
    Sentence sentence = new Sentence(List.of());
    for (Cell part : parts) {
      sentence =
          part.figure() == null
              ? sentence.then(String.valueOf(part.text()))
              : sentence.strong(part.figure().text());
    }
    return sentence;
  }

  private static String outcomes(ExperimentResult result) {
    StringJoiner counts = new StringJoiner(", ");
    for (Outcome outcome : Outcome.values()) {
      long count =
          result.evaluation().checks().stream().filter(c -> c.outcome() == outcome).count();
      if (count > 0) {
        counts.add(count + " " + counted(outcome));
      }
    }
    return counts.toString();
  }

  private static String counted(Outcome outcome) {
    return switch (outcome) {
      case HOLDS -> "did";
      case OPEN -> "cannot be decided in so short a run";
      case FAILS -> "did not";
      case LEFT_OUT -> "could not be measured here";
    };
  }

  /** Returns omitted parts with reason and step: a line for all that share both. */
  static List<String> leftOut(ExperimentResult result) {
    return bySteps(result, step -> byReason(step.leftOut()));
  }

  private static List<String> byReason(List<String> leftOut) {
    Map<String, String> names = new LinkedHashMap<>();
    for (String line : leftOut) {
      int colon = line.indexOf(": ");
      // Without a name, the whole step was omitted.
      names.merge(
          line.substring(Math.max(0, colon)),
          line.substring(0, Math.max(0, colon)),
          (known, name) -> known + ", " + name);
    }
    List<String> lines = new ArrayList<>();
    names.forEach((reason, parts) -> lines.add(parts + reason));
    return lines;
  }

  /** Returns the notes for readers, with their steps. */
  static List<String> notes(ExperimentResult result) {
    return bySteps(result, Step::notes);
  }

  private static List<String> bySteps(
      ExperimentResult result, Function<Step, List<String>> linesOf) {
    Map<String, List<String>> steps = new LinkedHashMap<>();
    for (Step step : result.steps()) {
      for (String line : linesOf.apply(step)) {
        steps.computeIfAbsent(line, ignored -> new ArrayList<>()).add(step.name());
      }
    }
    List<String> lines = new ArrayList<>();
    steps.forEach(
        (line, names) ->
            lines.add(
                (names.size() == result.steps().size() ? "all steps" : String.join(", ", names))
                    + ": "
                    + line));
    return lines;
  }

  /** Returns the rows of a table that have a figure, or no reference to one. */
  static List<List<Cell>> measured(ExperimentResult.Table table) {
    return table.rows().stream().filter(row -> !isMissing(row)).toList();
  }

  /** Returns the names of the other rows, each once. */
  static List<String> missing(ExperimentResult.Table table) {
    return table.rows().stream()
        .filter(ExperimentText::isMissing)
        .map(row -> String.valueOf(row.get(0).text()))
        .distinct()
        .toList();
  }

  private static boolean isMissing(List<Cell> row) {
    return row.stream().allMatch(cell -> cell.figure() == null)
        && row.stream().anyMatch(cell -> cell.text() == null);
  }

  static String told(Outcome outcome) {
    return switch (outcome) {
      case HOLDS -> "holds";
      case OPEN -> "not resolved";
      case FAILS -> "FAILS";
      case LEFT_OUT -> "left out";
    };
  }
}
