package dev.tlsbench.experiment.command;

import dev.tlsbench.client.output.Progress;
import dev.tlsbench.experiment.catalog.Plan;
import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.console.Failures;
import dev.tlsbench.experiment.console.TerminationSignals;
import dev.tlsbench.experiment.report.ExperimentResult;
import dev.tlsbench.experiment.report.ExperimentResult.Publication;
import dev.tlsbench.experiment.report.ExperimentResult.Size;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.Amounts;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.LimitCheck;
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
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of an experiment one after the other, on one server. A command that cannot run
 * is left out; the others run.
 */
final class StepRuns {
  private static final double USUAL_MICROS = 60e6;

  private final Tlsbench tlsbench;
  private final Console console;
  private final Target target;
  private final ResultFolder whole;
  private final List<String> localServer;
  private final List<ExperimentResult.Step> steps = new ArrayList<>();
  private final Map<String, StepFigures> figures = new LinkedHashMap<>();
  private int lastFailure = ExitCode.UNUSABLE;
  private volatile boolean stopped;

  /**
   * Prepares a run.
   *
   * @param whole the parent of each step's folder
   * @param localServer options on a server on this machine, for every step
   */
  StepRuns(Tlsbench tlsbench, Target target, ResultFolder whole, List<String> localServer) {
    this.localServer = localServer;
    this.tlsbench = tlsbench;
    this.console = tlsbench.console();
    this.target = target;
    this.whole = whole;
  }

  /** Runs all steps, or until interrupted. */
  void all(List<Plan.Step> planned) throws IOException {
    TerminationSignals signals = new TerminationSignals(() -> stopped = true);
    try {
      Instant start = Instant.now();
      for (int i = 0; i < planned.size() && !stopped; i++) {
        Plan.Step step = planned.get(i);
        console.say(
            "step "
                + (i + 1)
                + " of "
                + planned.size()
                + ", "
                + step.name()
                + ": "
                + left(planned, i, Duration.between(start, Instant.now()))
                + typed(step));
        run(step);
      }
    } finally {
      signals.close();
    }
  }

  /** Returns the time left, if steps take as long on average as those before; empty at first. */
  static String left(List<Plan.Step> planned, int done, Duration elapsed) {
    if (done == 0) {
      return "";
    }
    double before = planned.subList(0, done).stream().mapToDouble(StepRuns::share).sum();
    double after =
        planned.subList(done, planned.size()).stream().mapToDouble(StepRuns::share).sum();
    Duration left = Duration.ofMillis(Math.round(elapsed.toMillis() * after / before));
    return "about " + Progress.time(left) + " left of all steps; ";
  }

  /** Returns the duration that a step asks for, in minutes; a minute if it asks for none. */
  private static double share(Plan.Step step) {
    int option = step.args().indexOf("--duration");
    OptionalDouble micros =
        option < 0 || option + 1 == step.args().size()
            ? OptionalDouble.empty()
            : Amounts.micros(step.args().get(option + 1), Set.of("ms", "s", "m", "h"));
    return micros.orElse(USUAL_MICROS) / USUAL_MICROS;
  }

  private void run(Plan.Step step) throws IOException {
    try (ResultFolder own = whole.part(step.name())) {
      Outcome outcome = tlsbench.measure(arguments(step), target);
      outcome.write(own);
      StepFigures found = StepFigures.of(outcome.result());
      figures.put(step.name(), found);
      add(step, step.name(), found.leftOut(), found.run().problems(), found.run().warnings());
    } catch (UnusableFolderException e) {
      // On a full disk the next steps would fail as well.
      throw e;
    } catch (Exception e) {
      lastFailure = tlsbench.failed(e);
      String reason = console.line(Failures.message(e));
      add(step, null, List.of(reason), broken(reason), List.of());
    }
  }

  private void add(
      Plan.Step step,
      @Nullable String own,
      List<String> leftOut,
      List<String> problems,
      List<String> notes) {
    steps.add(new ExperimentResult.Step(step.name(), typed(step), own, leftOut, problems, notes));
  }

  /** Returns the problem: none for features that server or client lack, else the failure. */
  private List<String> broken(String reason) {
    return lastFailure == ExitCode.UNUSABLE ? List.of("it broke off: " + reason) : List.of();
  }

  private List<String> arguments(Plan.Step step) {
    return Stream.concat(step.args().stream(), localServer.stream()).toList();
  }

  private String typed(Plan.Step step) {
    return console.command(arguments(step));
  }

  /** Returns the figures of the steps, by their names; empty if none could run. */
  Map<String, StepFigures> figures() {
    return figures;
  }

  /** Checks a limit whose figure begins with the name of a step and a dot. */
  LimitCheck check(Limit limit, Duration elapsed) {
    Map<String, Figure> found = new LinkedHashMap<>();
    figures.forEach(
        (step, all) ->
            limit
                .within(step)
                .ifPresent(
                    inner ->
                        all.limited(inner)
                            .forEach((name, figure) -> found.put(step + "." + name, figure))));
    return limit.check(found, elapsed);
  }

  /** Returns the exit code if no step could run. */
  int exitCode() {
    return lastFailure;
  }

  /** Returns the result of all steps. */
  ExperimentResult result(
      Publication publication,
      Plan plan,
      double scale,
      Instant started,
      ServerFacts server,
      String command) {
    List<String> problems = new ArrayList<>();
    steps.forEach(
        step -> step.problems().forEach(problem -> problems.add(step.name() + ": " + problem)));
    if (server.statusAfter() == null) {
      problems.add("The server did not answer at the end, which may be why parts were left out.");
    }
    if (stopped) {
      problems.add("The run was interrupted: steps are missing.");
    }
    return new ExperimentResult(
        ExperimentResult.SCHEMA_VERSION,
        publication,
        RunRecord.of(
            command,
            started,
            Duration.between(started, Instant.now()),
            !stopped,
            problems,
            List.of()),
        new Size(scale, plan.quantities()),
        server,
        steps,
        plan.tables(figures));
  }
}
