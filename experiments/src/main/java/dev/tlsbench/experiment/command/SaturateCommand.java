package dev.tlsbench.experiment.command;

import picocli.CommandLine.Command;

/** {@code tlsbench saturate}: a sweep over threads. */
@Command(
    name = "saturate",
    description = {
      "Compares as 'sweep' does, over more and more clients, from --threads on.",
      "The chart of throughput shows how many of them saturate client or server."
    },
    footer = {
      "",
      "  bin/tlsbench saturate --variant plain,tls12,tls13",
      "  bin/tlsbench saturate --axis threads=8,16,32 --duration 5m"
    })
final class SaturateCommand extends SweepCommand {}
