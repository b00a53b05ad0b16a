/** Compares variants with a baseline, by forks that measure them in turns. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.paired;
