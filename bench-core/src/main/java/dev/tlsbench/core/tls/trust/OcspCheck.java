package dev.tlsbench.core.tls.trust;

import java.security.GeneralSecurityException;
import java.security.Security;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertificateException;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.X509ExtendedTrustManager;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.x509.AccessDescription;
import org.bouncycastle.asn1.x509.AuthorityInformationAccess;
import org.bouncycastle.asn1.x509.Extension;

/**
 * Checks by OCSP (RFC 6960) whether a server's certificate was revoked: by the response that the
 * server stapled, or else by the responder that the certificate names.
 *
 * <p>A responder that does not answer causes no failure, and has half of the handshake's time
 * limit. The JDK's own limit is 15 s for the whole JVM, and closing the connection to the server
 * does not end its wait; so it runs in a thread of its own, which may outlive the handshake by that
 * time.
 *
 * <p>Safe to share between threads.
 */
record OcspCheck(List<X509Certificate> anchors, Duration handshakeTimeout) {
  /** RFC 7633: the features that the server must have; status_request is number 5. */
  private static final String TLS_FEATURE = "1.3.6.1.5.5.7.1.24";

  private static final ASN1Integer STATUS_REQUEST = new ASN1Integer(5);

  /** Checks a chain that is otherwise valid by the stapled responses, the server's first. */
  void check(X509Certificate[] chain, String authType, List<byte[]> stapled)
      throws CertificateException {
    FutureTask<?> asked =
        new FutureTask<>(
            () -> {
              validator(chain[0], stapled).checkServerTrusted(chain, authType);
              return null;
            });
    Thread thread = new Thread(asked, "tlsbench-ocsp");
    thread.setDaemon(true);
    thread.start();
    try {
      asked.get(handshakeTimeout.toNanos() / 2, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      asked.cancel(true);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CertificateException("interrupted while an OCSP responder was asked", e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CertificateException refused) {
        throw refused;
      }
      throw new CertificateException(e.getCause());
    }
  }

  /** Returns whether the JVM or a certificate names a responder (RFC 5280, section 4.2.2.1). */
  static boolean namesResponder(X509Certificate certificate) {
    String ofJvm = Security.getProperty("ocsp.responderURL");
    if (ofJvm != null && !ofJvm.isBlank()) {
      return true;
    }
    byte[] value = certificate.getExtensionValue(Extension.authorityInfoAccess.getId());
    return value != null
        && Stream.of(
                AuthorityInformationAccess.getInstance(
                        ASN1OctetString.getInstance(value).getOctets())
                    .getAccessDescriptions())
            .anyMatch(access -> access.getAccessMethod().equals(AccessDescription.id_ad_ocsp));
  }

  /** Returns whether a server with this certificate must staple a response (Must-Staple). */
  static boolean mustStaple(X509Certificate certificate) {
    byte[] value = certificate.getExtensionValue(TLS_FEATURE);
    return value != null
        && Stream.of(
                ASN1Sequence.getInstance(ASN1OctetString.getInstance(value).getOctets()).toArray())
            .anyMatch(STATUS_REQUEST::equals);
  }

  private X509ExtendedTrustManager validator(X509Certificate server, List<byte[]> stapled)
      throws GeneralSecurityException {
    PKIXRevocationChecker checker =
        (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
    // Only for the server: the JDK would refuse an authority's certificate that names no
    // responder.
    checker.setOptions(
        EnumSet.of(
            PKIXRevocationChecker.Option.SOFT_FAIL, PKIXRevocationChecker.Option.ONLY_END_ENTITY));
    if (!stapled.isEmpty() && stapled.get(0).length > 0) {
      checker.setOcspResponses(Map.of(server, stapled.get(0)));
    }
    return TrustAnchors.judge(anchors, checker);
  }
}
