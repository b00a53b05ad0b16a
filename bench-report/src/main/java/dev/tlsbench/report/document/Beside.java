package dev.tlsbench.report.document;

import java.util.List;
import java.util.Map;

/**
 * The part of a document that can be put beside that of others.
 *
 * @param facts on what and how it was measured
 * @param measures what was measured
 */
public record Beside(List<Fact> facts, List<Measure> measures) {
  /** The fact that all documents should agree in. */
  public static final String BASELINE = "baseline";

  /**
   * A figure that other documents may have too.
   *
   * @param metric what was measured, such as {@code throughput}
   * @param subject of what, such as {@code TLS 1.3}
   * @param control whether it only shows what no difference looks like
   * @param figure the figure
   */
  public record Measure(String metric, String subject, boolean control, Figure figure) {}

  /**
   * Something to know of a run.
   *
   * @param name what it is
   * @param value in words
   */
  public record Fact(String name, String value) {}

  /**
   * The same from facts in a map.
   *
   * @param facts values by their names, in their order
   * @param measures what was measured
   * @return the facts as a list
   */
  public static Beside of(Map<String, String> facts, List<Measure> measures) {
    return new Beside(
        facts.entrySet().stream().map(fact -> new Fact(fact.getKey(), fact.getValue())).toList(),
        measures);
  }
}
