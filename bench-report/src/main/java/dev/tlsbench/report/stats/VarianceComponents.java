package dev.tlsbench.report.stats;

/**
 * The variance of a log ratio by level: standard deviations of the effects, as fractions of 1 (0.01
 * is about 1 % of the ratio). Estimated by the method of moments, as in an analysis of variance of
 * unbalanced nested data, and 0 where the estimate would be negative.
 *
 * <p>The variance of a level that was never repeated is unknown: with one fork {@code sdFork} is 0;
 * with one block for each epoch {@code sdBlock} is 0 and {@code sdEpoch} contains both. The part
 * that successive blocks share through autocorrelation counts to their epoch.
 *
 * @param sdFork deviation between JVMs, after averaging their epochs and blocks
 * @param sdEpoch deviation between sets of connections in a JVM, after averaging their blocks
 * @param sdBlock deviation between blocks on the same connections
 */
public record VarianceComponents(double sdFork, double sdEpoch, double sdBlock) {
  /** Returns the variance of an epoch's mean within its fork. */
  double varianceOfEpoch(double blocks) {
    return sdEpoch * sdEpoch + sdBlock * sdBlock / blocks;
  }
}
