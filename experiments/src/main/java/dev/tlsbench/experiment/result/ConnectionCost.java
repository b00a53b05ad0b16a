package dev.tlsbench.experiment.result;

import org.jspecify.annotations.Nullable;

/**
 * Medians of what opening connections took, in microseconds; {@code null} where nothing was seen.
 *
 * @param connections how many were opened
 * @param tcpConnectMicros the TCP connect
 * @param fullHandshakeMicros a full TLS handshake
 * @param resumedHandshakeMicros one that resumes a session
 * @param readyMicros from the start until the connection can be used, log-in included
 */
public record ConnectionCost(
    long connections,
    @Nullable Double tcpConnectMicros,
    @Nullable Double fullHandshakeMicros,
    @Nullable Double resumedHandshakeMicros,
    @Nullable Double readyMicros) {}
