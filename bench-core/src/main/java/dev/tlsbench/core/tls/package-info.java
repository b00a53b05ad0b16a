/**
 * What is asked of TLS, and what was got.
 *
 * <p>{@link dev.tlsbench.core.tls.TlsSettings} is the question, {@link
 * dev.tlsbench.core.tls.TlsContext} carries it to every connection of a client, {@link
 * dev.tlsbench.core.tls.NegotiatedTls} is the answer of one connection and {@link
 * dev.tlsbench.core.tls.TlsLedger} the sum of all of them. This package knows no database.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls;
