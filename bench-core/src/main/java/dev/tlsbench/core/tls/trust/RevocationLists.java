package dev.tlsbench.core.tls.trust;

import java.io.IOException;
import java.security.InvalidAlgorithmParameterException;
import java.security.cert.CRL;
import java.security.cert.CRLSelector;
import java.security.cert.CertSelector;
import java.security.cert.CertStore;
import java.security.cert.CertStoreSpi;
import java.security.cert.Certificate;
import java.security.cert.X509CRL;
import java.security.cert.X509CRLSelector;
import java.security.cert.X509Extension;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.AuthorityKeyIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.jspecify.annotations.Nullable;

/**
 * The user's revocation lists, as the JDK's validation asks for them: those that the key of the
 * certificate's issuer signed, if there are any, by the authority key identifier (RFC 5280, section
 * 4.2.1.1). A directory of lists may hold those of another authority of the same name, such as the
 * one before a change of keys, and the JDK uses no list at all if it comes across one of these
 * first.
 */
final class RevocationLists extends CertStoreSpi {
  private final List<X509CRL> lists;

  private RevocationLists(List<X509CRL> lists) throws InvalidAlgorithmParameterException {
    super(null);
    this.lists = lists;
  }

  static CertStore of(List<X509CRL> lists) throws InvalidAlgorithmParameterException {
    return new CertStore(new RevocationLists(List.copyOf(lists)), null, "Collection", null) {};
  }

  @Override
  public Collection<? extends Certificate> engineGetCertificates(@Nullable CertSelector selector) {
    return List.of();
  }

  @Override
  public Collection<? extends CRL> engineGetCRLs(@Nullable CRLSelector selector) {
    List<X509CRL> matching =
        lists.stream().filter(list -> selector == null || selector.match(list)).toList();
    if (selector instanceof X509CRLSelector checking && checking.getCertificateChecking() != null) {
      Optional<ASN1OctetString> key = issuerKey(checking.getCertificateChecking());
      List<X509CRL> ofKey =
          matching.stream().filter(list -> key.isPresent() && issuerKey(list).equals(key)).toList();
      return ofKey.isEmpty() ? matching : ofKey;
    }
    return matching;
  }

  private static Optional<ASN1OctetString> issuerKey(X509Extension signed) {
    byte[] value = signed.getExtensionValue(Extension.authorityKeyIdentifier.getId());
    if (value == null) {
      return Optional.empty();
    }
    try {
      return Optional.ofNullable(
          AuthorityKeyIdentifier.getInstance(JcaX509ExtensionUtils.parseExtensionValue(value))
              .getKeyIdentifierObject());
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
