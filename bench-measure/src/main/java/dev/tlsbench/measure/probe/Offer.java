package dev.tlsbench.measure.probe;

import java.util.List;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * The content of a ClientHello.
 *
 * @param protocols one, or several of which the server chooses
 * @param cipherSuites by their IANA names
 * @param groups by their IANA names, in order of preference
 * @param keyShares the groups for which a key share is sent along (RFC 8446, section 4.2.8); with
 *     none a server of TLS 1.3 must name the group that it wants
 */
record Offer(
    List<ProtocolVersion> protocols,
    List<String> cipherSuites,
    List<String> groups,
    List<String> keyShares) {}
