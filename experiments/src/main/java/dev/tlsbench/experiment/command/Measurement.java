package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.experiment.target.Target;

/** Something to measure, whose options were checked. */
@FunctionalInterface
interface Measurement {
  /**
   * Measures.
   *
   * @throws NothingMeasuredException if somebody interrupted it before anything was measured
   */
  Outcome on(Target target) throws Exception;
}
