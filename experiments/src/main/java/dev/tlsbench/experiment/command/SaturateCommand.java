package dev.tlsbench.experiment.command;

import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.paired.PairedRun;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.load.Saturation;
import dev.tlsbench.measure.variant.Variant;
import java.util.List;
import java.util.Properties;
import picocli.CommandLine.Command;

/** {@code tlsbench saturate}. */
@Command(
    name = "saturate",
    description = {
      "Compares as 'compare' does, with as many clients as saturate the CPU.",
      "The number of clients rises from --threads on until 95 %% of the CPU time is used; the"
          + " report states which side uses it."
    },
    footer = {"", "  bin/tlsbench saturate --threads 1 --variant plain,tls12,tls13"})
final class SaturateCommand extends PairedCommand {
  SaturateCommand() {}

  @Override
  Measurement prepare() {
    if (comparison().cores().filter(cores -> !cores.areAll()).isPresent()) {
      throw new InvalidSettingException(
          "--cores: saturate looks for the limit of all cores; omit the option");
    }
    Settings settings = comparison().settings();
    List<Variant> variants = openGates();
    return target -> {
      PairedRun.requireReachable(target, settings);
      Properties properties = PairedRun.properties(target);
      PairedRun run = newRun();
      run.load(target, properties);
      Saturation search =
          new Saturation(target, properties, variants.get(0), settings, run.progress());
      Saturation.Load load;
      Settings loaded;
      if (settings.cluster() == null) {
        run.onAllCores();
        load = search.ofThreads();
        loaded = settings.withThreads(load.clients());
      } else {
        int first = comparison().executors().first();
        load = search.ofExecutors(ClusterEngine.find(), first, console()::hide);
        loaded = settings.withExecutors(load.clients());
      }
      return run.noting(load.conclusion())
          .run(target, null, List.of(new PairedRun.Step(null, properties, variants, loaded)));
    };
  }
}
