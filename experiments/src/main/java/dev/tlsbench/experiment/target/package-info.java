/** Which server, and what it says of itself. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.target;
