package dev.tlsbench.relay.witness;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import dev.tlsbench.core.tls.wire.ServerParameters;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The unencrypted part of a server's answer to a ClientHello, read from the wire. It shows the
 * server's choice even of a cipher suite that no available TLS implementation supports, such as one
 * with RC4. Unregistered names are numbers in hexadecimal.
 *
 * @param protocol the protocol version as the JDK spells it, or {@code SSLv3}; {@code null} if the
 *     server chose none
 * @param cipherSuite the IANA name of the suite; {@code null} if the server chose none
 * @param namedGroup the IANA name of the group of the key exchange; {@code null} if there is none
 * @param retryGroup the group for which the server wants a key share first (HelloRetryRequest, RFC
 *     8446, section 4.1.4); {@code null} if it does not
 * @param alert the IANA name of the server's fatal alert; {@code null} if it sent none
 */
public record ServerFlight(
    @Nullable String protocol,
    @Nullable String cipherSuite,
    @Nullable String namedGroup,
    @Nullable String retryGroup,
    @Nullable String alert,
    boolean tls) {

  /**
   * Reads the bytes that a server sent.
   *
   * @param received all bytes from the beginning; an incomplete record is ignored
   */
  public static ServerFlight read(byte[] received) {
    HandshakeReader reader = new HandshakeReader();
    reader.accept(received, 0, received.length);
    Optional<ServerParameters> hello = Optional.ofNullable(reader.hello());
    Optional<ServerParameters> retry = Optional.ofNullable(reader.retry());
    return new ServerFlight(
        hello.or(() -> retry).map(ServerParameters::protocol).orElse(null),
        hello.map(ServerParameters::cipherSuite).orElse(null),
        reader.namedGroup(),
        retry.map(ServerParameters::namedGroup).orElse(null),
        reader.alert(),
        reader.isTls());
  }
}
