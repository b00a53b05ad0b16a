package dev.tlsbench.jmh.cell;

import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.ScalarResult;

/** A paired ratio of one iteration, as JMH carries it from the fork to the report. */
public final class RatioResult extends ScalarResult {
  private static final long serialVersionUID = 1L;

  private final String side;
  private final String variant;
  private final String baseline;

  /**
   * Creates a result; the control is the baseline as a variant.
   *
   * @param side the ends whose CPU time is compared: {@code cpu} for both together, {@code
   *     clientCpu} or {@code serverCpu}
   */
  public RatioResult(String side, String variant, String baseline, double ratio) {
    super(
        "typical." + side + "." + variant + "/" + baseline, ratio, "ratio", AggregationPolicy.AVG);
    this.side = side;
    this.variant = variant;
    this.baseline = baseline;
  }

  public String side() {
    return side;
  }

  public String variant() {
    return variant;
  }

  public String baseline() {
    return baseline;
  }
}
