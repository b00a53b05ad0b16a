/**
 * Compares the cost of a client with another one on the same server, in turns: not tests, but
 * programs that {@code docs/results/performance.md} shows how to run.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.research;
