package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.target.Target;

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
