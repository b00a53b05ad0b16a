package dev.tlsbench.report;

import com.fasterxml.jackson.annotation.JsonProperty;

/** Units of figures. */
public enum Unit {
  @JsonProperty("micros")
  MICROS,
  @JsonProperty("seconds")
  SECONDS,
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
  @JsonProperty("bytes")
  BYTES,
  @JsonProperty("number")
  NUMBER;

  private static final double THOUSAND = 1000;
  private static final double KIBIBYTE = 1024;

  /**
   * A multiple of a unit.
   *
   * @param suffix its symbol after a no-break space; may be empty
   */
  record Scale(double size, String suffix) {}

  /** Returns the value at which a figure of this unit has no effect: 1 for ratios, else 0. */
  public double none() {
    return this == RATIO ? 1 : 0;
  }

  /** Returns the multiple in which a number of this size is written. */
  Scale scale(double effect) {
    double size = Math.abs(effect);
    return switch (this) {
      case MICROS ->
          size >= THOUSAND * THOUSAND
              ? new Scale(THOUSAND * THOUSAND, "\u00a0s")
              : size >= THOUSAND
                  ? new Scale(THOUSAND, "\u00a0ms")
                  : size > 0 && size < 1
                      ? new Scale(1 / THOUSAND, "\u00a0ns")
                      : new Scale(1, "\u00a0µs");
      case SECONDS -> new Scale(1, "\u00a0s");
      case PER_SECOND, NUMBER -> new Scale(1, "");
      case MEGABYTES_PER_SECOND -> new Scale(1, "\u00a0MB/s");
      case RATIO -> new Scale(0.01, "\u00a0%");
      case PERCENT -> new Scale(1, "\u00a0%");
      case BYTES ->
          size >= KIBIBYTE * KIBIBYTE * KIBIBYTE
              ? new Scale(KIBIBYTE * KIBIBYTE * KIBIBYTE, "\u00a0GiB")
              : size >= KIBIBYTE * KIBIBYTE
                  ? new Scale(KIBIBYTE * KIBIBYTE, "\u00a0MiB")
                  : size >= KIBIBYTE ? new Scale(KIBIBYTE, "\u00a0KiB") : new Scale(1, "\u00a0B");
    };
  }

  /**
   * Formats a number without an interval: three significant digits and the unit after a no-break
   * space; a dash if it is not finite. Ratios become percentages of change.
   */
  public String text(double value) {
    if (!Double.isFinite(value)) {
      return "–";
    }
    return switch (this) {
      case SECONDS -> value < 0 ? "−" + text(-value) : Numbers.seconds(value);
      case BYTES -> value < 0 ? "−" + text(-value) : Numbers.bytes(value);
      default -> {
        Scale scale = scale(value - none());
        String number = Numbers.significant((value - none()) / scale.size());
        yield (this == RATIO && value > 1 ? "+" : "") + number + scale.suffix();
      }
    };
  }
}
