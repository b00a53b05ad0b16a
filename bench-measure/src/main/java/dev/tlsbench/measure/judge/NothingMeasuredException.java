package dev.tlsbench.measure.judge;

import java.io.IOException;

/** A run ended or was interrupted without a usable result. */
public final class NothingMeasuredException extends IOException {
  private static final long serialVersionUID = 1;

  public NothingMeasuredException(String message) {
    super(message);
  }
}
