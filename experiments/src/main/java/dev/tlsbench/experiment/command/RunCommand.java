package dev.tlsbench.experiment.command;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.experiment.catalog.Catalog;
import dev.tlsbench.experiment.catalog.Experiment;
import dev.tlsbench.experiment.catalog.Plan;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.option.LocalServerOptions;
import dev.tlsbench.experiment.option.ServerOptions;
import dev.tlsbench.experiment.paired.SpaceCheck;
import dev.tlsbench.experiment.report.ExperimentDocument;
import dev.tlsbench.experiment.report.ExperimentResult;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.gate.Limit;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tlsbench run}. */
@Command(
    name = "run",
    description = {
      "Repeats a published experiment and shows its figures beside yours.",
      "Without a name it lists the experiments. Each is a YAML file in"
          + " experiments/catalog; NAME may also be a file of your own. The experiment creates and"
          + " loads its own tables on the server of the URL."
    },
    footer = {
      "",
      "  bin/tlsbench run",
      "  bin/tlsbench run apsaradb-mongodb-tls",
      "  bin/tlsbench run mysql-go-tls 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --scale 0.1"
    })
final class RunCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // picocli sets it
  @ParentCommand
  private Tlsbench tlsbench;

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @Spec
  private CommandSpec spec;

  @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The experiment.")
  private @Nullable String name;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--scale",
      paramLabel = "S",
      description =
          "Size relative to the original. Default: one that fits a laptop in about ten minutes,"
              + " which depends on the experiment.")
  private @Nullable Double scale;

  @Mixin private final LocalServerOptions localServer = new LocalServerOptions();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Parent of the result folder. Default: results.")
  private @Nullable Path output;

  @Mixin private final GateOptions gates = new GateOptions();

  RunCommand() {}

  @Override
  public Integer call() throws Exception {
    String home = System.getProperty(Tlsbench.HOME, ".");
    Catalog catalog =
        new Catalog(
            BoundedFile.path(Tlsbench.HOME, home).resolve("experiments").resolve("catalog"));
    if (name == null) {
      return list(catalog);
    }
    Experiment experiment = catalog.read(name);
    double chosen = scale == null ? experiment.usualScale() : scale;
    Plan plan = experiment.plan(chosen);
    gates.open("tlsbench run " + experiment.publication().name(), limit -> problem(limit, plan));
    Instant started = Instant.now();
    try (Target target = server.open(console(), Binding.of(experiment.bindings().get(0)));
        ResultFolder folder =
            ResultFolder.create(output, experiment.publication().name(), started)) {
      if (!experiment.bindings().contains(target.binding().id())) {
        throw new InvalidSettingException(
            "URL: "
                + experiment.publication().name()
                + " runs on "
                + String.join(" or ", experiment.bindings()));
      }
      SpaceCheck.require(target, plan);
      ServerFacts facts = target.facts(target.properties());
      StepRuns runs = new StepRuns(tlsbench, target, folder, localServer.arguments());
      runs.all(plan.steps());
      if (runs.figures().isEmpty()) {
        return runs.exitCode();
      }
      ExperimentResult found =
          runs.result(
              experiment.publication(),
              plan,
              chosen,
              started,
              facts.withStarts(target.starts()).withStatusAfter(status(target)),
              tlsbench.typed(spec));
      ExperimentResult result = found.with(gates.check(found.run(), runs::check));
      Outcome outcome =
          Outcome.of(
              result,
              result.run(),
              result.server().name(),
              ForkProcess.flags(List.of()),
              ExperimentDocument::of,
              Map.of());
      console().print(outcome.write(folder), folder);
      gates.report(result.run(), console());
      return result.run().exitCode();
    }
  }

  private @Nullable String problem(Limit limit, Plan plan) {
    for (Plan.Step step : plan.steps()) {
      Optional<Limit> inner = limit.within(step.name());
      if (inner.isPresent()) {
        return tlsbench.parse(step.args()).problem(inner.get());
      }
    }
    return "begin with a step and a dot; the steps are "
        + String.join(", ", plan.steps().stream().map(Plan.Step::name).toList());
  }

  private static @Nullable Map<String, String> status(Target target) {
    try {
      return target.status(target.properties());
    } catch (ConnectFailedException e) {
      return null;
    }
  }

  private int list(Catalog catalog) {
    for (String each : catalog.names()) {
      console()
          .print(
              String.format(
                  Locale.ROOT, "%-24s %s", each, catalog.read(each).publication().question()));
    }
    return ExitCode.DONE;
  }

  private Console console() {
    return tlsbench.console();
  }
}
