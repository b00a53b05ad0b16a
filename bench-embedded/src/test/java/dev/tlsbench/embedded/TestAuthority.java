package dev.tlsbench.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.bouncycastle.asn1.ASN1Encodable;
import org.bouncycastle.asn1.ASN1Encoding;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.jcajce.interfaces.BCKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * An authority with any key, any extensions and any issuer, which also signs revocation lists.
 *
 * @param own its certificate, those above it and its key
 * @param path its own certificate and those above it, without the root: what a server sends after
 *     its own
 */
public record TestAuthority(IssuedCertificate own, List<X509Certificate> path) {
  private static final BouncyCastleProvider BOUNCY_CASTLE = new BouncyCastleProvider();

  /** A root of the name {@code root}, unless the request has another. */
  static TestAuthority root(UnaryOperator<Request> shape) {
    return new TestAuthority(shape.apply(authorityRequest("root")).issue(null), List.of());
  }

  /** The same authority, the one that signs. */
  public static TestAuthority of(CertificateAuthority authority) {
    List<IssuedCertificate> all = authority.authorities();
    IssuedCertificate last = all.get(all.size() - 1);
    return new TestAuthority(last, all.size() > 1 ? last.chain() : List.of());
  }

  /** An authority of the name {@code sub} under a root. */
  static TestAuthority under(CertificateAuthority issuer, UnaryOperator<Request> shape) {
    return of(issuer).authority(shape);
  }

  /** An authority of the name {@code sub} under this one. */
  TestAuthority authority(UnaryOperator<Request> shape) {
    IssuedCertificate issued = shape.apply(authorityRequest("sub")).issue(this);
    return new TestAuthority(issued, issued.chain());
  }

  private static Request authorityRequest(String name) {
    return new Request(null, name).extension("2.5.29.19", true, der(new BasicConstraints(true)));
  }

  /** A server's certificate, for this machine unless the request names other hosts. */
  public IssuedCertificate issue(UnaryOperator<Request> shape) {
    return shape.apply(new Request(KeyPurposeId.id_kp_serverAuth, "localhost")).issue(this);
  }

  /** A client's certificate. */
  IssuedCertificate issueClient(String commonName, UnaryOperator<Request> shape) {
    return shape.apply(new Request(KeyPurposeId.id_kp_clientAuth, commonName)).issue(this);
  }

  X509Certificate certificate() {
    return own.certificate();
  }

  /** A list with nothing on it. */
  X509CRL emptyList() {
    return list(own);
  }

  /** The lists of all authorities of a chain, the root's first; the last one has the revoked. */
  public static List<X509CRL> lists(CertificateAuthority authority, IssuedCertificate... revoked) {
    List<IssuedCertificate> signers = authority.authorities();
    List<X509CRL> lists = new ArrayList<>();
    for (IssuedCertificate signer : signers.subList(0, signers.size() - 1)) {
      lists.add(list(signer));
    }
    lists.add(list(signers.get(signers.size() - 1), revoked));
    return lists;
  }

  /** Writes {@link #lists} as PEM, one block after the other. */
  public static void writeLists(
      Path file, CertificateAuthority authority, IssuedCertificate... revoked) throws IOException {
    Files.writeString(file, Pem.of(lists(authority, revoked).toArray()));
  }

  private static X509CRL list(IssuedCertificate signer, IssuedCertificate... revoked) {
    Date now = Date.from(Instant.now());
    X509v2CRLBuilder list =
        new JcaX509v2CRLBuilder(
            signer.certificate(), Date.from(Instant.now().minus(Duration.ofHours(1))));
    list.setNextUpdate(signer.certificate().getNotAfter());
    for (IssuedCertificate certificate : revoked) {
      list.addCRLEntry(
          certificate.certificate().getSerialNumber(), now, CRLReason.cessationOfOperation);
    }
    try {
      list.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          new JcaX509ExtensionUtils().createAuthorityKeyIdentifier(signer.certificate()));
      return new JcaX509CRLConverter().getCRL(list.build(signer(signer.keys(), null)));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ContentSigner signer(KeyPair keys, @Nullable String algorithm) {
    String name =
        algorithm != null
            ? algorithm
            : switch (keys.getPrivate().getAlgorithm()) {
              case "EdDSA" -> "Ed25519";
              case "EC" -> "SHA256withECDSA";
              default -> "SHA256with" + keys.getPrivate().getAlgorithm();
            };
    JcaContentSignerBuilder builder = new JcaContentSignerBuilder(name);
    // The class library takes the hash of RSASSA-PSS as a parameter, this name has it.
    if (name.endsWith("andMGF1") || keys.getPrivate() instanceof BCKey) {
      builder.setProvider(BOUNCY_CASTLE);
    }
    try {
      return builder.build(keys.getPrivate());
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The contents of a certificate that may be wrong in any way. */
  public static final class Request {
    private final CertificateBuilder<Request> options;
    private final List<Consumer<X509v3CertificateBuilder>> changes = new ArrayList<>();
    private KeyPair keys = KeyType.P_256.generate();
    private @Nullable String signatureAlgorithm;
    private @Nullable X500Name subject;

    private Request(@Nullable KeyPurposeId purpose, String commonName) {
      this.options = new CertificateBuilder<>(purpose, commonName, any -> this);
    }

    public Request commonName(String name) {
      options.commonName(name);
      return this;
    }

    /** Sets the whole subject. */
    Request subject(String name) {
      subject = new X500Name(name);
      return this;
    }

    Request dnsNames(String... names) {
      options.dnsNames(names);
      return this;
    }

    Request ipAddresses(String... addresses) {
      options.ipAddresses(addresses);
      return this;
    }

    Request validFrom(Instant instant) {
      options.validFrom(instant);
      return this;
    }

    Request validUntil(Instant instant) {
      options.validUntil(instant);
      return this;
    }

    /** Sets a key of any size. */
    Request keyPair(KeyPair pair) {
      keys = pair;
      return this;
    }

    /** Sets the algorithm by which the issuer signs; by default with SHA-256. */
    Request signatureAlgorithm(String name) {
      signatureAlgorithm = name;
      return this;
    }

    /** Adds an extension, or replaces the one with the same identifier. */
    Request extension(String oid, boolean critical, byte[] value) {
      withoutExtension(oid);
      changes.add(
          certificate -> {
            try {
              certificate.addExtension(new ASN1ObjectIdentifier(oid), critical, value);
            } catch (IOException e) {
              throw new IllegalStateException(e);
            }
          });
      return this;
    }

    /** Removes an extension, such as the alternative names ({@code 2.5.29.17}). */
    public Request withoutExtension(String oid) {
      ASN1ObjectIdentifier id = new ASN1ObjectIdentifier(oid);
      changes.add(
          certificate -> {
            if (certificate.hasExtension(id)) {
              certificate.removeExtension(id);
            }
          });
      return this;
    }

    /** Issues the certificate; without an issuer the key signs itself. */
    private IssuedCertificate issue(@Nullable TestAuthority issuer) {
      X500Name name = subject == null ? options.subject(0) : subject;
      KeyPair signer = issuer == null ? keys : issuer.own.keys();
      X509v3CertificateBuilder certificate =
          options.unsigned(
              name,
              keys.getPublic(),
              issuer == null ? name : issuer.own.subject(),
              signer.getPublic(),
              0);
      changes.forEach(change -> change.accept(certificate));
      List<X509Certificate> chain = new ArrayList<>();
      try {
        chain.add(
            new JcaX509CertificateConverter()
                .getCertificate(certificate.build(signer(signer, signatureAlgorithm))));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
      chain.addAll(issuer == null ? List.of() : issuer.path);
      return new IssuedCertificate(chain, keys.getPrivate());
    }
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
