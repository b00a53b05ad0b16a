/**
 * Figures and their uncertainty. A {@link dev.tlsbench.report.stats.ForkSample} holds a figure by
 * fork and epoch, and returns its {@link dev.tlsbench.report.stats.Estimate}. This package only
 * computes: it neither reads nor writes files, nor uses a clock. docs/reference/statistics.md
 * describes the method, and its accuracy on simulated data.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.stats;
