package dev.tlsbench.embedded;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.jspecify.annotations.Nullable;

/**
 * A certificate, the chain that leads to its authority, and its private key.
 *
 * <p>In memory through {@link #chain}, {@link #privateKey} and {@link #keyStore}; on disk as PEM,
 * PKCS#12 or JKS. Every file is written to a sibling first and then moved into place, and readable
 * only by its owner (mode 0600 where the file system has modes).
 *
 * <p>Immutable and safe to share between threads.
 */
public final class IssuedCertificate {
  /** The only entry that PostgreSQL's JDBC driver reads of a store. */
  private static final String ALIAS = "user";

  private final List<X509Certificate> chain;
  private final PrivateKey privateKey;

  IssuedCertificate(List<X509Certificate> chain, PrivateKey privateKey) {
    this.chain = List.copyOf(chain);
    this.privateKey = privateKey;
  }

  /** {@return the certificate itself, the first of {@link #chain}} */
  public X509Certificate certificate() {
    return chain.get(0);
  }

  /**
   * Returns the chain for a TLS peer: the certificate, then the intermediate authorities, the one
   * that signed it first.
   *
   * @return at least one certificate, without the root
   */
  public List<X509Certificate> chain() {
    return chain;
  }

  /** {@return the certificate's private key, of the JDK's own providers} */
  public PrivateKey privateKey() {
    return privateKey;
  }

  KeyPair keys() {
    return new KeyPair(certificate().getPublicKey(), privateKey);
  }

  X500Name subject() {
    return X500Name.getInstance(certificate().getSubjectX500Principal().getEncoded());
  }

  /**
   * Returns the chain and the key as a key store.
   *
   * @param password protects the key
   * @return a new PKCS#12 store with one entry
   */
  public KeyStore keyStore(String password) {
    return keyStore("PKCS12", password);
  }

  /**
   * Writes the chain and the unencrypted key into one PEM file, the form of MongoDB's {@code
   * tlsCertificateKeyFile}.
   *
   * @param file replaced if it exists; its directory must exist
   * @throws IOException if the file cannot be written
   */
  public void writePem(Path file) throws IOException {
    Pem.write(file, Pem.certificates(chain) + Pem.key(privateKey));
  }

  /**
   * Writes the chain and the encrypted key into one PEM file, for {@code
   * tlsCertificateKeyFilePassword}.
   *
   * @param file replaced if it exists; its directory must exist
   * @param keyPassword encrypts the key
   * @throws IOException if the file cannot be written
   */
  public void writePem(Path file, String keyPassword) throws IOException {
    Pem.write(file, Pem.certificates(chain) + Pem.encryptedKey(privateKey, keyPassword));
  }

  /**
   * Writes only the chain as PEM: MySQL's {@code ssl-cert}.
   *
   * @param file replaced if it exists; its directory must exist
   * @throws IOException if the file cannot be written
   */
  public void writeCertificatePem(Path file) throws IOException {
    Pem.write(file, Pem.certificates(chain));
  }

  /**
   * Writes only the key as PEM, PKCS#8: MySQL's {@code ssl-key}.
   *
   * @param file replaced if it exists; its directory must exist
   * @throws IOException if the file cannot be written
   */
  public void writeKeyPem(Path file) throws IOException {
    Pem.write(file, Pem.key(privateKey));
  }

  /**
   * Writes only the key as encrypted PKCS#8 (PBES2 with AES-256).
   *
   * @param file replaced if it exists; its directory must exist
   * @param password encrypts the key
   * @throws IOException if the file cannot be written
   */
  public void writeEncryptedKeyPem(Path file, String password) throws IOException {
    Pem.write(file, Pem.encryptedKey(privateKey, password));
  }

  /**
   * Writes the chain and the key as a key store.
   *
   * @param file replaced if it exists; its directory must exist
   * @param type {@code PKCS12} or {@code JKS}
   * @param password protects the store and the key; JKS requires at least six characters
   * @throws IOException if the file cannot be written
   */
  public void writeKeyStore(Path file, String type, String password) throws IOException {
    writeStore(file, keyStore(type, password), password);
  }

  private KeyStore keyStore(String type, String password) {
    return store(
        type,
        ALIAS,
        new KeyStore.PrivateKeyEntry(privateKey, chain.toArray(new X509Certificate[0])),
        new KeyStore.PasswordProtection(password.toCharArray()));
  }

  static KeyStore store(
      String type,
      String alias,
      KeyStore.Entry entry,
      KeyStore.@Nullable PasswordProtection protection) {
    try {
      KeyStore store = KeyStore.getInstance(type);
      store.load(null, null);
      store.setEntry(alias, entry, protection);
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot make a " + type + " store", e);
    }
  }

  static void writeStore(Path file, KeyStore store, String password) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      store.store(bytes, password.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot write a " + store.getType() + " store", e);
    }
    PrivateFiles.write(file, bytes.toByteArray());
  }
}
