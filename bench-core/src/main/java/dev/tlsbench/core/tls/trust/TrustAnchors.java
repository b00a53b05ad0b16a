package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities that a client trusts, and the JDK's PKIX trust manager for chains that end at one
 * of them (RFC 5280), the same for every provider.
 */
final class TrustAnchors {
  private final List<X509Certificate> certificates;
  private final @Nullable RevocationLists lists;
  private final PKIXBuilderParameters parameters;
  private final X509ExtendedTrustManager jdk;
  private final X509ExtendedTrustManager judge;

  /** Reads the CA file, or the JVM's own CA certificates, and the revocation lists. */
  TrustAnchors(TrustRules rules) {
    this.certificates = List.copyOf(rules.authorities().orElseGet(TrustAnchors::ofJvm));
    List<Path> files = rules.crlFiles();
    this.lists = files.isEmpty() ? null : new RevocationLists(files, certificates);
    try {
      this.parameters = parameters(certificates);
      if (lists != null) {
        lists.addTo(parameters);
      }
      this.jdk = judge(parameters);
      parameters.addCertPathChecker(new CertificateStrength());
      this.judge = judge(parameters);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK cannot validate certificates", e);
    }
  }

  /** Returns the JVM's own authorities; its properties may name an unusable store. */
  private static List<X509Certificate> ofJvm() {
    try {
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init((KeyStore) null);
      X509Certificate[] authorities = only(factory).getAcceptedIssuers();
      if (authorities.length == 0) {
        throw new IllegalStateException("no trusted authorities");
      }
      return List.of(authorities);
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new InvalidSettingException(
          "javax.net.ssl.trustStore: the JVM cannot read its trusted authorities, or has none; check"
              + " the property, with Type and Password, or name a CA file (tls.caFile)",
          e);
    }
  }

  List<X509Certificate> certificates() {
    return certificates;
  }

  /** Returns the revocation lists; {@code null} if certificates are not checked against any. */
  @Nullable RevocationLists lists() {
    return lists;
  }

  X509ExtendedTrustManager judge() {
    return judge;
  }

  /** Returns the judge without {@link CertificateStrength}. */
  X509ExtendedTrustManager jdk() {
    return jdk;
  }

  PKIXBuilderParameters parameters() {
    return (PKIXBuilderParameters) parameters.clone();
  }

  /** Returns a trust manager of the JDK with a check in addition to its own. */
  static X509ExtendedTrustManager judge(List<X509Certificate> anchors, PKIXCertPathChecker check)
      throws GeneralSecurityException {
    PKIXBuilderParameters parameters = parameters(anchors);
    parameters.addCertPathChecker(check);
    return judge(parameters);
  }

  private static PKIXBuilderParameters parameters(List<X509Certificate> anchors)
      throws GeneralSecurityException {
    Set<TrustAnchor> trusted =
        anchors.stream()
            .map(certificate -> new TrustAnchor(certificate, null))
            .collect(Collectors.toSet());
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(trusted, null);
    // As the JDK's trust manager has it for parameters that it makes itself.
    parameters.setRevocationEnabled(Boolean.getBoolean("com.sun.net.ssl.checkRevocation"));
    return parameters;
  }

  private static X509ExtendedTrustManager judge(PKIXBuilderParameters parameters)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(new CertPathTrustManagerParameters(parameters));
    return only(factory);
  }

  private static X509ExtendedTrustManager only(TrustManagerFactory factory) {
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
  }
}
