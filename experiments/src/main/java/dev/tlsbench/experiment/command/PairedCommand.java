package dev.tlsbench.experiment.command;

import picocli.CommandLine.Mixin;

/** A command that measures in pairs, with its options. */
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
