package dev.tlsbench.relay;

import org.jspecify.annotations.Nullable;

/** The fault of a relay from one call of inject or heal to the next. Equal to itself only. */
final class ActiveFault {
  private final @Nullable Fault fault;

  /** Creates one; {@code null} stands for no fault. */
  ActiveFault(@Nullable Fault fault) {
    this.fault = fault;
  }

  boolean is(Fault which) {
    return fault == which;
  }

  boolean isSound() {
    return fault == null;
  }
}
