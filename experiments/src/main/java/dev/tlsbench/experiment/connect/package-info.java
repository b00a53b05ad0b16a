/** What a new connection costs. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.experiment.connect;
