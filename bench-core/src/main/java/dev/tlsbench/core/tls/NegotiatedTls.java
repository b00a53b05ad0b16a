package dev.tlsbench.core.tls;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import dev.tlsbench.core.tls.wire.ServerParameters;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one handshake, read from the server's bytes and not from the client's offer.
 *
 * @param provider the TLS implementation of the client
 * @param protocol the protocol version as the JDK spells it: {@code TLSv1.3}, {@code TLSv1.2}
 * @param cipherSuite the IANA name of the cipher suite, such as {@code TLS_AES_128_GCM_SHA256}
 * @param namedGroup the IANA name of the key-exchange group, such as {@code x25519}; {@code null}
 *     if there was no ephemeral key exchange (RSA key transport, a session resumed under TLS 1.2)
 * @param resumed whether a session was resumed; {@code false} for a full handshake
 * @param helloRetryRequest whether the server asked for another key share first (RFC 8446, section
 *     4.1.4), which costs one round trip more
 * @param peer the server's certificate
 */
public record NegotiatedTls(
    TlsProvider provider,
    String protocol,
    String cipherSuite,
    @Nullable String namedGroup,
    boolean resumed,
    boolean helloRetryRequest,
    Peer peer) {

  /**
   * A server's certificate.
   *
   * @param subject as in RFC 2253
   * @param issuer as in RFC 2253
   * @param notAfter the time of expiry
   */
  public record Peer(String subject, String issuer, Instant notAfter) {}

  static NegotiatedTls read(TlsProvider provider, HandshakeReader reader, SSLSession session)
      throws SSLException {
    // The JDK keeps the older prefix for suites that SSL 3.0 had.
    String suite = session.getCipherSuite().replaceFirst("^SSL_", "TLS_");
    if (suite.equals("TLS_NULL_WITH_NULL_NULL")) {
      throw new SSLException("the handshake has not ended");
    }
    ServerParameters hello = reader.hello();
    if (hello == null || !reader.settled()) {
      throw new SSLException("the handshake ended without a ServerHello on the wire");
    }
    if (!session.getProtocol().equals(hello.protocol())) {
      throw new SSLException(
          "the provider says " + session.getProtocol() + ", the wire says " + hello.protocol());
    }
    if (!suite.equals(hello.cipherSuite())) {
      throw new SSLException(
          "the provider says " + suite + ", the wire says " + hello.cipherSuite());
    }
    X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
    return new NegotiatedTls(
        provider,
        hello.protocol(),
        hello.cipherSuite(),
        reader.namedGroup(),
        reader.resumed(),
        reader.retry() != null,
        new Peer(
            certificate.getSubjectX500Principal().getName(),
            certificate.getIssuerX500Principal().getName(),
            certificate.getNotAfter().toInstant()));
  }

  /** Compares the outcome with the settings; returns one line for each difference. */
  List<String> differences(TlsSettings asked) {
    List<String> differences = new ArrayList<>();
    compare("protocol", asked.offer().protocols(), protocol, differences);
    if (asked.offer().suites().isLimited(protocol)) {
      compare("cipher suite", asked.offer().suites().listed(), cipherSuite, differences);
    }
    if (namedGroup != null) {
      compare("group", asked.offer().namedGroups(), namedGroup, differences);
    } else if (!resumed) {
      compare(
          "group", asked.offer().namedGroups(), "RSA key transport, which has none", differences);
    }
    if (!asked.offer().resumption() && resumed) {
      differences.add("asked for full handshakes only, but a session was resumed");
    }
    if (asked.provider() != provider) {
      differences.add("asked for provider " + asked.provider().id() + ", got " + provider.id());
    }
    return differences;
  }

  private static void compare(
      String what, List<String> asked, String got, List<String> differences) {
    if (!asked.isEmpty() && !asked.contains(got)) {
      differences.add("asked for " + what + " " + String.join(" or ", asked) + ", got " + got);
    }
  }

  /** {@return protocol, suite and group, such as {@code TLSv1.3 TLS_AES_128_GCM_SHA256 x25519}} */
  public String summary() {
    return protocol + " " + cipherSuite + (namedGroup == null ? "" : " " + namedGroup);
  }
}
