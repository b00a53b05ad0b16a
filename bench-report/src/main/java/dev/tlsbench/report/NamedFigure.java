package dev.tlsbench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.report.json.Inline;
import dev.tlsbench.report.stats.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a result: one of the list that gates, tables of several results, histories and the
 * catalog read.
 *
 * @param subject the variant, such as {@code tls13}, {@code threads=16.tls13} or {@code tls-full}
 * @param name unique for its subject, such as {@code typical}, a ratio to the baseline, or {@code
 *     rate}
 * @param weak true if no limit relies on the interval: it is that of one JVM, or of fewer than six
 *     connections
 * @param control true if the subject is the baseline a second time
 */
@Inline
public record NamedFigure(
    String subject,
    String name,
    Unit unit,
    double value,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double low95,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double high95,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean weak,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean control) {

  /** Returns subject and name, as in limits: {@code tls13.typical}. */
  public String key() {
    return subject + "." + name;
  }

  public Figure figure() {
    return new Figure(value, low95, high95, unit);
  }

  /** Returns the number with the interval on which a limit can rely, if there is one. */
  public Figure evidence() {
    return weak ? Figure.of(value, unit) : figure();
  }

  /** Returns the interval of {@link #evidence}; its ends are {@code NaN} if they are unknown. */
  public Interval interval() {
    return weak || low95 == null || high95 == null
        ? new Interval(value, Double.NaN, Double.NaN)
        : new Interval(value, low95, high95);
  }
}
