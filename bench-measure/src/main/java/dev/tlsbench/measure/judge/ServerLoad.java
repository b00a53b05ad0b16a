package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * Resources of the server's process during the windows of a variant. All figures are {@code null}
 * if it is not on this machine, or was missing in one of the windows.
 */
record ServerLoad(List<WindowData> windows) {
  /** Returns the CPU time as a percentage of all cores of this machine, 0 to 100. */
  @Nullable Double cpuPercent() {
    Double millis = cpuMillis();
    double wall = 1e3 * windows.stream().mapToDouble(window -> window.result().seconds()).sum();
    return millis == null || wall == 0 ? null : Math.min(100, 100 * millis / wall / cores());
  }

  /** Returns the mean resident memory at the ends of the windows, in bytes. */
  @Nullable Long memoryBytes() {
    List<Long> seen =
        windows.stream()
            .map(window -> window.serverMemoryBytes())
            .filter(Objects::nonNull)
            .toList();
    return seen.isEmpty() || seen.size() < windows.size()
        ? null
        : Math.round(seen.stream().mapToLong(Long::longValue).average().orElse(0));
  }

  /** Returns pages per operation, such as pages read; {@code null} if they were not counted. */
  @Nullable Double pagesPer(long operations, ToLongFunction<Pages> kind) {
    long pages = 0;
    for (WindowData window : windows) {
      if (window.pages() == null) {
        return null;
      }
      pages += kind.applyAsLong(window.pages());
    }
    return operations == 0 ? null : (double) pages / operations;
  }

  private @Nullable Double cpuMillis() {
    double millis = 0;
    for (WindowData window : windows) {
      Double cpu = window.result().use().serverCpuMillis();
      if (cpu == null) {
        return null;
      }
      millis += cpu;
    }
    return millis;
  }

  /** Returns the cores of the machine, since the server is not confined to this JVM's. */
  static int cores() {
    return new SystemInfo().getHardware().getProcessor().getLogicalProcessorCount();
  }
}
