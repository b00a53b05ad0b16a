/** Prints what a command has to say, and ends it on a signal. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.console;
