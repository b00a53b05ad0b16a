package dev.tlsbench.report.stats;

/**
 * Where the variance of a log ratio lives: standard deviations of the effects of each level, as
 * parts of 1 (0.01 is about 1 % of the ratio). Estimated by the method of moments, as in an
 * analysis of variance of unbalanced nested data, and 0 where the estimate would be negative.
 *
 * <p>A level that was never repeated shows nothing of its own: with one fork {@code sdFork} is 0;
 * with one block an epoch {@code sdBlock} is 0 and {@code sdEpoch} holds both. Where blocks that
 * follow each other resemble each other, what they share counts to their epoch.
 *
 * @param sdFork between JVMs, once their epochs and blocks are averaged out
 * @param sdEpoch between sets of connections in a JVM, once their blocks are averaged out
 * @param sdBlock between blocks on the same connections
 */
public record VarianceComponents(double sdFork, double sdEpoch, double sdBlock) {
  /**
   * Checks its numbers.
   *
   * @param sdFork between JVMs
   * @param sdEpoch between sets of connections
   * @param sdBlock between blocks
   * @throws IllegalArgumentException if one is negative or not finite
   */
  public VarianceComponents {
    for (double sd : new double[] {sdFork, sdEpoch, sdBlock}) {
      if (!(sd >= 0 && sd < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("standard deviation " + sd + "; expected 0 or more");
      }
    }
  }

  /** The variance of an epoch's mean within its fork. */
  double varianceOfEpoch(double blocks) {
    return sdEpoch * sdEpoch + sdBlock * sdBlock / blocks;
  }
}
