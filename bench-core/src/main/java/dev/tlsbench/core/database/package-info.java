/**
 * Kinds of databases: URLs, connections, the bytes before TLS, and hooks for connecting. Each kind
 * registers its {@link dev.tlsbench.core.database.Database} as a service.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.database;
