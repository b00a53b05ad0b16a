/** The commands of the command line, one class each. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.command;
