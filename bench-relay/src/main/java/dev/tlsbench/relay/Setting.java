package dev.tlsbench.relay;

import org.jspecify.annotations.Nullable;

/** The fault of a relay from one call of inject or heal to the next. Equal to itself only. */
final class Setting {
  private final @Nullable Fault fault;

  /**
   * Creates a setting.
   *
   * @param fault the fault, or {@code null} for none
   */
  Setting(@Nullable Fault fault) {
    this.fault = fault;
  }

  boolean is(Fault which) {
    return fault == which;
  }

  boolean isSound() {
    return fault == null;
  }
}
