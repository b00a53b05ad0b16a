package dev.tlsbench.embedded;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.function.Function;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Options of a certificate or of an authority, started by {@link CertificateAuthority#server},
 * {@link CertificateAuthority#client} or {@link CertificateAuthority#builder}.
 *
 * <p>Defaults: a {@link KeyType#P_256} key, valid for a year from one hour ago (in case a clock
 * runs behind), an authority for ten years. A server's certificate is for {@code localhost}, {@code
 * 127.0.0.1} and {@code ::1} unless other names are given.
 *
 * <pre>{@code
 * IssuedCertificate expired =
 *     ca.server()
 *         .validFrom(Instant.now().minus(Duration.ofDays(2)))
 *         .validUntil(Instant.now().minus(Duration.ofDays(1)))
 *         .build();
 * }</pre>
 *
 * <p>Not safe for use by several threads.
 *
 * @param <T> the class of the result
 */
public final class CertificateBuilder<T> {
  private static final Duration LIFETIME = Duration.ofDays(365);
  private static final int SERIAL_BITS = 127;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final GeneralName[] LOCAL = {
    new GeneralName(GeneralName.dNSName, "localhost"),
    new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
    new GeneralName(GeneralName.iPAddress, "::1")
  };

  /** {@code null} for an authority. */
  private final @Nullable KeyPurposeId purpose;

  private final Function<CertificateBuilder<T>, T> factory;
  private final List<GeneralName> names = new ArrayList<>();
  private String commonName;
  private KeyType keyType = KeyType.P_256;
  private int intermediates;
  private Instant validFrom = Instant.now().minus(Duration.ofHours(1));
  private Instant validUntil;

  CertificateBuilder(
      @Nullable KeyPurposeId purpose,
      String commonName,
      Function<CertificateBuilder<T>, T> factory) {
    this.purpose = purpose;
    this.commonName = commonName;
    this.factory = factory;
    this.validUntil = Instant.now().plus(LIFETIME.multipliedBy(purpose == null ? 10 : 1));
  }

  /**
   * Sets the subject, {@code CN=} followed by this name. Intermediate authorities add a number.
   *
   * @param name any text; TLS clients take host names from the alternative names, not from here
   * @return this
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> commonName(String name) {
    this.commonName = name;
    return this;
  }

  /**
   * Adds host names that the certificate is for.
   *
   * @param hosts DNS names; {@code *.} in front stands for one label (RFC 6125). Non-ASCII letters
   *     are encoded ({@code xn--}; RFC 5280, section 7.2), and a root dot at the end is dropped
   * @return this
   * @throws InvalidSettingException if a name cannot be encoded
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> dnsNames(String... hosts) {
    for (String host : hosts) {
      String ascii = HostName.toAscii("certificate", host);
      String rootless = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
      names.add(new GeneralName(GeneralName.dNSName, rootless));
    }
    return this;
  }

  /**
   * Adds IP addresses that the certificate is for.
   *
   * @param addresses IPv4 or IPv6 addresses in their usual text form, without a zone or a mask
   * @return this
   * @throws IllegalArgumentException if an address is malformed
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> ipAddresses(String... addresses) {
    for (String address : addresses) {
      names.add(new GeneralName(GeneralName.iPAddress, address));
    }
    return this;
  }

  /**
   * Sets the type of key, of intermediate authorities too.
   *
   * @param type default {@link KeyType#P_256}
   * @return this
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> keyType(KeyType type) {
    this.keyType = type;
    return this;
  }

  /**
   * Sets the start of the validity, of intermediate authorities too.
   *
   * @param instant truncated to seconds; default one hour ago
   * @return this
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> validFrom(Instant instant) {
    this.validFrom = instant;
    return this;
  }

  /**
   * Sets the end of the validity, of intermediate authorities too.
   *
   * @param instant truncated to seconds; may lie in the past; default in 365 days, for an authority
   *     in ten years
   * @return this
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> validUntil(Instant instant) {
    this.validUntil = instant;
    return this;
  }

  /**
   * Sets the number of authorities between the root and issued certificates. A server then sends as
   * many additional certificates.
   *
   * @param count 0, the default, or more
   * @return this
   * @throws InvalidSettingException if the count is negative, or this is not for an authority
   */
  @CanIgnoreReturnValue
  public CertificateBuilder<T> intermediates(int count) {
    if (count < 0 || purpose != null) {
      throw new InvalidSettingException(
          "intermediates: " + count + "; expected 0 or more, and for an authority only");
    }
    this.intermediates = count;
    return this;
  }

  /**
   * Creates the keys and the certificates.
   *
   * @return a new certificate or authority, with a new key
   * @throws InvalidSettingException if the validity ends before it starts
   */
  public T build() {
    if (validUntil.isBefore(validFrom)) {
      throw new InvalidSettingException(
          "certificate: validUntil " + validUntil + " is before validFrom " + validFrom);
    }
    return factory.apply(this);
  }

  /** Creates the authorities of a chain, the root first. */
  List<IssuedCertificate> issueAuthorities() {
    List<IssuedCertificate> authorities = new ArrayList<>();
    for (int below = intermediates; below >= 0; below--) {
      authorities.add(issue(authorities, below));
    }
    return authorities;
  }

  /**
   * Creates a key and its certificate.
   *
   * @param above the authorities, the root first, of which the last one signs; empty for a root
   * @param below the number of authorities that may follow; not used for a server or a client
   */
  IssuedCertificate issue(List<IssuedCertificate> above, int below) {
    KeyPair keys = keyType.generate();
    X500Name subject = subject(above.size());
    X500Name issuer = subject;
    KeyPair signer = keys;
    List<X509Certificate> chain = new ArrayList<>();
    if (!above.isEmpty()) {
      IssuedCertificate last = above.get(above.size() - 1);
      issuer = last.subject();
      signer = last.keys();
      // A root is its own chain, and is not sent.
      chain.addAll(above.size() > 1 ? last.chain() : List.of());
    }
    try {
      ContentSigner signature =
          new JcaContentSignerBuilder(
                  KeyType.of(signer.getPublic()).orElseThrow().signatureAlgorithm())
              .build(signer.getPrivate());
      chain.add(
          0,
          new JcaX509CertificateConverter()
              .getCertificate(
                  unsigned(subject, keys.getPublic(), issuer, signer.getPublic(), below)
                      .build(signature)));
    } catch (GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("this JDK cannot sign a certificate", e);
    }
    return new IssuedCertificate(chain, keys.getPrivate());
  }

  /** Returns the subject; the name of an intermediate authority ends with its number. */
  X500Name subject(int above) {
    String number = purpose == null && above > 0 ? " " + above : "";
    return new X500NameBuilder().addRDN(BCStyle.CN, commonName + number).build();
  }

  /** Returns a certificate that lacks only its signature. */
  X509v3CertificateBuilder unsigned(
      X500Name subject, PublicKey key, X500Name issuer, PublicKey issuerKey, int below) {
    X509v3CertificateBuilder certificate =
        new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS - 1),
            Date.from(validFrom),
            Date.from(validUntil),
            subject,
            key);
    boolean server = KeyPurposeId.id_kp_serverAuth.equals(purpose);
    int usage =
        purpose == null ? KeyUsage.keyCertSign | KeyUsage.cRLSign : KeyUsage.digitalSignature;
    if (server && key.getAlgorithm().equals("RSA")) {
      // It also decrypts the premaster secret of the TLS_RSA_* suites (RFC 5246).
      usage |= KeyUsage.keyEncipherment;
    }
    try {
      JcaX509ExtensionUtils identifiers = new JcaX509ExtensionUtils();
      certificate
          .addExtension(
              Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(key))
          .addExtension(
              Extension.authorityKeyIdentifier,
              false,
              identifiers.createAuthorityKeyIdentifier(issuerKey))
          .addExtension(
              Extension.basicConstraints,
              true,
              purpose == null ? new BasicConstraints(below) : new BasicConstraints(false))
          .addExtension(Extension.keyUsage, true, new KeyUsage(usage));
      if (purpose != null) {
        certificate.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purpose));
      }
      if (server || !names.isEmpty()) {
        GeneralName[] hosts = names.isEmpty() ? LOCAL : names.toArray(new GeneralName[0]);
        certificate.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(hosts));
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
    return certificate;
  }
}
