package dev.tlsbench.report.document;

import dev.tlsbench.report.Figure;
import java.util.List;
import java.util.Map;

/** The part of a document that can be compared with other documents. */
public record Beside(List<Fact> facts, List<Measure> measures) {
  /** The name of the fact in which compared documents should agree. */
  public static final String BASELINE = "baseline";

  /**
   * A figure that other documents may contain too.
   *
   * @param metric the measured quantity, such as {@code throughput}
   * @param subject the measured variant or other object, such as {@code TLS 1.3}
   * @param control true if the figure only shows how much the baseline differs from itself
   */
  public record Measure(String metric, String subject, boolean control, Figure figure) {}

  /** A named property of a run, as text. */
  public record Fact(String name, String value) {}

  public static Beside of(Map<String, String> facts, List<Measure> measures) {
    return new Beside(
        facts.entrySet().stream().map(fact -> new Fact(fact.getKey(), fact.getValue())).toList(),
        measures);
  }
}
