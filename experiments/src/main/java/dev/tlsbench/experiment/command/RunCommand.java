package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.catalog.Catalog;
import dev.tlsbench.experiment.catalog.Experiment;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.option.LocalServerOptions;
import dev.tlsbench.experiment.option.ServerOptions;
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
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Repeats a published experiment and shows its figures beside yours.",
      "Without a name it lists the experiments, with their sizes. Each is a YAML file in"
          + " experiments/catalog; NAME may also be a file of your own. The experiment creates and"
          + " loads its own tables on the server of the URL. One whose name ends in -original has"
          + " the size that was published; the others fit a laptop."
    },
    footer = {
      "",
      "  bin/tlsbench run",
      "  bin/tlsbench run apsaradb-mongodb-tls",
      "  bin/tlsbench run mysql-go-tls 'mysql://bench@db/ycsb?ssl-ca=ca.pem'"
    })
final class RunCommand extends WritingCommand {
  @Parameters(index = "0", arity = "0..1", paramLabel = "NAME", description = "The experiment.")
  private @Nullable String name;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final LocalServerOptions localServer = new LocalServerOptions();

  @Mixin private final GateOptions gates = new GateOptions();

  @Override
  public Integer call() throws Exception {
    Catalog catalog = new Catalog(Tlsbench.home().resolve("experiments/catalog"));
    if (name == null) {
      return list(catalog);
    }
    Experiment experiment = catalog.read(name);
    ExperimentResult.Publication publication = experiment.publication(Catalog.name(name));
    gates.open("tlsbench run " + publication.name(), limit -> problem(limit, experiment));
    Instant started = Instant.now();
    try (Target target = server.open(console(), Binding.of(experiment.bindings().get(0)));
        ResultFolder folder = folder(publication.name(), started)) {
      if (!experiment.bindings().contains(target.binding().id())) {
        throw new InvalidSettingException(
            "URL: %s runs on %s"
                .formatted(publication.name(), String.join(" or ", experiment.bindings())));
      }
      ServerFacts facts = target.facts(target.properties());
      StepRuns runs = new StepRuns(tlsbench(), target, folder, localServer.arguments());
      runs.all(experiment.commands());
      if (runs.figures().isEmpty()) {
        return runs.exitCode();
      }
      Map<String, String> status = target.status(target.properties());
      ExperimentResult found =
          new ExperimentResult(
              ExperimentResult.SCHEMA_VERSION,
              publication,
              runs.record(typed(), started, status),
              facts.ended(target.starts(), status),
              runs.steps(),
              experiment.tables(runs.figures()));
      ExperimentResult result = found.with(gates.check(found.run(), runs::limited));
      Outcome outcome =
          Outcome.of(
              result,
              result.run(),
              result.server().name(),
              ForkProcess.flags(List.of()),
              ExperimentDocument::of);
      console().print(outcome.write(folder), folder.path());
      gates.report(result.run(), console());
      return result.run().exitCode();
    }
  }

  private @Nullable String problem(Limit limit, Experiment experiment) {
    for (Map.Entry<String, List<String>> command : experiment.commands().entrySet()) {
      Optional<Limit> inner = limit.within(command.getKey());
      if (inner.isPresent()) {
        return tlsbench().parse(command.getValue()).problem(inner.get());
      }
    }
    return "begin with a step and a dot; the steps are "
        + String.join(", ", experiment.steps().keySet());
  }

  /** Lists the experiments. One in the original's size has the question of the one before it. */
  private int list(Catalog catalog) {
    String question = "";
    for (String each : catalog.names()) {
      Experiment experiment = catalog.read(each);
      boolean isSame = experiment.question().equals(question);
      question = experiment.question();
      console().print(line(each, isSame ? experiment.size() : question));
      if (!isSame) {
        console().print(line("", experiment.size()));
      }
    }
    return ExitCode.DONE;
  }

  private static String line(String name, String text) {
    return String.format(Locale.ROOT, "%-31s %s", name, text);
  }
}
