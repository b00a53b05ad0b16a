package dev.tlsbench.measure.result;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.report.json.Inline;
import org.jspecify.annotations.Nullable;

/**
 * One outcome of handshakes.
 *
 * @param protocol such as {@code TLSv1.3}
 * @param namedGroup the IANA name; {@code null} without an ephemeral key exchange
 */
@Inline
public record Negotiated(
    String provider,
    String protocol,
    String cipherSuite,
    @Nullable String namedGroup,
    boolean resumed,
    long count) {

  public static Negotiated of(NegotiatedTls outcome, long count) {
    return new Negotiated(
        outcome.provider().id(),
        outcome.protocol(),
        outcome.cipherSuite(),
        outcome.namedGroup(),
        outcome.resumed(),
        count);
  }

  public Negotiated counting(long other) {
    return new Negotiated(provider, protocol, cipherSuite, namedGroup, resumed, other);
  }
}
