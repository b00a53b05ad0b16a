package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.ExperimentResult;
import dev.tlsbench.experiment.result.ExperimentResult.Check;
import dev.tlsbench.experiment.result.ExperimentResult.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** What came of a published experiment, for a terminal. */
public final class ExperimentText {
  private ExperimentText() {}

  /**
   * Writes problems, tables and checks.
   *
   * @param result what was found
   * @return several lines, each ended by a line feed
   */
  public static String of(ExperimentResult result) {
    StringJoiner lines = new StringJoiner("\n", "", "\n");
    result.problems().forEach(problem -> lines.add("PROBLEM: " + problem));
    leftOut(result).forEach(line -> lines.add("left out: " + line));
    for (ExperimentResult.Table table : result.tables()) {
      lines.add("").add(table.title()).add(text(table).stripTrailing());
    }
    if (!result.checks().isEmpty()) {
      TextTable checks = new TextTable(2);
      for (Check check : result.checks()) {
        checks.row(List.of(told(check.outcome()), check.that() + ": " + check.found()));
      }
      lines.add("").add("What must come out, whatever the machine").add(checks.text());
    }
    return lines.toString().replace('\u00a0', ' ');
  }

  private static String text(ExperimentResult.Table table) {
    TextTable text = new TextTable(1);
    text.row(table.columns());
    table.rows().forEach(row -> text.row(row.stream().map(Figures::of).toList()));
    return text.text();
  }

  /** One sentence. */
  static List<String> findings(ExperimentResult result) {
    long all = result.checks().size();
    if (all == 0) {
      return List.of();
    }
    List<String> sentences = new ArrayList<>();
    sentences.add(
        ExperimentDocument.count(result, Outcome.HOLDS)
            + " of "
            + all
            + " things came out that must come out on any machine"
            + parts(result)
            + ".");
    return sentences;
  }

  private static String parts(ExperimentResult result) {
    StringJoiner parts = new StringJoiner(", ", "; ", "").setEmptyValue("");
    for (Outcome outcome : List.of(Outcome.FAILS, Outcome.OPEN, Outcome.LEFT_OUT)) {
      long count = ExperimentDocument.count(result, outcome);
      if (count > 0) {
        parts.add(count + " " + told(outcome));
      }
    }
    return parts.toString();
  }

  /** What was left out and why, one sentence each. */
  static List<String> leftOut(ExperimentResult result) {
    return result.steps().stream()
        .filter(step -> step.leftOut() != null)
        .map(step -> step.name() + ": " + step.leftOut())
        .toList();
  }

  /** An outcome in words. */
  static String told(Outcome outcome) {
    return switch (outcome) {
      case HOLDS -> "holds";
      case OPEN -> "not resolved";
      case FAILS -> "FAILS";
      case LEFT_OUT -> "left out";
    };
  }
}
