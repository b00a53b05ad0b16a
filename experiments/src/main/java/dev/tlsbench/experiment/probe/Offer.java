package dev.tlsbench.experiment.probe;

import java.util.List;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * What one ClientHello offers, and nothing else.
 *
 * @param protocols one, or several of which the server chooses
 * @param cipherSuites by their numbers
 * @param groups by their numbers, in order of preference
 * @param keyShares the groups for which a key share is sent along (RFC 8446, section 4.2.8); with
 *     none a server of TLS 1.3 must name the group that it wants
 */
record Offer(
    List<ProtocolVersion> protocols,
    List<Integer> cipherSuites,
    List<Integer> groups,
    List<Integer> keyShares) {}
