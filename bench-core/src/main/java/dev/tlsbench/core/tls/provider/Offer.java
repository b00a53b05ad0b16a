package dev.tlsbench.core.tls.provider;

import java.util.List;

/**
 * The settings that a client puts into its ClientHello.
 *
 * @param protocols the protocol versions, as the JDK spells them
 * @param suites the cipher suites, if they are limited
 * @param namedGroups IANA names of the groups; empty for the provider's own choice
 * @param serverName whether the host's name is sent
 * @param applicationProtocols names for ALPN; empty for none
 * @param resumption whether sessions are resumed
 */
public record Offer(
    List<String> protocols,
    SuiteLimits suites,
    List<String> namedGroups,
    boolean serverName,
    List<String> applicationProtocols,
    boolean resumption) {}
