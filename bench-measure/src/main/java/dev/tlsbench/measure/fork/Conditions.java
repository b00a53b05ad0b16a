package dev.tlsbench.measure.fork;

import dev.tlsbench.measure.result.EpochResult.Disturbance;
import dev.tlsbench.measure.result.EpochResult.Overhead;
import org.jspecify.annotations.Nullable;

/**
 * Conditions during the bursts of an epoch, or during its windows without bursts.
 *
 * @param wall the milliseconds that passed
 * @param disturbance {@code null} without confinement; in connect, without confinement, that of all
 *     cores is {@code elsewhere}
 */
public record Conditions(double wall, @Nullable Disturbance disturbance, Overhead overhead) {
  /** The largest foreign part of an epoch that counts. */
  public static final double FOREIGN = 0.1;

  /**
   * The foreign part on the other cores from which a warning says so: on a host whose two virtual
   * cores probably shared hardware, a busy loop on the other core turned 1.12 into 1.18, and on two
   * others nothing changed.
   */
  public static final double ELSEWHERE = 0.5;

  /** Returns the fraction of the confined cores' time that others used; {@code null} if unknown. */
  public @Nullable Double foreign() {
    return disturbance == null ? null : fraction(disturbance.foreignPercent());
  }

  /**
   * Returns the same fraction of the other cores, which may be SMT siblings; {@code null} if
   * unknown.
   */
  public @Nullable Double elsewhere() {
    return disturbance == null ? null : fraction(disturbance.elsewherePercent());
  }

  private static @Nullable Double fraction(@Nullable Double percent) {
    return percent == null ? null : Double.valueOf(percent / 100);
  }

  /** Returns false if other processes used the confined cores enough to distort ratios. */
  public boolean areClean() {
    Double foreign = foreign();
    return foreign == null || foreign <= FOREIGN;
  }
}
