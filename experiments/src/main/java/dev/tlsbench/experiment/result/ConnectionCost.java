package dev.tlsbench.experiment.result;

import org.jspecify.annotations.Nullable;

/**
 * Medians of the durations of opening connections, in microseconds; {@code null} if not observed.
 * The parts follow each other in time; being medians, they need not add up to the whole.
 *
 * @param connections the number of opened connections
 * @param helloMicros the greeting of the database's own protocol
 * @param authenticationMicros the log-in
 * @param readyMicros from the start until the connection can be used, log-in included; in plain
 *     text or with a full handshake
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
