/** What is typed: one class for each command. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.command;
