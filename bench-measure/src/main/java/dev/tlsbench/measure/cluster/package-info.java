/** Lets forks on several machines measure at the same time. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.cluster;
