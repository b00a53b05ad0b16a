package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.Numbers;

/** Units of figures. */
public enum Unit {
  /** Microseconds. */
  @JsonProperty("micros")
  MICROS,
  /** Seconds. */
  @JsonProperty("seconds")
  SECONDS,
  /** Events per second. */
  @JsonProperty("perSecond")
  PER_SECOND,
  /** Megabytes (10^6 bytes) per second. */
  @JsonProperty("megabytesPerSecond")
  MEGABYTES_PER_SECOND,
  /** Quotient of a figure and the baseline's. */
  @JsonProperty("ratio")
  RATIO,
  /** Hundredths. */
  @JsonProperty("percent")
  PERCENT,
  /** Bytes. */
  @JsonProperty("bytes")
  BYTES,
  /** A plain number. */
  @JsonProperty("number")
  NUMBER;

  private static final double PERCENT_OF_ONE = 100;

  /** Formats a number with this unit, separated by a no-break space; a dash if it is not finite. */
  public String text(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    if (value < 0 && this != RATIO) {
      return "−" + text(-value);
    }
    return switch (this) {
      case MICROS -> Numbers.micros(value);
      case SECONDS -> Numbers.seconds(value);
      case PER_SECOND, NUMBER -> Numbers.significant(value);
      case MEGABYTES_PER_SECOND -> Numbers.significant(value) + "\u00a0MB/s";
      case RATIO -> Numbers.change(value, 1);
      case PERCENT -> Numbers.percent(value / PERCENT_OF_ONE, 1);
      case BYTES -> Numbers.bytes(value);
    };
  }
}
