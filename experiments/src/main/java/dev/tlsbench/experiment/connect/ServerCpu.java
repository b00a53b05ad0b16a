package dev.tlsbench.experiment.connect;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/**
 * CPU time of the server's process. The kernel counts in ticks, of 10 ms on Linux, so a difference
 * is meaningful over many connections only.
 */
final class ServerCpu {
  private final @Nullable OSProcess process;

  /**
   * @param pid the process; empty if unknown
   */
  ServerCpu(OptionalLong pid) {
    this.process =
        pid.isPresent()
            ? new SystemInfo().getOperatingSystem().getProcess(Math.toIntExact(pid.getAsLong()))
            : null;
  }

  /** Returns milliseconds since the process started; empty if the process is not visible. */
  OptionalDouble millis() {
    return process != null && process.updateAttributes()
        ? OptionalDouble.of((double) (process.getUserTime() + process.getKernelTime()))
        : OptionalDouble.empty();
  }
}
