package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;

/**
 * Resources of the server's process during the windows of a variant. All figures are {@code null}
 * if it is not on this machine, or was missing in one of the windows.
 */
record ServerLoad(List<WindowData> windows) {
  /** Returns the CPU time as a percentage of all cores of this machine, 0 to 100. */
  @Nullable Double cpuPercent() {
    Double millis = sum(window -> window.result().use().serverCpuMillis());
    double wall = 1e3 * windows.stream().mapToDouble(window -> window.result().seconds()).sum();
    return millis == null || wall == 0 ? null : Math.min(100, 100 * millis / wall / cores());
  }

  /** Returns the mean resident memory at the ends of the windows. */
  @Nullable Long memoryBytes() {
    Double bytes =
        sum(
            window -> {
              Long seen = window.serverMemoryBytes();
              return seen == null ? null : seen.doubleValue();
            });
    return bytes == null || windows.isEmpty() ? null : Math.round(bytes / windows.size());
  }

  @Nullable Double pagesPer(long operations, ToDoubleFunction<Pages> kind) {
    Double pages =
        sum(window -> window.pages() == null ? null : kind.applyAsDouble(window.pages()));
    return pages == null || operations == 0 ? null : pages / operations;
  }

  private @Nullable Double sum(Function<WindowData, @Nullable Double> part) {
    double[] known =
        windows.stream()
            .flatMap(window -> Stream.ofNullable(part.apply(window)))
            .mapToDouble(Double::doubleValue)
            .toArray();
    return known.length < windows.size() ? null : Double.valueOf(Arrays.stream(known).sum());
  }

  /** Returns the cores of the machine, since the server is not confined to this JVM's. */
  static int cores() {
    return new SystemInfo().getHardware().getProcessor().getLogicalProcessorCount();
  }
}
