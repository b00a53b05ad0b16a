package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.run.Saturation;
import dev.tlsbench.experiment.run.Settings;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.experiment.variant.Variant;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tlsbench saturate}. */
@Command(
    name = "saturate",
    description = {
      "Raises the number of clients, from --threads on, until 95 %% of the CPU time is used, says",
      "by whom, and compares the variants there as 'compare' does."
    },
    footer = {"", "  bin/tlsbench saturate --threads 1 --variant plain,tls12,tls13"})
final class SaturateCommand implements Callable<Integer> {
  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Tlsbench tlsbench;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  SaturateCommand() {}

  @Override
  public Integer call() throws Exception {
    Settings settings = comparison.settings();
    List<Variant> variants = comparison.variants();
    try (Target target = server.open(tlsbench)) {
      Properties properties = PairedRun.properties(target);
      PairedRun run = new PairedRun(tlsbench, spec, comparison.seed(), comparison.output());
      run.load(target, properties);
      Saturation.Load load =
          new Saturation(target, properties, variants.get(0), settings, run.progress()).find();
      return run.noting(load.told(target.isLocal()))
          .run(
              "saturate",
              target,
              null,
              List.of(
                  new PairedRun.Step(
                      null, properties, variants, settings.withThreads(load.threads()))));
    }
  }
}
