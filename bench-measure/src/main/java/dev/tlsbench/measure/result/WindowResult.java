package dev.tlsbench.measure.result;

import dev.tlsbench.report.json.Inline;
import org.jspecify.annotations.Nullable;

@Inline
public record WindowResult(
    String variant,
    Place place,
    double startSeconds,
    double seconds,
    long operations,
    long errors,
    Use use) {

  /** The place of a window in the run: numbers from 0, each within the one before it. */
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
