package dev.tlsbench.measure.probe;

import java.util.List;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * The content of a ClientHello.
 *
 * @param protocols one protocol, or several for the server to choose from
 * @param groups by their IANA names, in order of preference
 * @param keyShares the groups with a key share (RFC 8446, section 4.2.8); without any a server of
 *     TLS 1.3 must name the group that it requires
 * @param signatureAlgorithms their numbers (RFC 8446, section 4.2.3); if empty, those of the TLS
 *     library
 */
record TrialHello(
    List<ProtocolVersion> protocols,
    List<String> cipherSuites,
    List<String> groups,
    List<String> keyShares,
    List<Integer> signatureAlgorithms) {
  TrialHello(
      List<ProtocolVersion> protocols,
      List<String> cipherSuites,
      List<String> groups,
      List<String> keyShares) {
    this(protocols, cipherSuites, groups, keyShares, List.of());
  }
}
