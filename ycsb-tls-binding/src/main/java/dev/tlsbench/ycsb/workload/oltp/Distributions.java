package dev.tlsbench.ycsb.workload.oltp;

import java.util.concurrent.ThreadLocalRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.RejectionInversionZipfSampler;
import org.apache.commons.rng.sampling.distribution.SharedStateDiscreteSampler;

/**
 * The distributions of {@code sb_rand.c} in sysbench 1.0.20, and the Zipfian one of 1.1, over a
 * range of whole numbers. They use the thread's random generator.
 */
final class Distributions {
  private Distributions() {}

  /** All numbers with the same probability. */
  static int uniform(int low, int high) {
    return low + (int) (uniform() * (high - low + 1.0));
  }

  /** The mean of several uniform numbers, so most are in the middle. */
  static int gaussian(int low, int high, int iterations) {
    return low + (int) (meanOfUniform(iterations) * (high - low + 1.0));
  }

  /**
   * Gaussian, with most numbers in a small part around the middle. Like sysbench, uses the random
   * number that selects the small part also for the position in it, so that its first positions are
   * never chosen.
   *
   * @param part the size of the small part, in percent of the range
   * @param toPart the fraction of numbers in the small part, in percent
   */
  static int special(int low, int high, int iterations, int part, double toPart) {
    double range = high - low;
    double drawn = uniform();
    double value =
        drawn * 100 / (100 - toPart) < 1
            ? meanOfUniform(iterations) * range
            : drawn * (range * part / 100 + 1) + range / 2 - range * part / 200;
    return (int) Math.max(low, Math.min(high, low + value));
  }

  /**
   * Mostly small numbers.
   *
   * @param h 0 to 1; with 0.2, 80 percent are in the first fifth
   */
  static int pareto(int low, int high, double h) {
    return low + (int) ((high - low + 1.0) * Math.pow(uniform(), Math.log(h) / Math.log(1 - h)));
  }

  private static double meanOfUniform(int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += uniform();
    }
    return sum / count;
  }

  private static double uniform() {
    return ThreadLocalRandom.current().nextDouble();
  }

  /** Draws the n-th number in proportion to 1 / n^exponent. Not thread-safe. */
  static final class Zipfian implements RandType.Distribution {
    private static final UniformRandomProvider RANDOM =
        () -> ThreadLocalRandom.current().nextLong();

    private final double exponent;
    private int count;
    private SharedStateDiscreteSampler sampler;

    Zipfian(double exponent) {
      this.exponent = exponent;
      this.count = 1;
      this.sampler = RejectionInversionZipfSampler.of(RANDOM, count, exponent);
    }

    @Override
    public int next(int low, int high) {
      if (count != high - low + 1) {
        count = high - low + 1;
        sampler = RejectionInversionZipfSampler.of(RANDOM, count, exponent);
      }
      return low - 1 + sampler.sample();
    }
  }
}
