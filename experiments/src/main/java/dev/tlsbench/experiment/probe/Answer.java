package dev.tlsbench.experiment.probe;

import dev.tlsbench.core.tls.ServerFlight;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * What a server made of an {@link Offer}.
 *
 * @param flight what it said before encryption began
 * @param chain its certificates, its own first; empty if it was not asked that far
 * @param certificateRequested whether it asked for a client certificate
 * @param completed whether both sides ended the handshake; not every suite that a server chooses
 *     can be computed here, so a choice counts without that
 * @param turnedAway whether it broke off after the client had ended the handshake
 * @param timedOut whether it kept silent
 */
record Answer(
    ServerFlight flight,
    List<X509Certificate> chain,
    boolean certificateRequested,
    boolean completed,
    boolean turnedAway,
    boolean timedOut) {

  /** Whether the server chose something of the offer. */
  boolean accepted() {
    return flight.cipherSuite() != null || flight.retryGroup() != null;
  }

  /** The answer as far as it is one in this protocol: some servers choose one not offered. */
  Answer of(ProtocolVersion protocol) {
    if (flight.protocol() == null || flight.protocol().equals(Candidates.name(protocol))) {
      return this;
    }
    ServerFlight other =
        new ServerFlight(flight.protocol(), null, null, null, flight.alert(), flight.tls());
    return new Answer(other, chain, certificateRequested, false, turnedAway, timedOut);
  }
}
