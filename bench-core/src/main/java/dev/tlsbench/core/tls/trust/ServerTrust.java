package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.trust.ServerRefusedException.Reason;
import java.io.ByteArrayInputStream;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Verifies a server by the same rules under every provider: the JDK's PKIX trust manager judges the
 * chain and the host name; in addition certificates need {@linkplain CertificateStrength strength},
 * and only {@linkplain HostNames alternative names} count.
 *
 * <p>Under the other providers the JDK parses the certificates, and sees the handshake through a
 * {@link HandshakeView}, so that differences between the providers' objects do not matter.
 */
public final class ServerTrust extends X509ExtendedTrustManager {
  /**
   * The JDK tries each path through certificates of one name before it looks at a signature, up to
   * n/5 to the power of 5 paths through n certificates, and no time limit ends it.
   */
  private static final int MOST_CERTIFICATES = 20;

  /** RFC 5280, section 4.2.1.3: the first bit. */
  private static final int DIGITAL_SIGNATURE = 0;

  /** The key exchange of the {@code TLS_RSA_*} suites, in which a server's key does not sign. */
  private static final String KEY_ENCIPHERMENT = "RSA";

  private final TrustRules rules;
  private final boolean jdk;
  private final TrustAnchors anchors;
  private final OcspCheck ocsp;

  /**
   * The last chain that fitted, all of it strong: most clients meet one server again and again,
   * whose chain the JDK judges anew each time, and our own rules need not.
   */
  private volatile @Nullable Fit last;

  public ServerTrust(TrustRules rules, Duration handshakeTimeout, boolean jdk) {
    this.rules = rules;
    this.jdk = jdk;
    this.anchors = new TrustAnchors(rules);
    this.ocsp = new OcspCheck(anchors.certificates(), handshakeTimeout);
  }

  public boolean checksHostName() {
    return !rules.allowInvalidHostnames();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
      throws CertificateException {
    check(
        chain,
        authType,
        ((SSLSocket) socket).getHandshakeSession(),
        (judge, own, type) -> judge.checkServerTrusted(own, type, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
      throws CertificateException {
    check(
        chain,
        authType,
        engine.getHandshakeSession(),
        (judge, own, type) -> judge.checkServerTrusted(own, type, engine));
  }

  /** Refuses: without the connection there is no host name to check. */
  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType)
      throws CertificateException {
    throw new CertificateException("the TLS provider does not say which connection this is for");
  }

  private void check(X509Certificate[] sent, String authType, SSLSession session, Judgement jdks)
      throws CertificateException {
    if (sent.length > MOST_CERTIFICATES) {
      throw ServerRefusedException.of(Reason.TOO_MANY, sent[0], sent.length, null);
    }
    X509Certificate[] chain = jdk ? sent : read(sent);
    // Bouncy Castle's name has a prefix: KE:RSA.
    String exchange = authType.startsWith("KE:") ? authType.substring(3) : authType;
    String type = exchange.equals(KEY_ENCIPHERMENT) ? exchange : "UNKNOWN";
    Fit fit = new Fit(List.of(chain), type, session.getPeerHost());
    boolean known = fit.isAlso(last);
    if (!known) {
      requireUsage(chain[0], type);
    }
    try {
      if (!rules.allowInvalidCertificates()) {
        X509ExtendedTrustManager judge = known ? anchors.jdk() : anchors.judge();
        if (jdk) {
          jdks.of(judge, chain, type);
        } else {
          judge.checkServerTrusted(chain, type, new HandshakeView(session, checksHostName()));
        }
      }
      if (!known && checksHostName()) {
        HostNames.require(chain[0], fit.hostName());
      }
      if (!known && CertificateStrength.allStrong(chain)) {
        last = fit;
      }
      checkRevocation(chain, type, session);
    } catch (ServerRefusedException e) {
      throw e;
    } catch (CertificateException | RuntimeException e) {
      // The JDK throws the latter for name constraints that it cannot compare.
      String host = checksHostName() ? fit.hostName() : null;
      throw ServerRefusedException.of(e, chain, host, rules, anchors);
    }
  }

  /** Even if verification is off: BoringSSL's own handshake demands it. */
  private static void requireUsage(X509Certificate server, String type)
      throws ServerRefusedException {
    boolean[] usage = server.getKeyUsage();
    if (usage != null && !usage[DIGITAL_SIGNATURE] && !type.equals(KEY_ENCIPHERMENT)) {
      throw ServerRefusedException.of(Reason.NO_SIGNATURES, server, null, null);
    }
  }

  /** A server's chain, and the use that its certificate must be fit for. */
  private record Fit(List<X509Certificate> chain, String type, @Nullable String host) {
    boolean isAlso(@Nullable Fit other) {
      return other != null
          && chain.equals(other.chain)
          && type.equals(other.type)
          && Objects.equals(host, other.host);
    }

    /** Returns the host without the root's dot, which Conscrypt may leave there. */
    @Nullable String hostName() {
      return host == null ? null : HostName.withoutRoot(host);
    }
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
        throw ServerRefusedException.unreadable(e);
      }
    }
    return read;
  }

  private void checkRevocation(X509Certificate[] chain, String authType, SSLSession session)
      throws CertificateException {
    if (!rules.checksStapled()) {
      return;
    }
    List<byte[]> stapled = stapled(session);
    boolean none = stapled.isEmpty() || stapled.get(0).length == 0;
    if (jdk && none && OcspCheck.mustStaple(chain[0])) {
      throw ServerRefusedException.of(
          Reason.UNDETERMINED_REVOCATION_STATUS,
          chain[0],
          "it demands that the server staples an OCSP response (Must-Staple), and it does not; switch"
              + " stapling on there",
          null);
    }
    if (!stapled.isEmpty() || (rules.asksResponder() && OcspCheck.namesResponder(chain[0]))) {
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
    return anchors.certificates().toArray(new X509Certificate[0]);
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

  /** The judgement of the JDK's trust manager on the JDK's own connection. */
  private interface Judgement {
    void of(X509ExtendedTrustManager judge, X509Certificate[] chain, String authType)
        throws CertificateException;
  }
}
