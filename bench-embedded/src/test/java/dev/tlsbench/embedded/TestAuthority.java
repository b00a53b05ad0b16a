package dev.tlsbench.embedded;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateHolder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An authority with any key, any extensions and any issuer.
 *
 * @param own its certificate, those above it and its key
 * @param signer signs with that key
 * @param path its own certificate and those above it, without the root: what a server sends after
 *     its own
 */
record TestAuthority(IssuedCertificate own, CertificateSigner signer, List<X509Certificate> path) {
  private static final BouncyCastleProvider BOUNCY_CASTLE = new BouncyCastleProvider();

  /** A root of the name {@code root}, unless the request has another. */
  static TestAuthority root(UnaryOperator<CertificateRequest.Builder> shape) {
    CertificateRequest request = request("root", shape);
    // Whoever has that name and that key issues the root's certificate to itself.
    X509Certificate sameName =
        CertificateAuthority.builder().commonName(request.commonName).build().certificate();
    IssuedCertificate own = signer(sameName, request.keyPair()).issue(request, List.of());
    return new TestAuthority(own, signer(own.certificate(), request.keyPair()), List.of());
  }

  /** An authority of the name {@code sub} under a root. */
  static TestAuthority under(
      CertificateAuthority issuer, UnaryOperator<CertificateRequest.Builder> shape) {
    CertificateRequest request = request("sub", shape);
    return of(issuer.issue(request), request.keyPair());
  }

  /** An authority of the name {@code sub} under this one. */
  TestAuthority authority(UnaryOperator<CertificateRequest.Builder> shape) {
    CertificateRequest request = request("sub", shape);
    return of(signer.issue(request, path), request.keyPair());
  }

  private static TestAuthority of(IssuedCertificate own, KeyPair keys) {
    return new TestAuthority(own, signer(own.certificate(), keys), own.chain());
  }

  private static CertificateSigner signer(X509Certificate certificate, KeyPair keys) {
    String algorithm =
        switch (keys.getPublic().getAlgorithm()) {
          case "EdDSA" -> "Ed25519";
          case "EC" -> "SHA256withECDSA";
          default -> "SHA256with" + keys.getPublic().getAlgorithm();
        };
    return new CertificateSigner(certificate, keys, algorithm);
  }

  private static CertificateRequest request(
      String name, UnaryOperator<CertificateRequest.Builder> shape) {
    CertificateRequest.Builder authority =
        CertificateRequest.forServer()
            .commonName(name)
            .keyPair(KeyType.P_256.generate())
            .withoutExtension("2.5.29.17")
            .withoutExtension("2.5.29.37")
            .extension("2.5.29.19", true, der(new BasicConstraints(true)))
            .extension(
                "2.5.29.15", true, der(new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign)));
    return shape.apply(authority).build();
  }

  /** A server's certificate, for this machine unless the request names other hosts. */
  IssuedCertificate issue(UnaryOperator<CertificateRequest.Builder> shape) {
    return signer.issue(shape.apply(CertificateRequest.forServer()).build(), path);
  }

  /** The certificate of a server on this machine with any subject. */
  IssuedCertificate issueTo(String subject) {
    KeyPair keys = KeyType.P_256.generate();
    IssuedCertificate usual = issue(request -> request.keyPair(keys));
    try {
      JcaX509CertificateHolder holder = new JcaX509CertificateHolder(usual.certificate());
      X509v3CertificateBuilder builder =
          new X509v3CertificateBuilder(
              holder.getIssuer(),
              holder.getSerialNumber(),
              holder.getNotBefore(),
              holder.getNotAfter(),
              new X500Name(subject),
              holder.getSubjectPublicKeyInfo());
      builder.copyAndAddExtension(Extension.subjectAlternativeName, false, holder);
      X509Certificate named =
          new JcaX509CertificateConverter()
              .getCertificate(
                  builder.build(
                      new JcaContentSignerBuilder("SHA256withECDSA").build(own.privateKey())));
      List<X509Certificate> chain = new ArrayList<>(List.of(named));
      chain.addAll(path);
      return new IssuedCertificate(chain, keys.getPrivate());
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  X509Certificate certificate() {
    return own.certificate();
  }

  /** A list with nothing on it. */
  X509CRL emptyList() {
    return signer.revocationList(Map.of(), 1);
  }

  /** A key on a curve that this JVM may not know any more. */
  static KeyPair ec(String curve) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", BOUNCY_CASTLE);
      generator.initialize(new ECGenParameterSpec(curve));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static KeyPair key(String algorithm, int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] der(ASN1Encodable value) {
    try {
      return value.toASN1Primitive().getEncoded(ASN1Encoding.DER);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
