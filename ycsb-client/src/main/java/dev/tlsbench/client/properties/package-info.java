/**
 * Properties of a run, from files, the command line and the environment.
 *
 * <p>{@link dev.tlsbench.client.properties.GivenProperties} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.properties;
