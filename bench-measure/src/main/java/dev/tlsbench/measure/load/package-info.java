/** Searches for the number of clients that saturates a server. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.load;
