package dev.tlsbench.measure.result;

import dev.tlsbench.report.json.Inline;
import org.jspecify.annotations.Nullable;

/** One window. */
@Inline
public record WindowResult(
    String variant,
    Place place,
    double startSeconds,
    double seconds,
    long operations,
    long errors,
    Use use) {

  /**
   * The place of a window in the run.
   *
   * @param fork from 0
   * @param epoch from 0 in each fork
   * @param block from 0 in each epoch
   * @param order the position in the block, from 0
   */
  public record Place(int fork, int epoch, int block, int order) {}

  /**
   * Time used during a window.
   *
   * @param serverCpuMillis CPU time of the server; {@code null} if not on this machine
   * @param stealMillis CPU time that the hypervisor gave to other virtual machines
   */
  public record Use(
      double clientCpuMillis,
      @Nullable Double serverCpuMillis,
      double gcMillis,
      double stealMillis) {}
}
