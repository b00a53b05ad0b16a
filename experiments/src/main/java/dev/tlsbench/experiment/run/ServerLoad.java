package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.run.ForkReply.WindowData;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * What the windows of a variant asked of the server's process. All is {@code null} if it is not on
 * this machine, or was not there in one of them.
 */
final class ServerLoad {
  private final List<WindowData> windows;

  ServerLoad(List<WindowData> windows) {
    this.windows = windows;
  }

  /** CPU time of an operation in microseconds. */
  @Nullable Double cpuMicrosPer(long operations) {
    Double millis = cpuMillis();
    return millis == null || operations == 0 ? null : 1e3 * millis / operations;
  }

  /** CPU time in percent of what all cores of this machine had meanwhile, 0 to 100. */
  @Nullable Double cpuPercent() {
    Double millis = cpuMillis();
    double wall = 1e3 * windows.stream().mapToDouble(WindowData::seconds).sum();
    return millis == null || wall == 0 ? null : Math.min(100, 100 * millis / wall / cores());
  }

  /** Bytes in memory at the end of a window, as a mean. */
  @Nullable Long memoryBytes() {
    List<Long> seen =
        windows.stream()
            .map(window -> window.use().serverMemoryBytes())
            .filter(Objects::nonNull)
            .toList();
    return seen.isEmpty() || seen.size() < windows.size()
        ? null
        : Math.round(seen.stream().mapToLong(Long::longValue).average().orElse(0));
  }

  private @Nullable Double cpuMillis() {
    double millis = 0;
    for (WindowData window : windows) {
      Double cpu = window.use().serverCpu();
      if (cpu == null) {
        return null;
      }
      millis += cpu;
    }
    return millis;
  }

  /** Those of the machine: the server may have others than those that this JVM is confined to. */
  private static int cores() {
    return new SystemInfo().getHardware().getProcessor().getLogicalProcessorCount();
  }
}
