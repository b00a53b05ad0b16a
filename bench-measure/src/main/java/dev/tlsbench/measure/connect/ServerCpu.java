package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.placement.Clocks;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/**
 * CPU time of the server's process and of its ended children, one of which some servers have for
 * each connection; a child's is counted in ticks of 10 ms. On Linux it is up to 4 ms old, elsewhere
 * it has the resolution of the system's ticks, so a difference is meaningful only over several
 * connections.
 */
final class ServerCpu {
  private final long pid;
  private final @Nullable OSProcess process;

  /**
   * @param pid the process; empty if unknown
   */
  ServerCpu(OptionalLong pid) {
    this.pid = pid.orElse(0);
    this.process =
        pid.isPresent()
            ? new SystemInfo().getOperatingSystem().getProcess(Math.toIntExact(pid.getAsLong()))
            : null;
  }

  /** Returns milliseconds since the process started; empty if the process is not visible. */
  OptionalDouble millis() {
    OptionalDouble exact = pid > 0 ? Clocks.ofProcess(pid) : OptionalDouble.empty();
    if (exact.isPresent()) {
      return OptionalDouble.of(exact.getAsDouble() + Clocks.ofEndedChildren(pid));
    }
    return process != null && process.updateAttributes()
        ? OptionalDouble.of((double) (process.getUserTime() + process.getKernelTime()))
        : OptionalDouble.empty();
  }
}
