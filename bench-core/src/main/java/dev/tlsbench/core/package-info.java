/**
 * Connections to MongoDB and MySQL, plain or over TLS, and proof of how they were made.
 *
 * <p>Three rooms: {@link dev.tlsbench.core.tls} says what is asked of TLS and records what was got;
 * {@link dev.tlsbench.core.mongodb} and {@link dev.tlsbench.core.mysql} connect. What the URLs of
 * both have in common is in {@link dev.tlsbench.core.url}, which users have no need of. This
 * package holds the two exceptions that all of them throw, and how a file of the user's is read.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core;
