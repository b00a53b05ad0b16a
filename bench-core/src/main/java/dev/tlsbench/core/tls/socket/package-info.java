/**
 * Internal: the parts of a TLS socket: a TCP socket that passes the handshake to a reader, the time
 * limit, and the wait for the first answer. Imports {@code wire}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.socket;
