package dev.tlsbench.experiment.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.document.Figure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All of {@code result.json}: what came of a published experiment. The results of its steps stand
 * in folders of their own.
 *
 * @param schemaVersion 1
 * @param name of the experiment
 * @param title what was published
 * @param question what it asks
 * @param source where it was published
 * @param system what it was measured on
 * @param started when, in UTC, as ISO 8601
 * @param durationSeconds loading included
 * @param command what was typed, without secrets
 * @param scale 1 is the original's size
 * @param quantities what the scale made of the original's sizes, by name
 * @param exitCode 0, or 4 if the result must not be used
 * @param problems why it must not be used, one sentence each; empty if it can
 * @param differences why the figures may differ from the published ones, one sentence each
 * @param server where it ran
 * @param steps the commands, in order
 * @param findings sentences, in parts: words and figures
 * @param tables the original's figures and these
 * @param checks what must come out, whatever the machine
 */
public record ExperimentResult(
    int schemaVersion,
    String name,
    String title,
    String question,
    String source,
    String system,
    String started,
    double durationSeconds,
    String command,
    double scale,
    Map<String, String> quantities,
    int exitCode,
    List<String> problems,
    List<String> differences,
    ServerFacts server,
    List<Step> steps,
    List<List<Cell>> findings,
    List<Table> tables,
    List<Check> checks) {

  /** The version of the schema that these records are written by. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * One command.
   *
   * @param name by which tables name it
   * @param command what can be typed to run it alone, without URL
   * @param folder where its result is, relative to the experiment's; {@code null} if it has none
   * @param leftOut what was left out and why, or only why if that is all of it; one line each
   * @param problems why its result must not be used
   * @param notes what a reader has to know
   */
  public record Step(
      String name,
      String command,
      @Nullable String folder,
      List<String> leftOut,
      List<String> problems,
      List<String> notes) {}

  /**
   * A table.
   *
   * @param title what is in it
   * @param columns their titles
   * @param curves titles of the columns that are drawn over the first one
   * @param rows as many cells each as there are columns
   */
  public record Table(
      String title, List<String> columns, List<String> curves, List<List<Cell>> rows) {}

  /**
   * A cell: a text, or a figure, or neither if the figure is not known.
   *
   * @param text what the definition says
   * @param figure what was measured
   */
  public record Cell(@Nullable String text, @Nullable Figure figure) {}

  /**
   * What must come out.
   *
   * @param that what, in a sentence
   * @param outcome whether it did
   * @param found what was found, in a few words
   */
  public record Check(String that, Outcome outcome, String found) {}

  /** Whether something came out that must. */
  public enum Outcome {
    /** It did. */
    @JsonProperty("holds")
    HOLDS,
    /** The intervals are too wide, or the measurements too few, for a decision. */
    @JsonProperty("open")
    OPEN,
    /** It did not: something is wrong with the measurement. */
    @JsonProperty("fails")
    FAILS,
    /** What it is about was left out. */
    @JsonProperty("leftOut")
    LEFT_OUT
  }
}
