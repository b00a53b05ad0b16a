/** Runs comparisons: forks, epochs, blocks and windows in which variants alternate. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.run;
