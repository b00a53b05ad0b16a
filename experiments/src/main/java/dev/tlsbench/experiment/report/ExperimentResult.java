package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.RunRecord;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code result.json} of a published experiment. The results of its steps are in
 * folders of their own.
 *
 * @param steps the commands, in order
 */
public record ExperimentResult(
    int schemaVersion,
    Publication publication,
    RunRecord run,
    ServerFacts server,
    List<Step> steps,
    List<Table> tables) {

  public static final int SCHEMA_VERSION = 3;

  public ExperimentResult with(RunRecord other) {
    return new ExperimentResult(schemaVersion, publication, other, server, steps, tables);
  }

  /**
   * The original.
   *
   * @param differences reasons why the figures may differ from the published ones, one sentence
   *     each
   */
  public record Publication(
      String name,
      String title,
      String question,
      String source,
      String system,
      String size,
      List<String> differences) {}

  /**
   * One command.
   *
   * @param command a command line that runs it alone, without URL
   * @param folder the folder of its result, relative to the experiment's; {@code null} if it has
   *     none
   * @param leftOut the omitted parts with their reasons, or only the reason if the whole step was
   *     omitted; one line each
   */
  public record Step(
      String name,
      String command,
      @Nullable String folder,
      List<String> leftOut,
      List<String> problems,
      List<String> notes) {}

  public record Table(String title, List<String> columns, List<List<Cell>> rows) {}

  /** A cell: a text, or a figure, or neither if the figure is unknown. */
  public record Cell(@Nullable String text, @Nullable Figure figure) {}
}
