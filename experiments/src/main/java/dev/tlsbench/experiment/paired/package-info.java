/**
 * Runs the comparisons of a command: loads data, chooses cores, and goes through the values of an
 * axis.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.paired;
