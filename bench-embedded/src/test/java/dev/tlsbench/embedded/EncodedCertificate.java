package dev.tlsbench.embedded;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PublicKey;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1EncodableVector;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1Sequence;
import org.bouncycastle.asn1.ASN1TaggedObject;
import org.bouncycastle.asn1.DERSequence;
import org.bouncycastle.asn1.DERTaggedObject;
import org.jspecify.annotations.Nullable;

/** A certificate that goes over the wire in other bytes, which no object could be made of. */
final class EncodedCertificate extends X509Certificate {
  private static final long serialVersionUID = 1L;
  private static final int EXTENSIONS = 3;

  private final X509Certificate whole;
  private final byte[] encoding;

  EncodedCertificate(X509Certificate whole, byte[] encoding) {
    this.whole = whole;
    this.encoding = encoding.clone();
  }

  /** The same with its first extension twice (RFC 5280, section 4.2, forbids it). */
  static EncodedCertificate withExtensionTwice(X509Certificate whole) {
    try {
      ASN1Sequence certificate = ASN1Sequence.getInstance(whole.getEncoded());
      ASN1EncodableVector signed = new ASN1EncodableVector();
      for (ASN1Encodable part : ASN1Sequence.getInstance(certificate.getObjectAt(0))) {
        signed.add(
            part instanceof ASN1TaggedObject tagged && tagged.getTagNo() == EXTENSIONS
                ? new DERTaggedObject(true, EXTENSIONS, doubled(tagged))
                : part);
      }
      ASN1Encodable[] parts = {
        new DERSequence(signed), certificate.getObjectAt(1), certificate.getObjectAt(2)
      };
      return new EncodedCertificate(whole, new DERSequence(parts).getEncoded(ASN1Encoding.DER));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ASN1Sequence doubled(ASN1TaggedObject tagged) {
    ASN1Sequence extensions = ASN1Sequence.getInstance(tagged, true);
    ASN1EncodableVector more = new ASN1EncodableVector();
    more.add(extensions.getObjectAt(0));
    extensions.forEach(more::add);
    return new DERSequence(more);
  }

  @Override
  public byte[] getEncoded() {
    return encoding.clone();
  }

  @Override
  public PublicKey getPublicKey() {
    return whole.getPublicKey();
  }

  @Override
  public String getSigAlgName() {
    return whole.getSigAlgName();
  }

  @Override
  public String getSigAlgOID() {
    return whole.getSigAlgOID();
  }

  @Override
  public byte @Nullable [] getSigAlgParams() {
    return whole.getSigAlgParams();
  }

  @Override
  public void checkValidity() throws CertificateExpiredException, CertificateNotYetValidException {
    whole.checkValidity();
  }

  @Override
  public void checkValidity(Date date)
      throws CertificateExpiredException, CertificateNotYetValidException {
    whole.checkValidity(date);
  }

  @Override
  public int getVersion() {
    return whole.getVersion();
  }

  @Override
  public BigInteger getSerialNumber() {
    return whole.getSerialNumber();
  }

  @Override
  @SuppressWarnings("deprecation") // as the class library has it
  public Principal getIssuerDN() {
    return whole.getIssuerDN();
  }

  @Override
  @SuppressWarnings("deprecation") // as the class library has it
  public Principal getSubjectDN() {
    return whole.getSubjectDN();
  }

  @Override
  public Date getNotBefore() {
    return whole.getNotBefore();
  }

  @Override
  public Date getNotAfter() {
    return whole.getNotAfter();
  }

  @Override
  public byte[] getTBSCertificate() throws java.security.cert.CertificateEncodingException {
    return whole.getTBSCertificate();
  }

  @Override
  public byte[] getSignature() {
    return whole.getSignature();
  }

  @Override
  public boolean @Nullable [] getIssuerUniqueID() {
    return whole.getIssuerUniqueID();
  }

  @Override
  public boolean @Nullable [] getSubjectUniqueID() {
    return whole.getSubjectUniqueID();
  }

  @Override
  public boolean @Nullable [] getKeyUsage() {
    return whole.getKeyUsage();
  }

  @Override
  public int getBasicConstraints() {
    return whole.getBasicConstraints();
  }

  @Override
  public void verify(PublicKey key) throws java.security.cert.CertificateException {
    throw new java.security.cert.CertificateException("not verified here");
  }

  @Override
  public void verify(PublicKey key, String provider)
      throws java.security.cert.CertificateException {
    verify(key);
  }

  @Override
  public boolean hasUnsupportedCriticalExtension() {
    return whole.hasUnsupportedCriticalExtension();
  }

  @Override
  public @Nullable Set<String> getCriticalExtensionOIDs() {
    return whole.getCriticalExtensionOIDs();
  }

  @Override
  public @Nullable Set<String> getNonCriticalExtensionOIDs() {
    return whole.getNonCriticalExtensionOIDs();
  }

  @Override
  public byte @Nullable [] getExtensionValue(String oid) {
    return whole.getExtensionValue(oid);
  }

  @Override
  public String toString() {
    return "other bytes of " + whole.getSubjectX500Principal();
  }
}
