/**
 * Connections to PostgreSQL with pgjdbc, and the URLs of libpq and pgjdbc. Other servers of
 * PostgreSQL's protocol work as far as they are compatible.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.postgresql;
