package dev.tlsbench.experiment.command;

import picocli.CommandLine.Command;

/** {@code tlsbench sweep}: compares over an axis. */
@Command(
    name = "sweep",
    description = "Compares as 'compare' does, at each value of an axis.",
    footer = {
      "",
      "  bin/tlsbench sweep --axis threads=1,4,16,64",
      "  bin/tlsbench sweep --axis rtt=0ms,1ms,5ms --variant plain,tls13 --duration 10m"
    })
class SweepCommand extends CompareCommand {
  @Override
  final String usualAxis() {
    return "threads";
  }
}
