package dev.tlsbench.report.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

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

  /**
   * Returns the estimate with an independent error added.
   *
   * @param deviation its standard deviation, in the unit of the sample
   */
  public Estimate with(double deviation) {
    double wider95 = Math.hypot(reach95, normal(0.95) * deviation);
    double wider99 = Math.hypot(reach99, normal(0.99) * deviation);
    double distance = Math.abs(mean) / wider99 * normal(0.99);
    double chance = 2 * NormalDistribution.of(0, 1).survivalProbability(distance);
    return new Estimate(mean, wider95, wider99, chance, forks, epochs);
  }

  private static double normal(double confidence) {
    return NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - confidence) / 2);
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
