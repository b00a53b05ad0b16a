/** Cassandra as it is measured. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.cassandra;
