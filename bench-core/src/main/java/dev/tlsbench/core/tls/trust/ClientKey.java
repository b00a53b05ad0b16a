package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.edec.EdECObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.operator.DefaultAlgorithmNameFinder;

/**
 * The client's certificate chain and its private key.
 *
 * @param chain the client's certificate first, then the intermediate ones
 */
public record ClientKey(PrivateKey key, List<X509Certificate> chain) {
  private static final String OPTION = "tls.certificateKeyFile";
  private static final Map<ASN1ObjectIdentifier, String> JCA_NAMES =
      Map.of(
          PKCSObjectIdentifiers.rsaEncryption, "RSA",
          PKCSObjectIdentifiers.id_RSASSA_PSS, "RSASSA-PSS",
          X9ObjectIdentifiers.id_ecPublicKey, "EC",
          EdECObjectIdentifiers.id_Ed25519, "Ed25519",
          EdECObjectIdentifiers.id_Ed448, "Ed448",
          X9ObjectIdentifiers.id_dsa, "DSA");

  /** Reads a certificate and its key, and checks that they belong together. */
  public static ClientKey read(Path certificateFile, Path keyFile, Optional<String> password) {
    CredentialFile file = CredentialFile.read(OPTION, certificateFile);
    return keyFile.equals(certificateFile)
        ? file.clientKey(password)
        : file.clientKey(keyFile, password);
  }

  /** Creates a pair from a key and its certificates, of which the first must be its own. */
  static ClientKey of(String subject, PrivateKey key, List<X509Certificate> certificates) {
    X509Certificate own = certificates.get(0);
    if (!belong(key, own)) {
      throw new InvalidSettingException(
          ("%s: the private key does not belong to the first certificate (%s); put the client's own"
                  + " certificate first, with its key")
              .formatted(subject, own.getSubjectX500Principal()));
    }
    return new ClientKey(key, fromFirst(certificates));
  }

  /**
   * Creates a pair from a key and the certificates of its store, in any order; empty if none
   * matches.
   */
  static Optional<ClientKey> ofStore(PrivateKey key, List<X509Certificate> certificates) {
    return certificates.stream()
        .filter(certificate -> belong(key, certificate))
        .findFirst()
        .map(
            own ->
                new ClientKey(
                    key, fromFirst(Stream.concat(Stream.of(own), certificates.stream()).toList())));
  }

  /**
   * Returns the first certificate and its issuers in order. A bundle may hold others, in any order,
   * which key stores refuse and servers do not need.
   */
  private static List<X509Certificate> fromFirst(List<X509Certificate> all) {
    List<X509Certificate> chain = new ArrayList<>();
    List<X509Certificate> left = new ArrayList<>(all);
    Optional<X509Certificate> next = Optional.of(all.get(0));
    while (next.isPresent()) {
      X509Certificate last = next.get();
      chain.add(last);
      left.removeIf(last::equals);
      next =
          left.stream()
              .filter(
                  other -> other.getSubjectX500Principal().equals(last.getIssuerX500Principal()))
              .findFirst();
    }
    return List.copyOf(chain);
  }

  /** Returns a key, as the JDK's object unless only Bouncy Castle knows its curve. */
  static PrivateKey decode(String subject, PrivateKeyInfo info) {
    String algorithm = algorithm(info.getPrivateKeyAlgorithm());
    try {
      PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(info.getEncoded());
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(encoded);
      } catch (GeneralSecurityException e) {
        return KeyFactory.getInstance(algorithm, KeyEncryption.BOUNCY_CASTLE)
            .generatePrivate(encoded);
      }
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new InvalidSettingException(
          "%s: a private key of type %s cannot be used; expected RSA, RSA-PSS, EC, Ed25519 or Ed448"
              .formatted(subject, algorithm),
          e);
    }
  }

  private static String algorithm(AlgorithmIdentifier identifier) {
    String known = JCA_NAMES.get(identifier.getAlgorithm());
    return known == null ? new DefaultAlgorithmNameFinder().getAlgorithmName(identifier) : known;
  }

  /** Signs with the key and verifies with the certificate, to check that they match. */
  private static boolean belong(PrivateKey key, X509Certificate certificate) {
    try {
      byte[] challenge = new byte[32];
      new SecureRandom().nextBytes(challenge);
      String algorithm =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "RSASSA-PSS" -> "SHA256withRSAandMGF1";
            case "EC", "ECDSA" -> "SHA256withECDSA";
            default -> "EdDSA";
          };
      Signature signing = Signature.getInstance(algorithm, KeyEncryption.BOUNCY_CASTLE);
      signing.initSign(key);
      signing.update(challenge);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(algorithm, KeyEncryption.BOUNCY_CASTLE);
      verifying.initVerify(certificate.getPublicKey());
      verifying.update(challenge);
      return verifying.verify(signature);
    } catch (GeneralSecurityException | RuntimeException e) {
      return false;
    }
  }

  /**
   * Returns the algorithm as the JCA names it: {@code RSA}, {@code RSASSA-PSS}, {@code EC}, {@code
   * Ed25519} or {@code Ed448}.
   */
  public String algorithm() {
    return algorithm(identifier());
  }

  /** Returns the algorithm and, for {@code EC}, the curve, such as {@code EC prime256v1}. */
  public String type() {
    if (!algorithm().equals("EC")) {
      return algorithm();
    }
    return identifier().getParameters() instanceof ASN1ObjectIdentifier curve
        ? "EC " + Optional.ofNullable(ECNamedCurveTable.getName(curve)).orElse(curve.getId())
        : "EC with explicit parameters";
  }

  /** Returns whether a {@link #type} is an EC key that every TLS implementation supports. */
  public static boolean isOnNistCurve(String type) {
    return Set.of("EC prime256v1", "EC secp384r1", "EC secp521r1").contains(type);
  }

  /** Returns whether TLS 1.3 has signatures for this EC key's curve. */
  public boolean signsTls13() {
    return isOnNistCurve(type()) || type().matches("EC brainpoolP(256|384|512)r1");
  }

  private AlgorithmIdentifier identifier() {
    return PrivateKeyInfo.getInstance(key.getEncoded()).getPrivateKeyAlgorithm();
  }

  /** Shows the client's name, and not the key. */
  @Override
  public String toString() {
    return chain.get(0).getSubjectX500Principal().toString();
  }
}
