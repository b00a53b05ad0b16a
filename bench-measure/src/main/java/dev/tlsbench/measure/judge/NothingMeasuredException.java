package dev.tlsbench.measure.judge;

import java.io.IOException;

/** A run came to its end, or was interrupted, without anything that may be used. */
public final class NothingMeasuredException extends IOException {
  private static final long serialVersionUID = 1;

  /**
   * @param message what ended it
   */
  public NothingMeasuredException(String message) {
    super(message);
  }
}
