/** Builds the document of a cost of new connections. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.connect;
