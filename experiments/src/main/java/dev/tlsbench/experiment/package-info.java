/** The command line tlsbench. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment;
