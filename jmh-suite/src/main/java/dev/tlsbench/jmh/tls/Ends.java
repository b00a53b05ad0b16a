package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The implementations at the two ends of a connection, and the only outcome that they can
 * negotiate.
 *
 * @param provider the implementation at {@code side}; at the other end is the {@link #peer}
 * @param protocol {@code TLSv1.3} or {@code TLSv1.2}
 * @param cipherSuite the IANA name of the suite
 * @param key the type of the server's key, and of the client's
 * @param namedGroup the IANA name of the group; not used where no key is exchanged
 * @param mutual whether the client shows a certificate too
 */
public record Ends(
    TlsProvider provider,
    Side side,
    String protocol,
    String cipherSuite,
    KeyType key,
    String namedGroup,
    boolean mutual) {

  private static final String HYBRID = "X25519MLKEM768";

  /** A hybrid group that only Bouncy Castle has. */
  static final String HYBRID_OF_P_256 = "SecP256r1MLKEM768";

  private static final String CURVE_OF_P_256 = "secp256r1";

  /**
   * Returns a client of one implementation with a suite, for measurements after the handshake,
   * where key and group make no difference.
   */
  public static Ends of(TlsProvider provider, Suite suite) {
    return new Ends(
        provider,
        Side.CLIENT,
        suite.protocol(),
        suite.cipherSuite(suite.keyType()),
        suite.keyType(),
        CURVE_OF_P_256,
        false);
  }

  /** Returns the implementation at the other end: SunJSSE, except with a hybrid group. */
  public TlsProvider peer() {
    return switch (namedGroup) {
      case HYBRID -> TlsProvider.OPENSSL;
      case HYBRID_OF_P_256 -> TlsProvider.BOUNCY_CASTLE;
      default -> TlsProvider.JDK;
    };
  }

  /** Returns the implementation at one end. */
  public TlsProvider at(Side end) {
    return end == side ? provider : peer();
  }

  /**
   * Checks that a handshake was the one to be measured, as the protocol prescribes it (RFC 8446,
   * section 2; RFC 5246, 7.3). No key is exchanged when a session is resumed under TLS 1.2, and
   * with RSA key transport.
   *
   * @param flights as {@link EnginePair#handshake} counts them
   * @throws IllegalStateException if it was another
   */
  public void check(EnginePair pair, int flights, boolean resumed) {
    boolean exchangesKeys = tls13() || (!resumed && cipherSuite.contains("_ECDHE_"));
    Choice expected =
        new Choice(protocol, cipherSuite, exchangesKeys ? namedGroup : null, false, resumed);
    int expectedFlights = tls13() || resumed ? 3 : 4;
    if (!pair.negotiated().equals(expected) || flights != expectedFlights) {
      throw new IllegalStateException(
          "not the handshake to be measured: %s in %d flights; expected %s in %d"
              .formatted(pair.negotiated(), flights, expected, expectedFlights));
    }
    if (!resumed && pair.clientIsAuthenticated() != mutual) {
      throw new IllegalStateException("the client showed a certificate: " + !mutual);
    }
  }

  boolean usesHybridGroup() {
    return namedGroup.equals(HYBRID) || namedGroup.equals(HYBRID_OF_P_256);
  }

  boolean tls13() {
    return protocol.equals("TLSv1.3");
  }

  /**
   * Returns the groups to offer: the one to be used, and after it the curve of an ECDSA key where
   * it must be in the same list: under TLS 1.2 (RFC 8422, section 5.1.1), and for Bouncy Castle. It
   * is left out elsewhere, because SunJSSE sends a key share for each.
   */
  List<String> namedGroups() {
    boolean curveToo =
        key == KeyType.P_256
            && !namedGroup.equals(CURVE_OF_P_256)
            && (!tls13() || provider == TlsProvider.BOUNCY_CASTLE);
    return curveToo ? List.of(namedGroup, CURVE_OF_P_256) : List.of(namedGroup);
  }

  /**
   * Returns the suite to request; {@code null} for an implementation that cannot restrict the
   * suites of TLS 1.3, which its peer then does.
   */
  @Nullable String cipherSuiteFor(Side end) {
    TlsProvider at = at(end);
    boolean limits = at == TlsProvider.JDK || at == TlsProvider.BOUNCY_CASTLE;
    return tls13() && !limits ? null : cipherSuite;
  }
}
