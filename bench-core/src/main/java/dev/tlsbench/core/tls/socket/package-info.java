/**
 * Internal: the sockets that shake hands as they connect, within a time limit, and show the
 * handshake to its reader. Imports {@code provider} and {@code wire}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.socket;
