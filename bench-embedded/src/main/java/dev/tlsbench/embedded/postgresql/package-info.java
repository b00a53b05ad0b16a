/** The embedded PostgreSQL. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.embedded.postgresql;
