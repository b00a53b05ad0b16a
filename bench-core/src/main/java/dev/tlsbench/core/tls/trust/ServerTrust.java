package dev.tlsbench.core.tls.trust;

import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Verifies a server by the same rules under every provider: the size of its chain, the chain by the
 * JDK's PKIX validation and additional {@linkplain ChainCheck rules}, and the host name by RFC 2818
 * as the JDK implements it, but only by the alternative names (RFC 9525, section 6.3).
 *
 * <p>Under the other providers the JDK parses the certificates again and sees the handshake through
 * a {@link HandshakeView}, so that differences between the providers' objects do not matter.
 */
public final class ServerTrust extends X509ExtendedTrustManager {
  /** The endpoint identification algorithm that checks host names (RFC 2818). */
  public static final String CHECK_HOST_NAME = "HTTPS";

  /** The key exchanges that the JDK knows by name; anything else is a signature. */
  private static final Set<String> AUTH_TYPES =
      Set.of("RSA", "DHE_RSA", "DHE_DSS", "ECDHE_RSA", "ECDHE_ECDSA", "ECDH_RSA", "ECDH_ECDSA");

  /** RFC 5280, section 4.2.1.3: the first bit. */
  private static final int DIGITAL_SIGNATURE = 0;

  /** The key exchange of the {@code TLS_RSA_*} suites, in which a server's key does not sign. */
  private static final String KEY_ENCIPHERMENT = "RSA";

  private final TrustRules rules;
  private final boolean jdk;
  private final TrustAnchors anchors;
  private final OcspCheck ocsp;

  /** Reads the files that the rules name. */
  public ServerTrust(TrustRules rules, Duration handshakeTimeout, boolean jdk) {
    this.rules = rules;
    this.jdk = jdk;
    this.anchors = new TrustAnchors(rules);
    this.ocsp = new OcspCheck(anchors.certificates(), handshakeTimeout);
  }

  /** Returns whether the host name is verified. */
  public boolean checksHostName() {
    return !rules.allowInvalidHostnames();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    SSLSession session = ((SSLSocket) socket).getHandshakeSession();
    check(
        chain,
        authType,
        session,
        (trust, own, type) -> trust.checkServerTrusted(own, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    SSLSession session = engine.getHandshakeSession();
    check(
        chain,
        authType,
        session,
        (trust, own, type) -> trust.checkServerTrusted(own, type, engine));
  }

  /** Refuses: without the connection there is no host name to check. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("the TLS provider does not say which connection this is for");
  }

  /**
   * Checks that apply even when verification is off. Most providers make some of them too; this
   * gives all the same messages.
   */
  private static void requireUsable(X509Certificate[] chain, String authType, SSLSession session)
      throws CertificateException {
    if (chain.length > ServerRefusedException.MOST_CERTIFICATES) {
      throw new ServerRefusedException(ServerRefusedException.TOO_MANY);
    }
    if (messageLength(chain, session.getProtocol()) > ServerRefusedException.MOST_BYTES) {
      throw new ServerRefusedException(ServerRefusedException.TOO_LONG);
    }
    boolean[] usage = chain[0].getKeyUsage();
    if (usage != null && !usage[DIGITAL_SIGNATURE] && !authType.equals(KEY_ENCIPHERMENT)) {
      throw new ServerRefusedException(ServerRefusedException.MAY_NOT_SIGN);
    }
  }

  /**
   * Returns the length of the Certificate message: under TLS 1.3 with a context and extensions,
   * both empty here (RFC 8446, section 4.4.2), and without them before (RFC 5246, section 7.4.2).
   */
  private static int messageLength(X509Certificate[] chain, String protocol)
      throws CertificateException {
    boolean tls13 = protocol.equals("TLSv1.3");
    int length = tls13 ? 4 : 3;
    for (X509Certificate certificate : chain) {
      length += 3 + certificate.getEncoded().length + (tls13 ? 2 : 0);
    }
    return length;
  }

  private void check(X509Certificate[] sent, String authType, SSLSession session, Check own)
      throws CertificateException {
    X509Certificate[] chain = jdk ? sent : read(sent);
    requireUsable(chain, authType, session);
    if (rules.allowInvalidCertificates() && rules.allowInvalidHostnames()) {
      return;
    }
    String type = AUTH_TYPES.contains(authType) ? authType : "UNKNOWN";
    // Conscrypt may return the caller's host unchanged, with the root's dot.
    String host =
        Optional.ofNullable(session.getPeerHost()).map(ServerName::withoutRoot).orElse(null);
    Check check = jdk ? own : through(new HandshakeView(session, checksHostName()));
    try {
      X509ExtendedTrustManager trust = trustFor(chain);
      NameConstraintCheck.validating(chain[0], () -> check.with(trust, chain, type));
      if (!rules.allowInvalidCertificates()) {
        anchors.requireCurrentIfTrusted(chain[0]);
      }
      if (checksHostName()) {
        HostNames.of(chain[0]).requireNameFor(host);
      }
      checkRevocation(chain, type, session);
    } catch (ServerRefusedException e) {
      throw e;
    } catch (CertificateException | RuntimeException e) {
      // The JDK's validation throws the latter for name constraints that it cannot
      // compare.
      throw new ServerRefusedException(
          ServerRefusedException.explain(e, chain, host, rules, anchors), e);
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  private static Check through(HandshakeView view) {
    return (trust, chain, authType) -> trust.checkServerTrusted(chain, authType, view);
  }

  /** Converts the certificates to the JDK's objects, by whose rules they are judged. */
  private static X509Certificate[] read(X509Certificate[] chain) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    X509Certificate[] read = new X509Certificate[chain.length];
    for (int i = 0; i < chain.length; i++) {
      try {
        read[i] =
            (X509Certificate)
                factory.generateCertificate(new ByteArrayInputStream(chain[i].getEncoded()));
      } catch (CertificateException e) {
        throw new ServerRefusedException(
            ProviderWords.ofCertificate(e).orElse(ServerRefusedException.UNREADABLE), e);
      }
    }
    return read;
  }

  private X509ExtendedTrustManager trustFor(X509Certificate[] chain)
      throws GeneralSecurityException {
    return rules.allowInvalidCertificates()
        ? TrustAnchors.accepting(chain[0])
        : anchors.validator();
  }

  private void checkRevocation(X509Certificate[] chain, String authType, SSLSession session)
      throws CertificateException {
    if (!rules.checksStapled()) {
      return;
    }
    List<byte[]> stapled = stapled(session);
    if (rules.asksResponder() || !stapled.isEmpty()) {
      ocsp.check(chain, authType, stapled);
    }
  }

  private static List<byte[]> stapled(SSLSession session) {
    try {
      return session instanceof ExtendedSSLSession extended
          ? extended.getStatusResponses()
          : List.of();
    } catch (UnsupportedOperationException e) {
      // As the class library does for implementations that provide none.
      return List.of();
    }
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return anchors.certificates();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    checkClientTrusted(chain, authType);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("this side is a client; it has no clients of its own");
  }

  /** A call of a trust manager. */
  private interface Check {
    void with(X509ExtendedTrustManager trust, X509Certificate[] chain, String authType)
        throws CertificateException;
  }
}
