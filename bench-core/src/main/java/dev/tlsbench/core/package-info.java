/**
 * Connections to MongoDB and MySQL, plain or over TLS, and proof of how they were made.
 *
 * <p>{@link dev.tlsbench.core.tls} holds what is asked of TLS and records what was got; {@link
 * dev.tlsbench.core.mongodb} and {@link dev.tlsbench.core.mysql} connect. Beneath them are {@link
 * dev.tlsbench.core.name}, {@link dev.tlsbench.core.driver}, {@link dev.tlsbench.core.url} and
 * {@link dev.tlsbench.core.secret}. This package holds the two exceptions that all of them throw,
 * and how a file of the user's and the causes of a failure are read.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core;
