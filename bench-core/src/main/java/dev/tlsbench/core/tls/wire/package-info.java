/**
 * Internal: the part of a handshake that can be read from bytes and alerts. Imports no other part
 * of {@code tls}.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.core.tls.wire;
