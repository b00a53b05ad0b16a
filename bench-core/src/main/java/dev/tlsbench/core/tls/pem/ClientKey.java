package dev.tlsbench.core.tls.pem;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;

/**
 * The client's certificate chain and its private key.
 *
 * @param key the private key
 * @param chain the client's certificate first, then the intermediate ones
 */
public record ClientKey(PrivateKey key, List<X509Certificate> chain) {
  private static final String OPTION = "tls.certificateKeyFile";
  private static final char[] IN_MEMORY = "in memory".toCharArray();

  /** Shows this certificate with the JDK's key managers. */
  public ClientKeyManager manager() {
    try {
      return manager(
          KeyStore.getInstance("PKCS12"),
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("the JDK has no key managers", e);
    }
  }

  /** Shows this certificate with another provider's key managers, and a store of its kind. */
  public ClientKeyManager manager(KeyStore store, KeyManagerFactory factory) {
    try {
      store.load(null, null);
      store.setKeyEntry("client", key, IN_MEMORY, chain.toArray(new Certificate[0]));
      factory.init(store, IN_MEMORY);
      return ClientKeyManager.of(factory);
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a key cannot be held in memory", e);
    }
  }

  /**
   * Reads a certificate and its key, and checks that they belong together.
   *
   * @param keyFile the same as {@code certificateFile} if that one holds both
   */
  public static ClientKey read(Path certificateFile, Path keyFile, Optional<String> password) {
    SecretFile certificates = SecretFile.read(OPTION, certificateFile);
    ClientKey read;
    if (certificates.isPem()) {
      read = fromPem(certificates, SecretFile.read(OPTION, keyFile), password);
    } else if (keyFile.equals(certificateFile)) {
      read = fromStore(certificates, password);
    } else {
      throw new InvalidSettingException(
          "%s: %s is a key store, which holds the key too; do not name %s besides"
              .formatted(OPTION, certificateFile, keyFile));
    }
    read.checkPair(certificateFile, keyFile);
    return read;
  }

  private static ClientKey fromPem(
      SecretFile certificates, SecretFile key, Optional<String> password) {
    List<X509Certificate> all =
        PemFile.parse(OPTION, certificates.path(), certificates.content()).certificates(OPTION);
    return new ClientKey(
        PemFile.parse(OPTION, key.path(), key.content()).privateKey(OPTION, password),
        fromFirst(all));
  }

  /**
   * The first certificate and those that lead on from it, issuer after issuer. A bundle may hold
   * others, in any order, which key stores refuse and a server has no use for.
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

  private static ClientKey fromStore(SecretFile file, Optional<String> password) {
    char[] secret =
        password
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        "%s: %s is a key store; give its password (tls.certificateKeyFilePassword)"
                            .formatted(OPTION, file.path())))
            .toCharArray();
    try {
      KeyStore store = file.keyStore(secret);
      for (String alias : Collections.list(store.aliases())) {
        if (store.getKey(alias, secret) instanceof PrivateKey key) {
          return new ClientKey(
              key,
              List.of(store.getCertificateChain(alias)).stream()
                  .map(X509Certificate.class::cast)
                  .toList());
        }
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new InvalidSettingException(
          "%s: the password does not open the key store %s, or the store is damaged"
              .formatted(OPTION, file.path()),
          e);
    }
    throw new InvalidSettingException(
        OPTION + ": the key store " + file.path() + " has no private key in it");
  }

  /**
   * Signs with the key and verifies with the certificate: the two belong together or they do not.
   */
  private void checkPair(Path certificateFile, Path keyFile) {
    X509Certificate certificate = chain.get(0);
    try {
      byte[] challenge = new byte[32];
      new SecureRandom().nextBytes(challenge);
      Signature signing = Signature.getInstance(signatureAlgorithm());
      signing.initSign(key);
      signing.update(challenge);
      byte[] signature = signing.sign();
      Signature verifying = Signature.getInstance(signatureAlgorithm());
      verifying.initVerify(certificate.getPublicKey());
      verifying.update(challenge);
      if (verifying.verify(signature)) {
        return;
      }
    } catch (GeneralSecurityException | RuntimeException e) {
      throw mismatch(certificateFile, keyFile, e);
    }
    throw mismatch(certificateFile, keyFile, new GeneralSecurityException("wrong signature"));
  }

  private InvalidSettingException mismatch(Path certificate, Path keyFile, Exception cause) {
    return new InvalidSettingException(
        ("%s: the private key in %s does not belong to the first certificate in %s (%s); put the"
                + " client's own certificate first, with its key")
            .formatted(OPTION, keyFile, certificate, chain.get(0).getSubjectX500Principal()),
        cause);
  }

  /** Returns the kind of key: {@code RSA}, {@code EC} or {@code Ed25519}. */
  public String algorithm() {
    return switch (key.getAlgorithm()) {
      case "RSA", "EC" -> key.getAlgorithm();
      default -> "Ed25519"; // which the JDK calls EdDSA
    };
  }

  private String signatureAlgorithm() {
    return switch (algorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> "Ed25519";
    };
  }

  /** Names the client, and keeps the key to itself. */
  @Override
  public String toString() {
    return chain.get(0).getSubjectX500Principal().toString();
  }
}
