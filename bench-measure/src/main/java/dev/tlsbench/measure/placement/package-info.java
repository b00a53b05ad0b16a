/** The cores that the client's threads and the server's run on. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.placement;
