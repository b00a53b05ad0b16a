package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The appearance of a subject, the same in all charts.
 *
 * @param number numbers looks of kind {@link Kind#VARIANT} from 0, and selects the colour
 */
public record Look(String name, Kind kind, int number) {

  public enum Kind {
    @JsonProperty("baseline")
    BASELINE,
    /** A compared subject. */
    @JsonProperty("variant")
    VARIANT,
    /** The baseline measured a second time, as one more subject. */
    @JsonProperty("control")
    CONTROL
  }

  public static Look variant(String name, int number) {
    return new Look(name, Kind.VARIANT, number);
  }
}
