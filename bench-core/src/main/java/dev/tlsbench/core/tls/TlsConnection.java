package dev.tlsbench.core.tls;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One connection as it was made.
 *
 * @param host the server's name, as given to the client
 * @param port the server's port
 * @param tcpConnect how long the TCP connect took
 * @param handshake how long the TLS handshake took; {@code null} for plain text
 * @param negotiated what the handshake agreed on; {@code null} for plain text
 */
public record TlsConnection(
    String host,
    int port,
    Duration tcpConnect,
    @Nullable Duration handshake,
    @Nullable NegotiatedTls negotiated) {}
