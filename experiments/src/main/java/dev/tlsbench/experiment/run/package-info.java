/** Epochs, blocks and windows: how variants take turns. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.run;
