package dev.tlsbench.experiment.command;

/** A run was interrupted before it measured anything. */
final class NothingMeasuredException extends Exception {
  private static final long serialVersionUID = 1;

  NothingMeasuredException() {
    super("interrupted before anything was measured");
  }
}
