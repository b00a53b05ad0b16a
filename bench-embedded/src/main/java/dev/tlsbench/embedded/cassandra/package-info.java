/** The embedded Cassandra, in a JVM of its own. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded.cassandra;
