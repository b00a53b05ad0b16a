package dev.tlsbench.jmh.tls;

import dev.tlsbench.relay.witness.WitnessedTls;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The required outcome of a handshake; any other is an error of the benchmark.
 *
 * @param protocol the protocol version, as the JDK spells it
 * @param cipherSuite the IANA name of the suite
 * @param namedGroup the IANA name of the group; {@code null} where no key is exchanged: when a
 *     session is resumed under TLS 1.2, and with RSA key transport
 * @param resumed whether a session is resumed
 * @param flights see {@link EnginePair#handshake}
 */
public record ExpectedHandshake(
    String protocol,
    String cipherSuite,
    @Nullable String namedGroup,
    boolean resumed,
    int flights) {

  /** Returns the outcome that the protocol prescribes (RFC 8446, section 2; RFC 5246, 7.3). */
  public static ExpectedHandshake of(
      String protocol, String cipherSuite, @Nullable String group, boolean resumed) {
    boolean tls13 = protocol.equals("TLSv1.3");
    boolean exchangesKeys = tls13 || (!resumed && cipherSuite.contains("_ECDHE_"));
    return new ExpectedHandshake(
        protocol, cipherSuite, exchangesKeys ? group : null, resumed, tls13 || resumed ? 3 : 4);
  }

  /**
   * Checks the outcome of a handshake.
   *
   * @throws IllegalStateException if anything differs; the message lists every difference
   */
  public void check(WitnessedTls.Choice negotiated, int counted) {
    List<String> wrong = new ArrayList<>();
    compare("protocol", protocol, negotiated.protocol(), wrong);
    compare("cipher suite", cipherSuite, negotiated.cipherSuite(), wrong);
    compare("named group", namedGroup, negotiated.namedGroup(), wrong);
    compare("resumed", resumed, negotiated.resumed(), wrong);
    compare("HelloRetryRequest", false, negotiated.helloRetryRequest(), wrong);
    compare("flights", flights, counted, wrong);
    if (!wrong.isEmpty()) {
      throw new IllegalStateException("not the handshake to be measured: " + wrong);
    }
  }

  private static void compare(
      String what, @Nullable Object expected, @Nullable Object actual, List<String> wrong) {
    if (!Objects.equals(expected, actual)) {
      wrong.add(what + " is " + actual + ", expected " + expected);
    }
  }
}
