package dev.tlsbench.embedded;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A change to an extension of a certificate.
 *
 * @param oid the identifier of the extension
 * @param extension {@code null} to remove it
 */
record ExtensionChange(ASN1ObjectIdentifier oid, @Nullable Extension extension) {
  static ExtensionChange put(String oid, boolean critical, byte[] value) {
    ASN1ObjectIdentifier id = identifier(oid);
    return new ExtensionChange(id, new Extension(id, critical, value.clone()));
  }

  static ExtensionChange remove(String oid) {
    return new ExtensionChange(identifier(oid), null);
  }

  private static ASN1ObjectIdentifier identifier(String oid) {
    try {
      return new ASN1ObjectIdentifier(oid);
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          "extension: '" + oid + "' is no object identifier; expected one such as 2.5.29.17", e);
    }
  }

  void applyTo(X509v3CertificateBuilder builder) throws IOException {
    if (builder.hasExtension(oid)) {
      builder.removeExtension(oid);
    }
    if (extension != null) {
      builder.addExtension(extension);
    }
  }
}
