package dev.tlsbench.experiment.command;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.experiment.option.ServerOptions;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.gate.Limit;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;

/**
 * A command that measures a server and writes a result folder. {@code run} uses the same
 * measurement; this class writes its files and text.
 */
abstract class MeasuringCommand extends WritingCommand {
  /** A measurement whose options were validated. */
  @FunctionalInterface
  interface Measurement {
    /**
     * Measures.
     *
     * @throws NothingMeasuredException if interrupted before anything was measured
     */
    Outcome on(Target target) throws Exception;
  }

  @Mixin private final ServerOptions server = new ServerOptions();

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

  @Override
  public Integer call() throws Exception {
    Measurement measurement = prepare();
    try (Target target = server.open(console());
        ResultFolder folder = folder(title(), Instant.now())) {
      Outcome outcome = measurement.on(target);
      Document report = outcome.write(folder);
      print(outcome, report, folder);
      ended(outcome);
      return outcome.run().exitCode();
    }
  }

  void print(Outcome outcome, Document report, ResultFolder folder) {
    console().print(report, folder.path());
  }

  final ServerOptions server() {
    return server;
  }
}
