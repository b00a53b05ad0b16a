/** Ratios and how sure they are. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.stats;
