package dev.tlsbench.experiment.result;

import dev.tlsbench.report.json.OneLine;
import org.jspecify.annotations.Nullable;

/**
 * One outcome of handshakes.
 *
 * @param provider the client's TLS implementation
 * @param protocol such as {@code TLSv1.3}
 * @param cipherSuite the IANA name
 * @param namedGroup the IANA name; {@code null} without an ephemeral key exchange
 * @param count the number of handshakes
 */
@OneLine
public record Negotiated(
    String provider,
    String protocol,
    String cipherSuite,
    @Nullable String namedGroup,
    boolean resumed,
    long count) {}
