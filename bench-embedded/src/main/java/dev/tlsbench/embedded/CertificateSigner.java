package dev.tlsbench.embedded;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jcajce.interfaces.BCKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** One authority of a chain, root or intermediate: its certificate and its signing key. */
final class CertificateSigner {
  /**
   * Suffix for RSASSA-PSS: the class library's name takes the hash as a parameter, this names both.
   */
  private static final String PSS = "andMGF1";

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SERIAL_BITS = 127;

  private final X509Certificate certificate;
  private final KeyPair keys;
  private final String signatureAlgorithm;

  /**
   * Creates a signer.
   *
   * @param certificate the authority's certificate
   * @param keys the key pair of that certificate
   * @param signatureAlgorithm used where a request names none
   */
  CertificateSigner(X509Certificate certificate, KeyPair keys, String signatureAlgorithm) {
    this.certificate = certificate;
    this.keys = keys;
    this.signatureAlgorithm = signatureAlgorithm;
  }

  /** Creates the root of a chain, which signs itself; {@code below} more authorities may follow. */
  static CertificateSigner root(
      String commonName, KeyType keyType, Instant from, Instant until, int below) {
    KeyPair keys = keyType.generate();
    X500Name name = name(commonName);
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name, serial(), Date.from(from), Date.from(until), name, keys.getPublic());
    return signed(builder, keys, keys, keyType.signatureAlgorithm(), below, List.of());
  }

  /** Creates an authority that this one signs; {@code below} more may follow it. */
  CertificateSigner intermediate(
      String commonName,
      KeyType keyType,
      Instant from,
      Instant until,
      int below,
      List<ExtensionChange> changes) {
    KeyPair pair = keyType.generate();
    X509v3CertificateBuilder builder = builder(commonName, from, until, pair.getPublic());
    return signed(builder, pair, keys, keyType.signatureAlgorithm(), below, changes);
  }

  X509Certificate certificate() {
    return certificate;
  }

  /** Creates a key pair and signs a certificate for it. */
  IssuedCertificate issue(CertificateRequest request, List<X509Certificate> intermediates) {
    KeyPair pair = request.keyPair();
    X509v3CertificateBuilder builder =
        builder(request.commonName, request.validFrom, request.validUntil, pair.getPublic());
    try {
      addIdentifiers(builder, pair.getPublic(), keys.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(keyUsage(request, pair.getPublic())));
      builder.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(
              request.server ? KeyPurposeId.id_kp_serverAuth : KeyPurposeId.id_kp_clientAuth));
      GeneralName[] names = alternativeNames(request);
      if (names.length > 0) {
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      apply(request.extensionChanges, builder);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    List<X509Certificate> chain = new ArrayList<>();
    String asked = request.signatureAlgorithm;
    chain.add(sign(builder, keys, asked == null ? signatureAlgorithm : asked));
    chain.addAll(intermediates);
    return new IssuedCertificate(chain, pair.getPrivate());
  }

  /** Returns the revocation list of this authority, valid for as long as its own certificate. */
  X509CRL revocationList(Map<BigInteger, Instant> revoked, long number) {
    Instant now = Instant.now();
    X509v2CRLBuilder builder =
        new JcaX509v2CRLBuilder(certificate, Date.from(now.minus(CertificateRequest.BACKDATED)));
    builder.setNextUpdate(certificate.getNotAfter());
    revoked.forEach(
        (serial, when) ->
            builder.addCRLEntry(serial, Date.from(when), CRLReason.cessationOfOperation));
    try {
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(certificate));
      builder.addExtension(Extension.cRLNumber, false, new CRLNumber(BigInteger.valueOf(number)));
      return new JcaX509CRLConverter().getCRL(builder.build(signer(keys, signatureAlgorithm)));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private X509v3CertificateBuilder builder(
      String commonName, Instant from, Instant until, PublicKey key) {
    return new JcaX509v3CertificateBuilder(
        X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded()),
        serial(),
        Date.from(from),
        Date.from(until),
        name(commonName),
        key);
  }

  private static CertificateSigner signed(
      X509v3CertificateBuilder builder,
      KeyPair own,
      KeyPair issuer,
      String algorithm,
      int below,
      List<ExtensionChange> changes) {
    try {
      addIdentifiers(builder, own.getPublic(), issuer.getPublic());
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(below));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      apply(changes, builder);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return new CertificateSigner(sign(builder, issuer, algorithm), own, algorithm);
  }

  private static void apply(List<ExtensionChange> changes, X509v3CertificateBuilder builder)
      throws IOException {
    for (ExtensionChange change : changes) {
      change.applyTo(builder);
    }
  }

  private static void addIdentifiers(
      X509v3CertificateBuilder builder, PublicKey subject, PublicKey issuer) throws IOException {
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      builder.addExtension(
          Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(subject));
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          identifiers.createAuthorityKeyIdentifier(issuer));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the key usage; RSA keys also decrypt the premaster secret of the {@code TLS_RSA_*}
   * suites (RFC 5246).
   */
  private static int keyUsage(CertificateRequest request, PublicKey key) {
    return request.server && key.getAlgorithm().equals("RSA")
        ? KeyUsage.digitalSignature | KeyUsage.keyEncipherment
        : KeyUsage.digitalSignature;
  }

  private static GeneralName[] alternativeNames(CertificateRequest request) {
    List<GeneralName> names = new ArrayList<>();
    request.dnsNames.forEach(name -> names.add(new GeneralName(GeneralName.dNSName, name)));
    request.ipAddresses.forEach(ip -> names.add(new GeneralName(GeneralName.iPAddress, ip)));
    return names.toArray(new GeneralName[0]);
  }

  private static X509Certificate sign(
      X509v3CertificateBuilder builder, KeyPair keys, String algorithm) {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(signer(keys, algorithm)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ContentSigner signer(KeyPair keys, String algorithm) {
    try {
      JcaContentSignerBuilder builder = new JcaContentSignerBuilder(algorithm);
      if (algorithm.endsWith(PSS) || keys.getPrivate() instanceof BCKey) {
        builder.setProvider(new BouncyCastleProvider());
      }
      return builder.build(keys.getPrivate());
    } catch (OperatorCreationException e) {
      throw new InvalidSettingException(
          "certificate: this JDK cannot sign by "
              + algorithm
              + " with a key of "
              + keys.getPrivate().getAlgorithm(),
          e);
    }
  }

  private static X500Name name(String commonName) {
    return new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
  }

  private static BigInteger serial() {
    return new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS - 1);
  }
}
