package dev.tlsbench.experiment.result;

import org.jspecify.annotations.Nullable;

/**
 * Medians of what opening connections took, in microseconds; {@code null} where nothing was seen.
 * The parts follow each other in time; being medians, they need not add up to the whole.
 *
 * @param connections how many were opened
 * @param tcpConnectMicros the TCP connect
 * @param fullHandshakeMicros a full TLS handshake
 * @param resumedHandshakeMicros one that resumes a session
 * @param helloMicros the greeting of the database's own protocol
 * @param authenticationMicros the log-in
 * @param firstQueryMicros the first query on it
 * @param readyMicros from the start until the connection can be used, log-in included; in plain text
 *     or with a full handshake
 * @param resumedReadyMicros the same with a handshake that resumes a session
 */
public record ConnectionCost(
    long connections,
    @Nullable Double tcpConnectMicros,
    @Nullable Double fullHandshakeMicros,
    @Nullable Double resumedHandshakeMicros,
    @Nullable Double helloMicros,
    @Nullable Double authenticationMicros,
    @Nullable Double firstQueryMicros,
    @Nullable Double readyMicros,
    @Nullable Double resumedReadyMicros) {}
