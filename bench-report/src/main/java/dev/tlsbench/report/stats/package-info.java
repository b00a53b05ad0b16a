/**
 * Ratios and how sure they are. {@link dev.tlsbench.report.stats.Estimator} is the door: it turns a
 * {@link dev.tlsbench.report.stats.PairedSample} into an {@link
 * dev.tlsbench.report.stats.Estimate}. Numbers come in and go out; nothing here reads, writes or
 * looks at a clock. The method, and how well it does on data whose truth is known, stand in
 * docs/reference/statistics.md.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.stats;
