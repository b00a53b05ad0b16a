package dev.tlsbench.experiment.command;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.option.ServerOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.gate.Limit;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * A command that measures a server and writes a result folder. {@code run} uses the same
 * measurement; this class writes its files and text.
 */
abstract class MeasuringCommand implements Callable<Integer> {
  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Tlsbench tlsbench;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Parent of the result folder. Default: results.")
  private @Nullable Path output;

  /**
   * Validates the options.
   *
   * @throws ConnectFailedException if they name a server that must be asked first, and is not there
   */
  abstract Measurement prepare() throws ConnectFailedException;

  /** Returns the reason why the result cannot have this figure; {@code null} if it can. */
  @Nullable String problem(Limit limit) {
    return "this command has no figures with limits";
  }

  /** Reports the end of a run whose files are written. */
  void ended(Outcome outcome) {}

  /** Returns the name of the command in folders and reports. */
  final String title() {
    return spec.name();
  }

  @Override
  public final Integer call() throws Exception {
    Measurement measurement = prepare();
    try (Target target = server.open(console());
        ResultFolder folder = ResultFolder.create(output, title(), Instant.now())) {
      Outcome outcome = measurement.on(target);
      Document report = outcome.write(folder);
      print(outcome, report, folder);
      ended(outcome);
      return outcome.run().exitCode();
    }
  }

  /** Prints the result and the path of its page. */
  void print(Outcome outcome, Document report, ResultFolder folder) {
    console().print(report, folder);
  }

  final Console console() {
    return tlsbench.console();
  }

  final Tlsbench tlsbench() {
    return tlsbench;
  }

  final ServerOptions server() {
    return server;
  }

  /** Returns the command line for a shell, without secrets. */
  final String typed() {
    return tlsbench.typed(spec);
  }
}
