/** Measures the cost of new connections. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.connect;
