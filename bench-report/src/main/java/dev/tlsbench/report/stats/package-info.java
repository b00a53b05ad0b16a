/**
 * Ratios and their uncertainty. {@link dev.tlsbench.report.stats.Estimator} is the entry point: it
 * turns a {@link dev.tlsbench.report.stats.PairedSample} into an {@link
 * dev.tlsbench.report.stats.LevelEstimate}. This package only computes: it neither reads nor writes
 * files, nor uses a clock. docs/reference/statistics.md describes the method, and its accuracy on
 * simulated data.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.stats;
