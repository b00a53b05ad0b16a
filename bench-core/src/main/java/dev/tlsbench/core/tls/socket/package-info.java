/**
 * Internal: the parts of a socket that shakes hands: a TCP socket that shows the handshake to its
 * reader, the time limit, and the wait for the first answer. Imports {@code wire}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.socket;
