/** Connections and queries by JDBC, for all databases that have it. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.measure.jdbc;
