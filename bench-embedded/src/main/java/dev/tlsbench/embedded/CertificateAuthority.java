package dev.tlsbench.embedded;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A throw-away certificate authority: it lives in memory, and its key is never written to disk.
 *
 * <p>Defaults: a {@link KeyType#P_256} key, subject {@code CN=tlsbench throw-away CA}, no
 * intermediate authorities, valid from one hour ago for ten years.
 *
 * <pre>{@code
 * CertificateAuthority ca = CertificateAuthority.create();
 * IssuedCertificate server = ca.issueServer();
 * ca.writePem(directory.resolve("ca.pem"));
 * server.writePem(directory.resolve("server.pem"));
 * }</pre>
 *
 * <p>Safe to share between threads. Every file is replaced atomically, and readable only by its
 * owner (mode 0600 where the file system has modes).
 */
public final class CertificateAuthority {
  private static final int LIFETIMES = 10;

  private final List<CertificateSigner> signers;
  private final Map<BigInteger, Instant> revoked = new LinkedHashMap<>();
  private long listsMade;

  private CertificateAuthority(List<CertificateSigner> signers) {
    this.signers = List.copyOf(signers);
  }

  /** {@return a new authority with the defaults, created in some milliseconds} */
  public static CertificateAuthority create() {
    return builder().build();
  }

  /** {@return a builder of an authority, with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the self-signed certificate of the root, which a peer must trust} */
  public X509Certificate certificate() {
    return signers.get(0).certificate();
  }

  /**
   * Returns the authorities between the root and issued certificates, the signing one first: the
   * order of a TLS {@code Certificate} message.
   *
   * @return empty by default
   */
  public List<X509Certificate> intermediates() {
    List<X509Certificate> certificates = new ArrayList<>();
    for (CertificateSigner signer : signers.subList(1, signers.size())) {
      certificates.add(0, signer.certificate());
    }
    return Collections.unmodifiableList(certificates);
  }

  /**
   * Issues a certificate for a server on this machine: {@code localhost}, {@code 127.0.0.1}, {@code
   * ::1}, with a {@link KeyType#P_256} key, for a year.
   *
   * @return a certificate with a new key
   */
  public IssuedCertificate issueServer() {
    return issue(CertificateRequest.forServer().build());
  }

  /**
   * Issues a certificate for a client, with a {@link KeyType#P_256} key, for a year.
   *
   * @param commonName the client's name
   * @return a certificate with a new key
   */
  public IssuedCertificate issueClient(String commonName) {
    return issue(CertificateRequest.forClient(commonName).build());
  }

  /**
   * Issues a certificate.
   *
   * @param request the contents of the certificate
   * @return a certificate with a new key
   * @throws InvalidSettingException if an IP address of the request is malformed, or the
   *     authority's key does not support the requested algorithm
   */
  public IssuedCertificate issue(CertificateRequest request) {
    return signers.get(signers.size() - 1).issue(request, intermediates());
  }

  /**
   * Revokes a certificate: all later lists contain it.
   *
   * @param issued a certificate of this authority
   */
  public void revoke(IssuedCertificate issued) {
    synchronized (revoked) {
      revoked.putIfAbsent(issued.certificate().getSerialNumber(), Instant.now());
    }
  }

  /**
   * Returns the revocation lists, one for each authority of the chain, the root's first. A check of
   * the whole chain needs all of them.
   *
   * @return new lists, of which the last holds the revoked certificates
   */
  public List<X509CRL> revocationLists() {
    synchronized (revoked) {
      listsMade++;
      List<X509CRL> lists = new ArrayList<>();
      for (CertificateSigner signer : signers) {
        boolean issues = signer == signers.get(signers.size() - 1);
        lists.add(signer.revocationList(issues ? revoked : Map.of(), listsMade));
      }
      return lists;
    }
  }

  /**
   * Writes {@link #revocationLists} as PEM, one block after the other.
   *
   * @param file replaced if it exists; its directory must exist
   * @throws IOException if the file cannot be written
   */
  public void writeCrl(Path file) throws IOException {
    StringBuilder pem = new StringBuilder();
    revocationLists().forEach(list -> pem.append(Pem.revocationList(list)));
    PrivateFiles.write(file, pem.toString().getBytes(StandardCharsets.US_ASCII));
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
    PrivateFiles.write(file, pem().getBytes(StandardCharsets.US_ASCII));
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
    try {
      KeyStore store = KeyStore.getInstance(type);
      store.load(null, null);
      store.setCertificateEntry("tlsbench-ca", certificate());
      return store;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this JDK cannot make a " + type + " store", e);
    }
  }

  /** Options of an authority. Not safe for use by several threads. */
  public static final class Builder {
    private String commonName = "tlsbench throw-away CA";
    private KeyType keyType = KeyType.P_256;
    private int intermediates;
    private final List<ExtensionChange> intermediateExtensions = new ArrayList<>();
    private Instant validFrom = Instant.now().minus(CertificateRequest.BACKDATED);
    private Instant validUntil =
        Instant.now().plus(CertificateRequest.LIFETIME.multipliedBy(LIFETIMES));

    private Builder() {}

    /**
     * Sets the subject of the root, {@code CN=} followed by this name. Intermediate authorities add
     * a number to it.
     *
     * @param name default {@code tlsbench throw-away CA}
     * @return this
     */
    public Builder commonName(String name) {
      this.commonName = name;
      return this;
    }

    /**
     * Sets the type of key of the root and of all intermediate authorities.
     *
     * @param type default {@link KeyType#P_256}
     * @return this
     */
    public Builder keyType(KeyType type) {
      this.keyType = type;
      return this;
    }

    /**
     * Sets the number of authorities between the root and issued certificates. A server then sends
     * as many additional certificates.
     *
     * @param count 0, the default, or more
     * @return this
     * @throws InvalidSettingException if the count is negative
     */
    public Builder intermediates(int count) {
      if (count < 0) {
        throw new InvalidSettingException(
            "intermediates: " + count + " is negative; expected 0 or more");
      }
      this.intermediates = count;
      return this;
    }

    /**
     * Adds an extension (RFC 5280, section 4.2) to the first intermediate authority, which the root
     * signs, or replaces the one with the same identifier: for example its basic constraints
     * ({@code 2.5.29.19}), which limit the number of authorities below it, or name constraints
     * ({@code 2.5.29.30}).
     *
     * @param oid its object identifier
     * @param critical whether a peer that does not understand it must refuse the chain
     * @param value in DER
     * @return this
     * @throws InvalidSettingException if the identifier is malformed
     */
    public Builder intermediateExtension(String oid, boolean critical, byte[] value) {
      intermediateExtensions.add(ExtensionChange.put(oid, critical, value));
      return this;
    }

    /**
     * Sets the start of the validity, of the intermediate authorities too.
     *
     * @param instant truncated to seconds; default one hour ago
     * @return this
     */
    public Builder validFrom(Instant instant) {
      this.validFrom = instant;
      return this;
    }

    /**
     * Sets the end of the validity, of the intermediate authorities too.
     *
     * @param instant truncated to seconds; may lie in the past; default in ten years
     * @return this
     */
    public Builder validUntil(Instant instant) {
      this.validUntil = instant;
      return this;
    }

    /**
     * Creates the keys and signs the authorities.
     *
     * @return a new authority
     */
    public CertificateAuthority build() {
      List<CertificateSigner> signers = new ArrayList<>();
      CertificateSigner signer =
          CertificateSigner.root(commonName, keyType, validFrom, validUntil, intermediates);
      signers.add(signer);
      for (int i = 1; i <= intermediates; i++) {
        signer =
            signer.intermediate(
                commonName + " " + i,
                keyType,
                validFrom,
                validUntil,
                intermediates - i,
                i == 1 ? intermediateExtensions : List.of());
        signers.add(signer);
      }
      return new CertificateAuthority(signers);
    }
  }
}
