package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathBuilder;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXCertPathChecker;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CRL;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The authorities that a client trusts, and the validation of chains that end at one of them by the
 * JDK's PKIX trust managers (RFC 5280), the same for every provider.
 */
final class TrustAnchors {
  private static final String CA_FILE = "tls.caFile";
  private static final String CRL_FILE = "tls.crlFile";

  private static final String NO_JVM_AUTHORITIES =
      "javax.net.ssl.trustStore: the JVM cannot read its trusted authorities, or has none; check the"
          + " property, with Type and Password, or name a CA file (tls.caFile)";

  private final X509Certificate[] certificates;
  private final CurrentAnchor current;
  private final List<ChainCheck> rules = new ArrayList<>();
  private final X509ExtendedTrustManager validator;

  /** Reads the CA file, or the JVM's own CA certificates, and the revocation lists. */
  TrustAnchors(TrustRules asked) {
    try {
      KeyStore anchors =
          asked.caFile().isEmpty()
              ? null
              : store(
                  CredentialFile.read(CA_FILE, asked.caFile().get())
                      .authorities(asked.caFilePassword()));
      this.certificates = anchors == null ? ofJvm() : trustManager(anchors).getAcceptedIssuers();
      this.current = new CurrentAnchor(certificates);
      rules.add(new CertificateStrength());
      rules.add(new NameConstraintCheck(certificates));
      rules.add(current);
      List<X509CRL> lists = new ArrayList<>();
      for (Path file : asked.crlFiles()) {
        lists.addAll(CredentialFile.read(CRL_FILE, file).revocationLists());
      }
      boolean listed = !asked.crlFiles().isEmpty();
      if (listed) {
        rules.add(new ListedCertificates(lists, certificates));
      }
      PKIXBuilderParameters parameters = parameters(List.of(certificates), rules);
      if (listed) {
        // After the rules: the JDK reports any list that it does not accept as missing.
        addRevocationLists(lists, parameters);
      }
      this.validator = trustManager(parameters);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK cannot validate certificates", e);
    }
  }

  /** Returns the JVM's own authorities; its properties may name an unusable store. */
  private static X509Certificate[] ofJvm() {
    try {
      X509Certificate[] authorities = trustManager((KeyStore) null).getAcceptedIssuers();
      if (authorities.length > 0) {
        return authorities;
      }
    } catch (GeneralSecurityException | RuntimeException e) {
      throw new InvalidSettingException(NO_JVM_AUTHORITIES, e);
    }
    throw new InvalidSettingException(NO_JVM_AUTHORITIES);
  }

  X509Certificate[] certificates() {
    return certificates.clone();
  }

  /** Returns the rules of {@link #validator} in addition to the JDK's. */
  List<ChainCheck> rules() {
    return List.copyOf(rules);
  }

  /**
   * Refuses a trusted certificate of the server that has expired or is not valid yet.
   *
   * @throws ServerRefusedException if it is expired or not valid yet
   */
  void requireCurrentIfTrusted(X509Certificate server) throws ServerRefusedException {
    current.requireCurrentIfTrusted(server);
  }

  X509ExtendedTrustManager validator() {
    return validator;
  }

  /** Returns a validator with rules in addition to the JDK's. */
  static X509ExtendedTrustManager validator(
      X509Certificate[] anchors, List<? extends PKIXCertPathChecker> rules)
      throws GeneralSecurityException {
    return trustManager(parameters(List.of(anchors), rules));
  }

  /** Returns the parameters of a validation with rules in addition to the JDK's. */
  static PKIXBuilderParameters parameters(
      List<X509Certificate> anchors, List<? extends PKIXCertPathChecker> rules)
      throws GeneralSecurityException {
    Set<TrustAnchor> trusted =
        anchors.stream()
            .map(certificate -> new TrustAnchor(certificate, null))
            .collect(Collectors.toSet());
    PKIXBuilderParameters parameters = new PKIXBuilderParameters(trusted, new X509CertSelector());
    parameters.setRevocationEnabled(false);
    rules.forEach(parameters::addCertPathChecker);
    return parameters;
  }

  /**
   * Returns a validator that accepts this certificate with any chain, so that only the host name is
   * checked.
   */
  static X509ExtendedTrustManager accepting(X509Certificate certificate)
      throws GeneralSecurityException {
    return trustManager(store(List.of(certificate)));
  }

  private static X509ExtendedTrustManager trustManager(@Nullable KeyStore anchors)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(anchors);
    return first(factory);
  }

  private static X509ExtendedTrustManager trustManager(PKIXBuilderParameters parameters)
      throws GeneralSecurityException {
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(new CertPathTrustManagerParameters(parameters));
    return first(factory);
  }

  private static X509ExtendedTrustManager first(TrustManagerFactory factory) {
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509ExtendedTrustManager extended) {
        return extended;
      }
    }
    throw new IllegalStateException("the JDK has no X.509 trust manager");
  }

  private static void addRevocationLists(List<X509CRL> lists, PKIXBuilderParameters parameters)
      throws GeneralSecurityException {
    parameters.addCertStore(RevocationLists.of(lists));
    PKIXRevocationChecker checker =
        (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
    checker.setOptions(
        EnumSet.of(
            PKIXRevocationChecker.Option.PREFER_CRLS,
            PKIXRevocationChecker.Option.NO_FALLBACK,
            PKIXRevocationChecker.Option.ONLY_END_ENTITY));
    parameters.addCertPathChecker(checker);
  }

  private static KeyStore store(List<X509Certificate> certificates)
      throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try {
      store.load(null, null);
    } catch (IOException e) {
      throw new GeneralSecurityException("an empty key store cannot be made", e);
    }
    for (int i = 0; i < certificates.size(); i++) {
      store.setCertificateEntry("ca" + i, certificates.get(i));
    }
    return store;
  }
}
