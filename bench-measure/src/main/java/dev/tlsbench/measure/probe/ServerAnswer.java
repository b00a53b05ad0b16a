package dev.tlsbench.measure.probe;

import dev.tlsbench.relay.witness.ServerFlight;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * A server's answer to an {@link TrialHello}.
 *
 * @param flight the server's messages before encryption began
 * @param chain its certificates, its own first; empty if the handshake did not get that far
 * @param completed true if both sides completed the handshake; a server's choice counts without
 *     that, since this client cannot compute every suite
 * @param turnedAway true if the server disconnected after the client had completed the handshake
 */
record ServerAnswer(
    ServerFlight flight,
    List<X509Certificate> chain,
    boolean certificateRequested,
    boolean completed,
    boolean turnedAway,
    boolean timedOut) {

  boolean accepted() {
    return flight.cipherSuite() != null || flight.retryGroup() != null;
  }

  /** Returns the answer if it has this protocol: some servers choose one that was not offered. */
  ServerAnswer of(ProtocolVersion protocol) {
    if (flight.protocol() == null || flight.protocol().equals(Candidates.name(protocol))) {
      return this;
    }
    ServerFlight other =
        new ServerFlight(flight.protocol(), null, null, null, flight.alert(), flight.tls());
    return new ServerAnswer(other, chain, certificateRequested, false, turnedAway, timedOut);
  }
}
