package dev.tlsbench.experiment.connect;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.software.os.OSProcess;

/**
 * CPU time of the server's process. The kernel counts in ticks, of 10 ms on Linux, so a difference
 * means something over many connections only.
 */
final class ServerCpu {
  private final @Nullable OSProcess process;

  /**
   * Watches a process.
   *
   * @param pid empty if it is not known
   */
  ServerCpu(OptionalLong pid) {
    this.process =
        pid.isPresent()
            ? new SystemInfo().getOperatingSystem().getProcess(Math.toIntExact(pid.getAsLong()))
            : null;
  }

  /** Milliseconds since the process started; empty if there is no process to be seen. */
  OptionalDouble millis() {
    return process != null && process.updateAttributes()
        ? OptionalDouble.of((double) (process.getUserTime() + process.getKernelTime()))
        : OptionalDouble.empty();
  }
}
