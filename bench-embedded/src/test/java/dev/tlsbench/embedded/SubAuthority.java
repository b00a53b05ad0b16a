package dev.tlsbench.embedded;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.cert.X509CRL;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An authority whose certificate another one issued and may have got wrong or taken back, and whose
 * key may be one with which this JVM cannot sign.
 */
record SubAuthority(CertificateAuthority issuer, IssuedCertificate own) {
  private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  static SubAuthority of(
      CertificateAuthority issuer, UnaryOperator<CertificateRequest.Builder> request) {
    return new SubAuthority(issuer, issuer.issue(request.apply(request()).build()));
  }

  /** For the certificate of an authority. */
  static CertificateRequest.Builder request() {
    try {
      return CertificateRequest.forServer()
          .commonName("sub")
          .withoutExtension("2.5.29.17")
          .withoutExtension("2.5.29.37")
          .extension("2.5.29.19", true, new BasicConstraints(0).getEncoded())
          .extension(
              "2.5.29.15",
              true,
              new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign).getEncoded());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static KeyPair ec(String curve) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", BOUNCY_CASTLE);
      generator.initialize(new ECGenParameterSpec(curve));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A server with a certificate of this authority, for whoever trusts the one above. */
  ServerFlaw.Identity identity() {
    return new ServerFlaw.Identity(issuer, issueServer());
  }

  IssuedCertificate issueServer() {
    KeyPair pair = KeyType.P_256.generate();
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            name(),
            BigInteger.valueOf(now.toEpochMilli()),
            Date.from(now.minus(CertificateRequest.BACKDATED)),
            Date.from(now.plus(CertificateRequest.LIFETIME)),
            new X500Name("CN=localhost"),
            pair.getPublic());
    try {
      builder.addExtension(
          Extension.subjectAlternativeName,
          false,
          new GeneralNames(new GeneralName(GeneralName.dNSName, "localhost")));
      return new IssuedCertificate(
          List.of(
              new JcaX509CertificateConverter().getCertificate(builder.build(signer())),
              own.certificate()),
          pair.getPrivate());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A list with nothing on it. */
  X509CRL emptyList() {
    Instant now = Instant.now();
    JcaX509v2CRLBuilder builder =
        new JcaX509v2CRLBuilder(
            own.certificate(), Date.from(now.minus(CertificateRequest.BACKDATED)));
    builder.setNextUpdate(Date.from(now.plus(CertificateRequest.LIFETIME)));
    try {
      return new JcaX509CRLConverter().getCRL(builder.build(signer()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private X500Name name() {
    return X500Name.getInstance(own.certificate().getSubjectX500Principal().getEncoded());
  }

  private ContentSigner signer() {
    String algorithm =
        own.privateKey().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
    try {
      return new JcaContentSignerBuilder(algorithm)
          .setProvider(BOUNCY_CASTLE)
          .build(own.privateKey());
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }
}
