/** Options that several commands share. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.option;
