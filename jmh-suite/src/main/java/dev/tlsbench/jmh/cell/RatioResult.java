package dev.tlsbench.jmh.cell;

import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.ScalarResult;

/** A paired ratio of one iteration, as JMH carries it from the fork to the report. */
public final class RatioResult extends ScalarResult {
  private static final long serialVersionUID = 1L;

  private final Cost cost;
  private final String variant;
  private final String baseline;

  /** Creates a result; the control is the baseline as a variant. */
  public RatioResult(Cost cost, String variant, String baseline, double ratio) {
    super(
        "typical." + cost + "." + variant + "/" + baseline, ratio, "ratio", AggregationPolicy.AVG);
    this.cost = cost;
    this.variant = variant;
    this.baseline = baseline;
  }

  public Cost cost() {
    return cost;
  }

  public String variant() {
    return variant;
  }

  public String baseline() {
    return baseline;
  }
}
