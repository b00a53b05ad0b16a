/**
 * Runs JVMs on the executors of a cluster.
 *
 * <p>{@link dev.tlsbench.client.cluster.ClusterEngine} is the entry point; an optional module
 * implements it.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.cluster;
