package dev.tlsbench.experiment.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A number with its unit and what is known of its error.
 *
 * @param value in the unit
 * @param low95 the lower end of its 95 % interval; {@code null} if it has none
 * @param high95 the upper end; {@code null} if it has none
 * @param unit what it is in
 */
public record Figure(double value, @Nullable Double low95, @Nullable Double high95, Unit unit) {

  /** What figures are in. */
  public enum Unit {
    /** Microseconds. */
    @JsonProperty("micros")
    MICROS,
    /** Seconds. */
    @JsonProperty("seconds")
    SECONDS,
    /** So many a second. */
    @JsonProperty("perSecond")
    PER_SECOND,
    /** Megabytes, of 10^6 bytes, a second. */
    @JsonProperty("megabytesPerSecond")
    MEGABYTES_PER_SECOND,
    /** Divided by the baseline's. */
    @JsonProperty("ratio")
    RATIO,
    /** Of 100. */
    @JsonProperty("percent")
    PERCENT,
    /** Bytes. */
    @JsonProperty("bytes")
    BYTES,
    /** A bare number. */
    @JsonProperty("number")
    NUMBER
  }

  /**
   * A figure of whose error nothing is known.
   *
   * @param value in the unit
   * @param unit what it is in
   * @return without an interval
   */
  public static Figure of(double value, Unit unit) {
    return new Figure(value, null, null, unit);
  }

  /**
   * The lowest that it may be.
   *
   * @return the lower end of the interval, or the value
   */
  public double low() {
    return low95 == null ? value : low95;
  }

  /**
   * The highest that it may be.
   *
   * @return the upper end of the interval, or the value
   */
  public double high() {
    return high95 == null ? value : high95;
  }
}
