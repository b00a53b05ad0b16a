package dev.tlsbench.core.tls.trust;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.PKIXRevocationChecker;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.Extension;

/** The user's revocation lists, by which the JDK checks each certificate of a chain. */
final class RevocationLists {
  /** RFC 5280, section 4.2.1.3: the seventh bit. */
  private static final int CRL_SIGN = 6;

  private final List<X509CRL> lists = new ArrayList<>();
  private final List<X509Certificate> anchors;
  private final String files;

  RevocationLists(List<Path> files, List<X509Certificate> anchors) {
    this.anchors = anchors;
    for (Path file : files) {
      lists.addAll(new CredentialFile("tls.crlFile", file).revocationLists());
    }
    this.files = files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }

  /**
   * Has a validation check each certificate by these lists. Lists of another authority of a trusted
   * one's name, such as before a change of keys, are left out: the JDK uses no list at all if it
   * comes across one of these first.
   */
  void addTo(PKIXBuilderParameters parameters) throws GeneralSecurityException {
    List<X509CRL> usable =
        lists.stream()
            .filter(
                list -> {
                  List<X509Certificate> namesakes = named(list.getIssuerX500Principal());
                  return namesakes.isEmpty() || isSignedBy(list, namesakes);
                })
            .toList();
    parameters.addCertStore(
        CertStore.getInstance("Collection", new CollectionCertStoreParameters(usable)));
    PKIXRevocationChecker checker =
        (PKIXRevocationChecker) CertPathBuilder.getInstance("PKIX").getRevocationChecker();
    checker.setOptions(
        EnumSet.of(
            PKIXRevocationChecker.Option.PREFER_CRLS, PKIXRevocationChecker.Option.NO_FALLBACK));
    parameters.addCertPathChecker(checker);
  }

  /** Explains why the JDK could not check a certificate, as the end of a sentence. */
  String fault(X509Certificate certificate, List<X509Certificate> issuers) {
    String issuer = certificate.getIssuerX500Principal().toString();
    List<String> faults =
        lists.stream()
            .filter(
                list -> list.getIssuerX500Principal().equals(certificate.getIssuerX500Principal()))
            .map(list -> fault(list, issuers))
            .distinct()
            .toList();
    return faults.isEmpty()
        ? "no current list of %s in %s (tls.crlFile); fetch one".formatted(issuer, files)
        : "the list of %s in %s (tls.crlFile) cannot be used: %s"
            .formatted(issuer, files, String.join("; and ", faults));
  }

  private static String fault(X509CRL list, List<X509Certificate> issuers) {
    Instant now = Instant.now();
    if (list.getNextUpdate() == null) {
      return "it does not say when the next one is due";
    }
    if (list.getNextUpdate().toInstant().isBefore(now)) {
      return "the next one was due on " + list.getNextUpdate().toInstant() + "; fetch it";
    }
    if (list.getThisUpdate().toInstant().isAfter(now)) {
      return "it is not valid before " + list.getThisUpdate().toInstant() + "; check the clocks";
    }
    if (!isSignedBy(list, issuers)) {
      return "another key signed it than the authority's; fetch the one of this authority";
    }
    if (issuers.stream().noneMatch(RevocationLists::maySignLists)) {
      return "the authority's certificate does not let it sign lists (key usage without cRLSign)";
    }
    if (list.getExtensionValue(Extension.deltaCRLIndicator.getId()) != null) {
      return "it has changes alone (a delta list); fetch the complete one";
    }
    if (list.getExtensionValue(Extension.issuingDistributionPoint.getId()) != null) {
      return "it is for some certificates alone (issuing distribution point); fetch the one for this"
          + " certificate";
    }
    Set<String> critical = list.getCriticalExtensionOIDs();
    return critical == null || critical.isEmpty()
        ? "the JDK uses none of an authority beside one that another key signed"
        : "it has a critical extension that is not understood here ("
            + String.join(", ", critical)
            + ")";
  }

  private List<X509Certificate> named(X500Principal name) {
    return anchors.stream()
        .filter(anchor -> anchor.getSubjectX500Principal().equals(name))
        .toList();
  }

  private static boolean isSignedBy(X509CRL list, List<X509Certificate> authorities) {
    for (X509Certificate authority : authorities) {
      try {
        list.verify(authority.getPublicKey());
        return true;
      } catch (GeneralSecurityException e) {
        // Another one may have signed it.
      }
    }
    return false;
  }

  private static boolean maySignLists(X509Certificate authority) {
    boolean[] usage = authority.getKeyUsage();
    return usage == null || usage[CRL_SIGN];
  }
}
