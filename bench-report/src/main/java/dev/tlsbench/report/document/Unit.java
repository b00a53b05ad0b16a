package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Units of figures. */
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
  NUMBER;

  private static final double PERCENT_OF_ONE = 100;

  /**
   * A number of this unit, as it is shown.
   *
   * @param value in this unit
   * @return the number and its unit, between them a space at which no line ends
   */
  public String text(double value) {
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
