package dev.tlsbench.measure.fork;

import org.jspecify.annotations.Nullable;

/**
 * Conditions during the bursts of an epoch, or during its windows without bursts; times in
 * milliseconds.
 *
 * @param wall the time that passed
 * @param foreign the fraction of the confined cores' time, from 0 to 1, used by processes other
 *     than client and server; {@code null} without confinement
 * @param elsewhere the same fraction on the other cores, which may be SMT siblings; in connect,
 *     without confinement, on all cores
 * @param steal the fraction that the hypervisor gave to other virtual machines; {@code null}
 *     without confinement
 * @param waiting the time that worker threads waited for a core, on a confined core mostly for the
 *     server
 * @param jvm the time that JVMs used for themselves
 */
public record Conditions(
    double wall,
    @Nullable Double foreign,
    @Nullable Double elsewhere,
    @Nullable Double steal,
    double waiting,
    Jvm jvm) {
  /**
   * The time that JVMs took for themselves.
   *
   * @param compile the time that the client's compilers worked
   * @param serverCompile CPU time of the compilers of a server in Java
   * @param collect the time in the client's collector
   */
  public record Jvm(double compile, double serverCompile, double collect) {}

  /** The largest foreign part of an epoch that counts. */
  public static final double FOREIGN = 0.1;

  /**
   * The foreign part on the other cores from which a warning says so: on a host whose two virtual
   * cores probably shared hardware, a busy loop on the other core turned 1.12 into 1.18, and on two
   * others nothing changed.
   */
  public static final double ELSEWHERE = 0.5;

  /** Returns false if other processes used the confined cores enough to distort ratios. */
  public boolean areClean() {
    return foreign == null || foreign <= FOREIGN;
  }

  /** Returns true if other processes used much of the other cores. */
  public boolean areOthersBusy() {
    return elsewhere != null && elsewhere > ELSEWHERE;
  }
}
