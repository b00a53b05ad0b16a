package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.security.interfaces.EdECKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.asn1.x9.ECNamedCurveTable;
import org.bouncycastle.asn1.x9.X9ObjectIdentifiers;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;

/**
 * The client's certificate chain and its private key.
 *
 * @param chain the client's certificate first, then the intermediate ones
 */
public record ClientKey(PrivateKey key, List<X509Certificate> chain) {
  /**
   * Created when a key is read, since that takes 0.2 s. Not registered with the JVM, whose list of
   * providers must stay unchanged.
   */
  static final class BouncyCastle {
    static final Provider PROVIDER = new BouncyCastleProvider();

    private BouncyCastle() {}
  }

  /** Reads a certificate and its key, and checks that they belong together; empty if none. */
  public static Optional<ClientKey> read(Identity client) {
    return client
        .certificateFile()
        .map(
            certificate -> {
              CredentialFile file =
                  new CredentialFile(
                      client.ofJvm() ? "javax.net.ssl.keyStore" : "tls.certificateKeyFile",
                      certificate);
              Optional<Path> other = client.keyFile().filter(key -> !key.equals(certificate));
              return other.isPresent()
                  ? file.clientKey(other.get(), client.keyPassword())
                  : file.clientKey(client.keyPassword());
            });
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
  static PrivateKey decode(PrivateKeyInfo key) throws IOException {
    JcaPEMKeyConverter converter =
        new JcaPEMKeyConverter().setAlgorithmMapping(X9ObjectIdentifiers.id_ecPublicKey, "EC");
    try {
      return converter.getPrivateKey(key);
    } catch (PEMException e) {
      return converter.setProvider(BouncyCastle.PROVIDER).getPrivateKey(key);
    }
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
      Signature signing = Signature.getInstance(algorithm, BouncyCastle.PROVIDER);
      signing.initSign(key);
      signing.update(challenge);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(algorithm, BouncyCastle.PROVIDER);
      verifying.initVerify(certificate.getPublicKey());
      verifying.update(challenge);
      return verifying.verify(signature);
    } catch (GeneralSecurityException | RuntimeException e) {
      return false;
    }
  }

  /** Returns the algorithm as the JCA names it, such as {@code RSASSA-PSS} or {@code Ed25519}. */
  public String algorithm() {
    return key instanceof EdECKey edwards ? edwards.getParams().getName() : key.getAlgorithm();
  }

  /** Returns the algorithm and, for {@code EC}, the curve, such as {@code EC prime256v1}. */
  public String type() {
    if (!algorithm().equals("EC")) {
      return algorithm();
    }
    AlgorithmIdentifier identifier =
        PrivateKeyInfo.getInstance(key.getEncoded()).getPrivateKeyAlgorithm();
    return identifier.getParameters() instanceof ASN1ObjectIdentifier curve
        ? "EC " + Optional.ofNullable(ECNamedCurveTable.getName(curve)).orElse(curve.getId())
        : "EC with explicit parameters";
  }

  /** Returns whether a {@link #type} is an EC key that every TLS implementation supports. */
  public static boolean isOnNistCurve(String type) {
    return Set.of("EC prime256v1", "EC secp384r1", "EC secp521r1").contains(type);
  }

  public boolean signsTls13() {
    return isOnNistCurve(type()) || type().matches("EC brainpoolP(256|384|512)r1");
  }

  /** Shows the client's name, and not the key. */
  @Override
  public String toString() {
    return chain.get(0).getSubjectX500Principal().toString();
  }
}
