package dev.tlsbench.experiment.command;

/** A run that was interrupted before it had anything to show. */
final class NothingMeasuredException extends Exception {
  private static final long serialVersionUID = 1;

  NothingMeasuredException() {
    super("interrupted before anything was measured");
  }
}
