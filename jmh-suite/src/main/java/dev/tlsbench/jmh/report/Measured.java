package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A benchmark with one set of parameters, and the figures of its forks.
 *
 * @param benchmark class and method, such as {@code RecordBenchmark.wrap}
 * @param parameters values by name
 * @param figures the metrics that the benchmark has
 */
public record Measured(
    String benchmark, Map<String, String> parameters, Map<Metric, ForkValues> figures) {
  private static final List<String> ORDER =
      List.of(
          "transport",
          "provider",
          "suite",
          "kind",
          "side",
          "protocol",
          "key",
          "group",
          "mutual",
          "size",
          "buffer");

  String parameter(String name) {
    return parameters.getOrDefault(name, "");
  }

  Optional<ForkValues> figure(Metric metric) {
    return Optional.ofNullable(figures.get(metric));
  }

  Optional<ForkValues> time() {
    return figure(Metric.TIME);
  }

  int forks() {
    return figures.values().stream().mapToInt(figure -> figure.forks().size()).max().orElse(0);
  }

  /** Returns a short name of the benchmark, such as {@code Record wrap} or {@code Handshake}. */
  String name() {
    String[] parts = benchmark.split("(Benchmark)?\\.", 2);
    return parts[0].equalsIgnoreCase(parts[1]) ? parts[0] : parts[0] + " " + parts[1];
  }

  /**
   * Returns all parameters, such as {@code jdk, tls13-aes128-gcm, 16 KiB, heap}, alike in every
   * run.
   */
  String label() {
    return ORDER.stream()
        .map(name -> word(name, parameter(name)))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String word(String name, String value) {
    return switch (value.isEmpty() ? "" : name) {
      case "size" -> Numbers.size(Long.parseLong(value));
      case "side" -> "as " + value;
      case "mutual" -> value.equals("true") ? "mutual" : "";
      default -> value;
    };
  }
}
