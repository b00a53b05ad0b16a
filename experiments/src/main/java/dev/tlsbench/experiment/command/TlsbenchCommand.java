package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.console.Console;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

abstract class TlsbenchCommand implements Callable<Integer> {
  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Tlsbench tlsbench;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  final Tlsbench tlsbench() {
    return tlsbench;
  }

  final Console console() {
    return tlsbench.console();
  }

  /** Returns the name of the command in folders and reports. */
  final String title() {
    return spec.name();
  }

  final boolean isGiven(String option) {
    return spec.commandLine().getParseResult().hasMatchedOption(option);
  }

  /** Returns the command line for a shell, without secrets. */
  final String typed() {
    return tlsbench.typed(spec);
  }
}
