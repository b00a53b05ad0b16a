package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.tlsbench.report.json.Inline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The bursts of one epoch, or its windows if it has none, and their circumstances.
 *
 * @param fork from 0
 * @param epoch from 0 in each fork
 * @param counted false if it is left out of the time of a typical operation
 * @param disturbance by other processes; {@code null} without confinement
 * @param costs of an operation in bursts, by variant; empty without bursts, or if every block had a
 *     failed operation
 */
@Inline
public record EpochResult(
    int fork,
    int epoch,
    boolean counted,
    double seconds,
    @Nullable Disturbance disturbance,
    Overhead overhead,
    List<Cost> costs) {

  /**
   * The cost of an operation of one variant. Costs of an epoch were measured in turns, so that
   * their ratios and differences are far more precise than the costs.
   *
   * @param clientCpuMicros CPU time of the client's threads; {@code null} if unknown
   * @param serverCpuMicros CPU time of the server, from windows unless it waited for the client at
   *     the ends of bursts; {@code null} if unknown
   */
  public record Cost(
      String variant,
      double typicalMicros,
      @Nullable Double clientCpuMicros,
      @Nullable Double serverCpuMicros) {

    /** Returns a copy with the server's CPU time. */
    public Cost withServer(@Nullable Double micros) {
      return new Cost(variant, typicalMicros, clientCpuMicros, micros);
    }
  }

  /**
   * The use of cores by other processes and virtual machines.
   *
   * @param foreignPercent of the confined cores' time, used by other processes; {@code null}, like
   *     the steal, without any
   * @param elsewherePercent of all other cores' time, used by other processes; {@code null} if
   *     there are no other cores
   * @param stealPercent of the confined cores' time, given to other virtual machines by the
   *     hypervisor
   */
  // Older versions also measured by how much other cores slowed the confined ones.
  @JsonIgnoreProperties("slowdownPercent")
  public record Disturbance(
      @Nullable Double foreignPercent,
      @Nullable Double elsewherePercent,
      @Nullable Double stealPercent) {}

  /**
   * Time that client and server did not spend on operations.
   *
   * @param waitMillis the time that the client's threads waited for a core, including waits for the
   *     server
   * @param compileMillis the time that the client's compilers worked
   */
  public record Overhead(
      double waitMillis, double compileMillis, double serverCompileMillis, double gcMillis) {}
}
