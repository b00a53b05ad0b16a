package dev.tlsbench.core.tls.provider;

import java.util.List;

/**
 * The settings that a client puts into its ClientHello.
 *
 * @param namedGroups IANA names of the groups; empty for the provider's own choice
 * @param applicationProtocols names for ALPN; empty for none
 */
public record Offer(
    List<String> protocols,
    SuiteLimits suites,
    List<String> namedGroups,
    boolean serverName,
    List<String> applicationProtocols,
    boolean resumption) {}
