package dev.tlsbench.measure.fork;

import org.jspecify.annotations.Nullable;

/**
 * Circumstances of the bursts of an epoch, or without bursts of its windows; times in milliseconds.
 *
 * @param wall the time that passed
 * @param foreign the part of the confined cores' time, from 0 to 1, in which they were not idle but
 *     worked neither for the client nor for the server; {@code null} without confinement
 * @param elsewhere the same part of all other cores, which may be hardware threads of the same ones
 * @param slowdown by how much work on those slowed work on the confined ones, from 0; {@code null}
 *     if that was not measured, or could not be
 * @param steal the part of it that the hypervisor gave to others; {@code null} without confinement
 * @param waiting the time that worker threads waited for a core, which on a confined core is mostly
 *     for the server
 * @param compile the time that the client's compilers worked
 * @param serverCompile CPU time of the compilers of a server in Java
 * @param collect the time in the client's collector
 */
public record Conditions(
    double wall,
    @Nullable Double foreign,
    @Nullable Double elsewhere,
    @Nullable Double slowdown,
    @Nullable Double steal,
    double waiting,
    double compile,
    double serverCompile,
    double collect) {
  /** The largest foreign part of an epoch that counts. */
  public static final double FOREIGN = 0.1;

  /**
   * The same for all other cores, where they slow the confined ones: on a host whose two virtual
   * cores likely were hardware threads of one, a busy loop on the other turned 1.12 into 1.18.
   */
  public static final double ELSEWHERE = 0.5;

  /** The largest slowdown by other cores at which their load does not matter. */
  static final double SLOWDOWN = 0.05;

  /** Returns false if other processes used so much of the cores that ratios suffer. */
  public boolean areClean() {
    return (foreign == null || foreign <= FOREIGN)
        && (!areOthersBusy() || (slowdown != null && slowdown <= SLOWDOWN));
  }

  /** Returns true if other processes used much of the other cores. */
  public boolean areOthersBusy() {
    return elsewhere != null && elsewhere > ELSEWHERE;
  }

  Conditions withSlowdown(double measured) {
    return new Conditions(
        wall, foreign, elsewhere, measured, steal, waiting, compile, serverCompile, collect);
  }
}
