package dev.tlsbench.experiment.command;

import picocli.CommandLine.Mixin;

/** Options of the commands that measure in pairs. */
abstract class PairedCommand extends MeasuringCommand {
  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  PairedCommand() {}

  final ComparisonOptions comparison() {
    return comparison;
  }

  final PairedRun newRun() {
    return new PairedRun(tlsbench(), typed(), title(), comparison);
  }
}
