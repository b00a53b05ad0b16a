package dev.tlsbench.core.tls;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection and its durations.
 *
 * @param host the server's name, as given to the client
 * @param port the server's port
 * @param tcpConnect the duration of the TCP connect; {@code null} if it was made elsewhere
 * @param handshake the duration of the TLS handshake; {@code null} for plain text
 * @param negotiated the outcome of the handshake; {@code null} for plain text
 */
public record TlsConnection(
    String host,
    int port,
    @Nullable Duration tcpConnect,
    @Nullable Duration handshake,
    @Nullable NegotiatedTls negotiated) {}
