package dev.tlsbench.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import org.bouncycastle.asn1.x509.KeyPurposeId;

/**
 * A throw-away certificate authority: it lives in memory, and its key is never written to disk.
 *
 * <p>Defaults: those of {@link CertificateBuilder}, subject {@code CN=tlsbench throw-away CA}, no
 * intermediate authorities.
 *
 * <pre>{@code
 * CertificateAuthority ca = CertificateAuthority.create();
 * IssuedCertificate server = ca.issueServer();
 * IssuedCertificate client = ca.client("alice").keyType(KeyType.RSA_3072).build();
 * ca.writePem(directory.resolve("ca.pem"));
 * server.writePem(directory.resolve("server.pem"));
 * }</pre>
 *
 * <p>Immutable and safe to share between threads. Every file is replaced atomically, and readable
 * only by its owner (mode 0600 where the file system has modes).
 */
public final class CertificateAuthority {
  /** The root first; each signed the next, and the last one signs what is issued. */
  private final List<IssuedCertificate> authorities;

  private CertificateAuthority(List<IssuedCertificate> authorities) {
    this.authorities = List.copyOf(authorities);
  }

  /** {@return a new authority with the defaults, created in some milliseconds} */
  public static CertificateAuthority create() {
    return builder().build();
  }

  /** {@return a builder of an authority, with the defaults} */
  public static CertificateBuilder<CertificateAuthority> builder() {
    return new CertificateBuilder<>(
        null,
        "tlsbench throw-away CA",
        options -> new CertificateAuthority(options.issueAuthorities()));
  }

  /** {@return the self-signed certificate of the root, which a peer must trust} */
  public X509Certificate certificate() {
    return authorities.get(0).certificate();
  }

  /** Returns the authorities with their keys, the root first. */
  List<IssuedCertificate> authorities() {
    return authorities;
  }

  /**
   * Starts a certificate for a server (extended key usage {@code serverAuth}).
   *
   * @return a builder with subject {@code CN=localhost}
   */
  public CertificateBuilder<IssuedCertificate> server() {
    return issued(KeyPurposeId.id_kp_serverAuth, "localhost");
  }

  /**
   * Starts a certificate for a client (extended key usage {@code clientAuth}).
   *
   * @param commonName the client's name, the subject's {@code CN}
   * @return a builder without alternative names
   */
  public CertificateBuilder<IssuedCertificate> client(String commonName) {
    return issued(KeyPurposeId.id_kp_clientAuth, commonName);
  }

  private CertificateBuilder<IssuedCertificate> issued(KeyPurposeId purpose, String commonName) {
    return new CertificateBuilder<>(purpose, commonName, options -> options.issue(authorities, -1));
  }

  /** {@return a certificate for a server on this machine, with the defaults and a new key} */
  public IssuedCertificate issueServer() {
    return server().build();
  }

  /**
   * Issues a certificate for a client, with the defaults.
   *
   * @param commonName the client's name
   * @return a certificate with a new key
   */
  public IssuedCertificate issueClient(String commonName) {
    return client(commonName).build();
  }

  /** {@return the root in PEM (RFC 7468), with a line break at its end} */
  public String pem() {
    return Pem.certificates(List.of(certificate()));
  }

  /**
   * Writes the root as PEM, for {@code tlsCAFile} and {@code ssl-ca}.
   *
   * @param file replaced if it exists; its directory must exist
   * @throws IOException if the file cannot be written
   */
  public void writePem(Path file) throws IOException {
    Pem.write(file, pem());
  }

  /** {@return a new PKCS#12 trust store with the root as its one entry} */
  public KeyStore trustStore() {
    return trustStore("PKCS12");
  }

  /**
   * Writes the root as a trust store.
   *
   * @param file replaced if it exists; its directory must exist
   * @param type {@code PKCS12} or {@code JKS}
   * @param password protects the store against changes; JKS requires at least six characters
   * @throws IOException if the file cannot be written
   */
  public void writeTrustStore(Path file, String type, String password) throws IOException {
    IssuedCertificate.writeStore(file, trustStore(type), password);
  }

  private KeyStore trustStore(String type) {
    return IssuedCertificate.store(
        type, "tlsbench-ca", new KeyStore.TrustedCertificateEntry(certificate()), null);
  }
}
