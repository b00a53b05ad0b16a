package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a benchmark's server.
 *
 * @param provider its TLS implementation
 * @param protocol the one protocol version it speaks
 * @param cipherSuite the one suite it takes, by its IANA name; {@code null} leaves the choice to
 *     the client, for implementations that cannot limit the suites of TLS 1.3
 * @param namedGroups the groups it takes, the preferred one first
 * @param mutual whether it asks for a client certificate
 */
public record ServerSettings(
    TlsProvider provider,
    String protocol,
    @Nullable String cipherSuite,
    List<String> namedGroups,
    boolean mutual) {}
