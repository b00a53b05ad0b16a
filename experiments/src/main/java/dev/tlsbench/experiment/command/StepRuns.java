package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.catalog.Experiment;
import dev.tlsbench.experiment.catalog.Plan;
import dev.tlsbench.experiment.catalog.StepFigures;
import dev.tlsbench.experiment.result.ExperimentResult;
import dev.tlsbench.experiment.result.ExperimentResult.Check;
import dev.tlsbench.experiment.result.ExperimentResult.Outcome;
import dev.tlsbench.experiment.result.ServerFacts;
import dev.tlsbench.experiment.target.Target;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs the commands of an experiment one after the other, on one server. One that cannot run is
 * left out, and the others still run.
 */
final class StepRuns {
  private final Tlsbench tlsbench;
  private final Target target;
  private final Path folder;
  private final @Nullable String plainUrl;
  private final List<ExperimentResult.Step> steps = new ArrayList<>();
  private final Map<String, StepFigures> figures = new LinkedHashMap<>();
  private int lastFailure = ExitCode.UNUSABLE;
  private volatile boolean stopped;

  /**
   * Prepares.
   *
   * @param folder where each step gets a folder of its own
   * @param plainUrl where the server takes plain connections; {@code null} if everywhere
   */
  StepRuns(Tlsbench tlsbench, Target target, Path folder, @Nullable String plainUrl) {
    this.tlsbench = tlsbench;
    this.target = target;
    this.folder = folder;
    this.plainUrl = plainUrl;
  }

  /** Runs all of them, or until somebody interrupts. */
  void all(List<Plan.Step> planned) throws IOException {
    TerminationSignals signals = new TerminationSignals(() -> stopped = true);
    try {
      for (int i = 0; i < planned.size() && !stopped; i++) {
        Plan.Step step = planned.get(i);
        tlsbench.say(
            "step " + (i + 1) + " of " + planned.size() + ", " + step.name() + ": " + typed(step));
        run(step);
      }
    } finally {
      signals.close();
    }
  }

  private void run(Plan.Step step) throws IOException {
    Path own = folder.resolve(step.name());
    List<String> args = new ArrayList<>(step.args());
    args.addAll(List.of("--output", own.toString()));
    if (plainUrl != null && args.get(0).equals("connect")) {
      args.addAll(List.of("--plain-url", plainUrl));
    }
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Tlsbench.Ended ended = tlsbench.within(nowhere, target, args);
    Optional<StepFigures> found = StepFigures.read(own);
    if (found.isEmpty()) {
      lastFailure = ended.exitCode();
    }
    found.ifPresent(its -> figures.put(step.name(), its));
    steps.add(
        new ExperimentResult.Step(
            step.name(),
            tlsbench.hide(typed(step)),
            found.isEmpty() ? null : relative(own),
            found.map(StepFigures::leftOut).orElseGet(() -> List.of(reason(ended))),
            found.map(StepFigures::problems).orElseGet(() -> broken(ended)),
            found.map(StepFigures::notes).orElse(List.of())));
  }

  private String relative(Path own) throws IOException {
    return folder.relativize(StepFigures.results(own).orElse(own)).toString();
  }

  private static String reason(Tlsbench.Ended ended) {
    return ended.failure() == null ? "exit code " + ended.exitCode() : ended.failure();
  }

  /** What a server or a client has no means for is no problem; anything else is. */
  private static List<String> broken(Tlsbench.Ended ended) {
    return ended.exitCode() == ExitCode.UNUSABLE
        ? List.of("it broke off: " + reason(ended))
        : List.of();
  }

  private static String typed(Plan.Step step) {
    return "bin/tlsbench " + String.join(" ", step.args());
  }

  /** What the steps found, by their names; nothing if none could run. */
  Map<String, StepFigures> figures() {
    return figures;
  }

  /** The exit code if no step could run. */
  int exitCode() {
    return lastFailure;
  }

  /** All of it. */
  ExperimentResult result(
      Experiment experiment,
      Plan plan,
      double scale,
      Instant started,
      ServerFacts server,
      String command) {
    List<Check> checks = plan.checks(figures);
    List<String> problems = new ArrayList<>();
    steps.forEach(
        step -> step.problems().forEach(problem -> problems.add(step.name() + ": " + problem)));
    checks.stream()
        .filter(check -> check.outcome() == Outcome.FAILS)
        .forEach(check -> problems.add(check.that() + " – it did not: " + check.found()));
    if (server.statusAfter() == null) {
      problems.add(
          "The server did not answer any more at the end: what was left out may be left out for that.");
    }
    if (stopped) {
      problems.add("The run was interrupted: steps are missing.");
    }
    return new ExperimentResult(
        ExperimentResult.SCHEMA_VERSION,
        experiment.name(),
        experiment.title(),
        experiment.question(),
        experiment.source(),
        experiment.system(),
        started.toString(),
        Duration.between(started, Instant.now()).toMillis() / 1e3,
        command,
        scale,
        plan.quantities(),
        problems.isEmpty() ? ExitCode.DONE : ExitCode.UNUSABLE,
        problems,
        experiment.differences(),
        server,
        steps,
        plan.findings(figures),
        plan.tables(figures),
        checks);
  }
}
