/**
 * Connections to Apache Cassandra with its Java driver, and their URLs. Other servers of CQL's
 * native protocol work as far as they are compatible.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.cassandra;
