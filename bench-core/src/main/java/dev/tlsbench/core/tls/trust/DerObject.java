package dev.tlsbench.core.tls.trust;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1Primitive;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1Set;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.cms.ContentInfo;
import org.bouncycastle.asn1.cms.SignedData;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.Pfx;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.sec.ECPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x509.Certificate;
import org.bouncycastle.asn1.x509.CertificateList;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.cert.X509CRLHolder;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.CMSException;
import org.bouncycastle.cms.CMSSignedData;
import org.bouncycastle.pkcs.PKCS12PfxPdu;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.jspecify.annotations.Nullable;

/** Recognizes certificates, revocation lists, keys and stores by their ASN.1 structure. */
final class DerObject {
  private static final int RSA_PARTS = 9;

  private DerObject() {}

  /** Returns whether a file begins as an ASN.1 sequence does; text may begin with the digit 0. */
  static boolean isDer(byte[] content) {
    return content.length > 1
        && content[0] == 0x30
        && ((content[1] & 0x80) != 0 || !PemText.isPem(content));
  }

  /**
   * Returns every object in a file, one after another, and those in PKCS#7 bundles.
   *
   * @throws IOException if any of them is damaged or of another kind
   */
  static List<Object> read(byte[] content) throws IOException {
    List<Object> objects = new ArrayList<>();
    try (ASN1InputStream input =
        new ASN1InputStream(new ByteArrayInputStream(content), content.length)) {
      for (ASN1Primitive next = input.readObject(); next != null; next = input.readObject()) {
        if (!(next instanceof ASN1Sequence sequence)) {
          throw new IOException("not a certificate, a revocation list or a key");
        }
        if (isBundle(sequence)) {
          objects.addAll(bundled(sequence));
        } else {
          objects.add(object(sequence));
        }
      }
    } catch (RuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
    return objects;
  }

  private static boolean isBundle(ASN1Sequence sequence) {
    return part(sequence, 0).equals(PKCSObjectIdentifiers.signedData);
  }

  private static List<Object> bundled(ASN1Sequence sequence) throws IOException {
    try {
      CMSSignedData bundle = new CMSSignedData(ContentInfo.getInstance(sequence));
      List<Object> objects = new ArrayList<>();
      objects.addAll(bundle.getCertificates().getMatches(null));
      objects.addAll(bundle.getCRLs().getMatches(null));
      if (objects.isEmpty()) {
        throw new IOException("a PKCS#7 bundle without certificates");
      }
      SignedData data = SignedData.getInstance(bundle.toASN1Structure().getContent());
      if (objects.size() != size(data.getCertificates()) + size(data.getCRLs())) {
        throw new IOException("a PKCS#7 bundle with something else than certificates and lists");
      }
      return objects;
    } catch (CMSException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static int size(@Nullable ASN1Set set) {
    return set == null ? 0 : set.size();
  }

  private static Object object(ASN1Sequence sequence) throws IOException {
    ASN1Encodable first = part(sequence, 0);
    if (first instanceof ASN1Integer version) {
      return withVersion(version.intValueExact(), sequence);
    }
    if (first instanceof ASN1Sequence && part(sequence, 1) instanceof ASN1OctetString) {
      return new PKCS8EncryptedPrivateKeyInfo(sequence.getEncoded());
    }
    ASN1Sequence signed = ASN1Sequence.getInstance(first);
    // RFC 5280: a list begins with its algorithm, or has a date where a certificate has two.
    boolean list =
        part(signed, 0) instanceof ASN1Sequence
            || (part(signed, 0) instanceof ASN1Integer
                && !(part(signed, 3) instanceof ASN1Sequence));
    return list
        ? new X509CRLHolder(CertificateList.getInstance(sequence))
        : new X509CertificateHolder(Certificate.getInstance(sequence));
  }

  private static Object withVersion(int version, ASN1Sequence sequence) throws IOException {
    ASN1Encodable second = part(sequence, 1);
    if (second instanceof ASN1Sequence algorithm) {
      return part(algorithm, 0) instanceof ASN1ObjectIdentifier
              && part(sequence, 2) instanceof ASN1OctetString
          ? PrivateKeyInfo.getInstance(sequence)
          : new PKCS12PfxPdu(Pfx.getInstance(sequence));
    }
    if (second instanceof ASN1OctetString && version == 1) {
      ECPrivateKey key = ECPrivateKey.getInstance(sequence);
      if (key.getParametersObject() == null) {
        throw new IOException("an EC key that does not name its curve");
      }
      return new PrivateKeyInfo(
          new AlgorithmIdentifier(X9ObjectIdentifiers.id_ecPublicKey, key.getParametersObject()),
          key);
    }
    if (sequence.size() == RSA_PARTS && version == 0) {
      return new PrivateKeyInfo(
          new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption),
          RSAPrivateKey.getInstance(sequence));
    }
    throw new IOException("not a certificate, a revocation list or a key");
  }

  private static ASN1Encodable part(ASN1Sequence sequence, int index) {
    return index < sequence.size()
        ? sequence.getObjectAt(index).toASN1Primitive()
        : DERNull.INSTANCE;
  }
}
