package dev.tlsbench.experiment.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What the commands that measure in pairs have in common: server, options, and how they run. */
abstract class PairedCommand implements Callable<Integer> {
  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Tlsbench tlsbench;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  PairedCommand() {}

  final Tlsbench tlsbench() {
    return tlsbench;
  }

  final ServerOptions server() {
    return server;
  }

  final ComparisonOptions comparison() {
    return comparison;
  }

  final PairedRun newRun() {
    return new PairedRun(tlsbench, spec, comparison);
  }
}
