/**
 * Connections to databases, plain or over TLS, and proof of how they were made.
 *
 * <p>{@link dev.tlsbench.core.tls} holds the TLS settings and records the outcomes; {@link
 * dev.tlsbench.core.mongodb}, {@link dev.tlsbench.core.mysql}, {@link dev.tlsbench.core.postgresql}
 * and {@link dev.tlsbench.core.cassandra} connect. Beneath them are {@link dev.tlsbench.core.text},
 * {@link dev.tlsbench.core.socket} and {@link dev.tlsbench.core.url}. This package holds the two
 * exceptions that all of them throw.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core;
