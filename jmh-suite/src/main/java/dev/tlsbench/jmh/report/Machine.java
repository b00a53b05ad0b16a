package dev.tlsbench.jmh.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The machine, without what would tell whose it is.
 *
 * @param cpu the model, or where the system does not tell it the architecture
 * @param cores how many processors the JVM may use
 * @param memoryBytes of the machine or its container
 * @param operatingSystem such as {@code Debian GNU/Linux 12 (bookworm)}
 * @param kernel such as {@code Linux 6.1.0-18-amd64}
 * @param governor of the CPU's frequency; {@code null} if it cannot be read, as in most virtual
 *     machines
 * @param load averages of 1, 5 and 15 minutes; {@code null} outside of Linux
 */
record Machine(
    String cpu,
    int cores,
    long memoryBytes,
    String operatingSystem,
    String kernel,
    @Nullable String governor,
    @Nullable String load) {

  /** Reads this machine. */
  static Machine read() {
    return read(Path.of("/"));
  }

  /** Reads it from files below another root. */
  static Machine read(Path root) {
    String name = System.getProperty("os.name", "");
    return new Machine(
        field(root.resolve("proc/cpuinfo"), "model name\\s*:\\s*(.*)")
            .orElse(System.getProperty("os.arch", "")),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        field(root.resolve("etc/os-release"), "PRETTY_NAME=\"?([^\"]*)\"?").orElse(name),
        name + " " + System.getProperty("os.version", ""),
        field(root.resolve("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"), "(\\S+)")
            .orElse(null),
        field(root.resolve("proc/loadavg"), "(\\S+ \\S+ \\S+) .*").orElse(null));
  }

  private static Optional<String> field(Path file, String pattern) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> line.matches(pattern))
          .map(line -> line.replaceFirst(pattern, "$1").strip())
          .findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }
}
