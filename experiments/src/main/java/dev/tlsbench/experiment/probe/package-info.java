/** Builds the document of a probe. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.probe;
