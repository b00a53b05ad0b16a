package dev.tlsbench.report.stats;

/**
 * The mean of a {@link ForkSample} and how far its intervals reach to either side, in the unit of
 * the sample.
 *
 * @param reach95 half of the 95 % interval
 * @param reach99 half of the 99 % interval
 * @param p the probability of a mean at least as far from 0 by chance; below 0.01 where the 99 %
 *     interval excludes 0
 */
public record Estimate(
    double mean, double reach95, double reach99, double p, int forks, int epochs) {

  public Interval interval() {
    return new Interval(mean, mean - reach95, mean + reach95);
  }

  /** Returns the ratio with its 95 % interval, if the sample holds logarithms of ratios. */
  public Interval ratio() {
    return new Interval(Math.exp(mean), Math.exp(mean - reach95), Math.exp(mean + reach95));
  }

  /** Returns half of the ratio's 95 % interval, as a fraction of 1. */
  public double halfWidth() {
    return Math.exp(mean) * Math.sinh(reach95);
  }

  /** Returns whether 0 is outside of the 99 % interval: no difference, for logarithms of ratios. */
  public boolean excludesZero() {
    return p < 0.01;
  }
}
