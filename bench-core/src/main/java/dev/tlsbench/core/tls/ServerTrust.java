package dev.tlsbench.core.tls;

import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Decides whether a server is the one it says it is, by the same rules under every provider: the
 * chain by the JDK's PKIX validation and {@link CertificateStrength}, the host name by RFC 2818 as
 * the JDK implements it, but by the alternative names alone (RFC 9525, section 6.3).
 *
 * <p>The host name is checked if the connection's parameters name the endpoint identification
 * algorithm {@code HTTPS}, which {@link TlsImplementation} sets from the settings.
 */
final class ServerTrust extends X509ExtendedTrustManager {
  /** The key exchanges that the JDK knows by name; what else a provider says is a signature. */
  private static final Set<String> AUTH_TYPES =
      Set.of("RSA", "DHE_RSA", "DHE_DSS", "ECDHE_RSA", "ECDHE_ECDSA", "ECDH_RSA", "ECDH_ECDSA");

  /** RFC 5280, section 4.2.1.3: the first bit. */
  private static final int DIGITAL_SIGNATURE = 0;

  /** The key exchange of the {@code TLS_RSA_*} suites, in which a server's key signs nothing. */
  private static final String KEY_ENCIPHERMENT = "RSA";

  private final TlsSettings settings;
  private final X509ExtendedTrustManager validator;
  private final OcspCheck ocsp;

  ServerTrust(TlsSettings settings) {
    this.settings = settings;
    this.validator = TrustAnchors.validator(settings);
    this.ocsp = new OcspCheck(validator.getAcceptedIssuers(), settings.handshakeTimeout());
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

  /** Without the connection there is no host name to check, so nothing is trusted this way. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("the TLS provider does not say which connection this is for");
  }

  /**
   * What no setting lets pass, whoever is trusted: most providers refuse it by themselves, and
   * these are the words for all of them.
   */
  private static void requireUsable(X509Certificate[] chain, String authType)
      throws ServerRefusedException {
    boolean[] usage = chain[0].getKeyUsage();
    if (usage != null && !usage[DIGITAL_SIGNATURE] && !authType.equals(KEY_ENCIPHERMENT)) {
      throw new ServerRefusedException(ServerRefusedException.MAY_NOT_SIGN);
    }
  }

  private void check(X509Certificate[] sent, String authType, SSLSession session, Check check)
      throws CertificateException {
    X509Certificate[] chain = settings.provider() == TlsProvider.BOUNCY_CASTLE ? read(sent) : sent;
    requireUsable(chain, authType);
    if (settings.allowInvalidCertificates() && settings.allowInvalidHostnames()) {
      return;
    }
    String type = AUTH_TYPES.contains(authType) ? authType : "UNKNOWN";
    String host = session.getPeerHost();
    try {
      check.with(trustFor(chain), chain, type);
      if (!settings.allowInvalidHostnames()) {
        HostNames.of(chain[0]).requireNameFor(host);
      }
      checkRevocation(chain, type, session);
    } catch (CertificateException e) {
      throw new ServerRefusedException(
          ServerRefusedException.explain(e, chain, host, settings, getAcceptedIssuers()), e);
    } catch (GeneralSecurityException e) {
      throw new CertificateException(e);
    }
  }

  /**
   * The same certificates as the JDK reads them, by whose rules they are judged: its validator
   * cannot verify every signature of Bouncy Castle's objects, such as RSASSA-PSS. It can those of
   * the others, whose handshakes are short enough for the reading to count.
   */
  private static X509Certificate[] read(X509Certificate[] chain) throws CertificateException {
    CertificateFactory factory = CertificateFactory.getInstance("X.509");
    X509Certificate[] read = new X509Certificate[chain.length];
    for (int i = 0; i < chain.length; i++) {
      read[i] =
          (X509Certificate)
              factory.generateCertificate(new ByteArrayInputStream(chain[i].getEncoded()));
    }
    return read;
  }

  private X509ExtendedTrustManager trustFor(X509Certificate[] chain)
      throws GeneralSecurityException {
    return settings.allowInvalidCertificates() ? TrustAnchors.accepting(chain[0]) : validator;
  }

  private void checkRevocation(X509Certificate[] chain, String authType, SSLSession session)
      throws CertificateException {
    RevocationCheck wanted = settings.revocationCheck();
    if (wanted == RevocationCheck.NONE) {
      return;
    }
    List<byte[]> stapled = stapled(session);
    if (wanted == RevocationCheck.OCSP || !stapled.isEmpty()) {
      ocsp.check(chain, authType, stapled);
    }
  }

  private static List<byte[]> stapled(SSLSession session) {
    try {
      return session instanceof ExtendedSSLSession extended
          ? extended.getStatusResponses()
          : List.of();
    } catch (UnsupportedOperationException e) {
      // As the class library has it for implementations that hand none over.
      return List.of();
    }
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return validator.getAcceptedIssuers();
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

  /** One way to ask a trust manager. */
  private interface Check {
    void with(X509ExtendedTrustManager trust, X509Certificate[] chain, String authType)
        throws CertificateException;
  }
}
