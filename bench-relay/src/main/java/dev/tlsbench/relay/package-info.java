/**
 * A TCP relay between a client and a server that adds distance and injects faults.
 *
 * <p>{@link dev.tlsbench.relay.Relay} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.relay;
