/**
 * TLS settings of a client, and the result of its handshakes.
 *
 * <p>{@link dev.tlsbench.core.tls.TlsSettings} describes the client, {@link
 * dev.tlsbench.core.tls.TlsContext} applies it to every connection of a client, {@link
 * dev.tlsbench.core.tls.NegotiatedTls} is the outcome of one connection and {@link
 * dev.tlsbench.core.tls.TlsLedger} the sum of all outcomes. This package knows no database.
 *
 * <p>The packages beneath this one are internal, except the parts of the settings: they change
 * without notice, and no other package imports them, nor do they import this one.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls;
