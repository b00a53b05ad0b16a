package dev.tlsbench.experiment.probe;

import java.security.cert.X509Certificate;
import java.util.List;

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
}
