/**
 * Programs, not tests, that compare the cost of a client with another one on the same server, in
 * turns; {@code docs/results/performance.md} shows how to run them.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.research;
