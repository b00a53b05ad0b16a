package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.console.Failures;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.report.ExperimentResult.Step;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.UnusableFolderException;
import dev.tlsbench.report.gate.Limit;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of an experiment one after the other, on one server. A command that cannot run
 * is left out; the others run.
 */
final class StepRuns {
  private final Tlsbench tlsbench;
  private final Console console;
  private final Target target;
  private final ResultFolder whole;
  private final List<String> localServer;
  private final List<Step> steps = new ArrayList<>();
  private final Map<String, StepFigures> figures = new LinkedHashMap<>();
  private int lastFailure = ExitCode.UNUSABLE;
  private volatile boolean stopped;

  StepRuns(Tlsbench tlsbench, Target target, ResultFolder whole, List<String> localServer) {
    this.localServer = localServer;
    this.tlsbench = tlsbench;
    this.console = tlsbench.console();
    this.target = target;
    this.whole = whole;
  }

  void all(Map<String, List<String>> commands) throws IOException {
    TerminationSignals signals = new TerminationSignals(() -> stopped = true);
    try {
      int number = 0;
      for (Map.Entry<String, List<String>> command : commands.entrySet()) {
        if (stopped) {
          break;
        }
        List<String> arguments =
            Stream.concat(command.getValue().stream(), localServer.stream()).toList();
        console.say(
            "step %s of %s, %s: %s"
                .formatted(
                    ++number, commands.size(), command.getKey(), console.command(arguments)));
        run(command.getKey(), arguments);
      }
    } finally {
      signals.close();
    }
  }

  private void run(String step, List<String> arguments) throws IOException {
    String typed = console.command(arguments);
    try (ResultFolder own = whole.part(step)) {
      Outcome outcome = tlsbench.measure(arguments, target);
      outcome.write(own);
      StepFigures found = StepFigures.of(outcome.result());
      figures.put(step, found);
      RunRecord run = found.run();
      steps.add(new Step(step, typed, step, found.leftOut(), run.problems(), run.warnings()));
    } catch (UnusableFolderException e) {
      // On a full disk the next steps would fail as well.
      throw e;
    } catch (Exception e) {
      lastFailure = tlsbench.failed(e);
      String reason = console.secrets().line(Failures.message(e));
      // Features that server or client lack are no problem.
      List<String> problems =
          lastFailure == ExitCode.UNUSABLE ? List.of("it broke off: " + reason) : List.of();
      steps.add(new Step(step, typed, null, List.of(reason), problems, List.of()));
    }
  }

  List<Step> steps() {
    return steps;
  }

  /** Returns the figures of the steps, by their names; empty if none could run. */
  Map<String, StepFigures> figures() {
    return figures;
  }

  /** Finds the figures of a limit, which begins with the name of a step and a dot. */
  Map<String, Figure> limited(Limit limit) {
    Map<String, Figure> found = new LinkedHashMap<>();
    figures.forEach(
        (step, all) ->
            limit
                .within(step)
                .ifPresent(
                    inner ->
                        all.limited(inner)
                            .forEach((name, figure) -> found.put(step + "." + name, figure))));
    return found;
  }

  int exitCode() {
    return lastFailure;
  }

  /**
   * Returns the record of all steps.
   *
   * @param statusAfter the server's counters at the end; {@code null} if it does not answer
   */
  RunRecord record(String command, Instant started, @Nullable Map<String, String> statusAfter) {
    List<String> problems = new ArrayList<>();
    steps.forEach(
        step -> step.problems().forEach(problem -> problems.add(step.name() + ": " + problem)));
    if (statusAfter == null) {
      problems.add("The server did not answer at the end, which may be why parts were left out.");
    }
    if (stopped) {
      problems.add("The run was interrupted: steps are missing.");
    }
    return RunRecord.of(
        command, started, Duration.between(started, Instant.now()), !stopped, problems, List.of());
  }
}
