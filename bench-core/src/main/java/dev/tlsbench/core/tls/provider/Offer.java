package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.text.TlsNames;
import java.util.List;

/**
 * The settings that a client puts into its ClientHello.
 *
 * @param protocols as the JDK spells them: the requested ones, or else the default ones for which a
 *     cipher suite and a group are left; never empty
 * @param namedGroups IANA names in order of preference; empty for the provider's own choice
 * @param serverName whether the host's name is sent (RFC 6066)
 * @param applicationProtocols names for ALPN; empty for none
 * @param resumption whether later connections resume the sessions of earlier ones
 * @param resumptionRequired whether a provider that cannot resume is refused
 */
public record Offer(
    List<String> protocols,
    SuiteLimits suites,
    List<String> namedGroups,
    boolean serverName,
    List<String> applicationProtocols,
    boolean resumption,
    boolean resumptionRequired) {

  /**
   * Returns the only cipher suites that may be negotiated, by their IANA names in order of
   * preference; empty if the provider chooses them for any of the protocols.
   */
  public List<String> cipherSuites() {
    return protocols.stream().allMatch(suites::isLimited) ? suites.listed() : List.of();
  }

  /** Returns those of one of the protocols; empty for the provider's own choice. */
  public List<String> cipherSuites(String protocol) {
    return suites.isLimited(protocol)
        ? suites.listed().stream().filter(suite -> TlsNames.fits(suite, protocol)).toList()
        : List.of();
  }
}
