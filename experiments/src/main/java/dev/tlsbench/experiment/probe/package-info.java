/** What a server offers. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.probe;
