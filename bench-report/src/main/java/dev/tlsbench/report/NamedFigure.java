package dev.tlsbench.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.report.json.OneLine;
import dev.tlsbench.report.stats.Interval;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a result: one of the list that gates, tables of several results, histories and the
 * catalog read.
 *
 * @param subject the variant, such as {@code tls13}, {@code threads=16.tls13} or {@code tls-full}
 * @param name unique for its subject, such as {@code typical}, a ratio to the baseline, or {@code
 *     rate}
 * @param low95 the lower end of the 95 % interval; {@code null} if it is unknown
 * @param high95 the upper end; {@code null} if it is unknown
 * @param control true if the subject is the baseline a second time
 */
@OneLine
public record NamedFigure(
    String subject,
    String name,
    Unit unit,
    double value,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double low95,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double high95,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean control) {

  /** Returns subject and name, as in limits: {@code tls13.typical}. */
  public String key() {
    return subject + "." + name;
  }

  /** Returns the number with its unit and interval. */
  public Figure figure() {
    return new Figure(value, low95, high95, unit);
  }

  /** Returns the interval; its ends are {@code NaN} if they are unknown. */
  public Interval interval() {
    return new Interval(
        value, low95 == null ? Double.NaN : low95, high95 == null ? Double.NaN : high95);
  }
}
