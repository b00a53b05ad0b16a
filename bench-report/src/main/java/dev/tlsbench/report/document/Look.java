package dev.tlsbench.report.document;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Something that charts show with the same colour and mark wherever it turns up.
 *
 * @param name as a legend has it
 * @param kind what it is
 * @param number counts those of kind {@link Kind#VARIANT} from 0, and chooses among the colours
 */
public record Look(String name, Kind kind, int number) {

  /** What is shown. */
  public enum Kind {
    /** What others are compared with. */
    @JsonProperty("baseline")
    BASELINE,
    /** One of those that are compared. */
    @JsonProperty("variant")
    VARIANT,
    /** The baseline once more. */
    @JsonProperty("control")
    CONTROL
  }

  /**
   * One of those that are compared.
   *
   * @param name as a legend has it
   * @param number from 0
   * @return its look
   */
  public static Look variant(String name, int number) {
    return new Look(name, Kind.VARIANT, number);
  }
}
