/**
 * The state that a run's threads share: connections, their measurements and their negotiated
 * parameters.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.ycsb.session;
