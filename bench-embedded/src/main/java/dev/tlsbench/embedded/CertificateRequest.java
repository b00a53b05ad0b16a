package dev.tlsbench.embedded;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a certificate, for a {@link CertificateAuthority} to sign.
 *
 * <p>Defaults: a {@link KeyType#P_256} key, valid for a year from one hour ago (in case a clock
 * runs behind). A server's certificate is for {@code localhost}, {@code 127.0.0.1} and {@code ::1}
 * unless other names are given.
 *
 * <pre>{@code
 * CertificateRequest expired =
 *     CertificateRequest.forServer()
 *         .validFrom(Instant.now().minus(Duration.ofDays(2)))
 *         .validUntil(Instant.now().minus(Duration.ofDays(1)))
 *         .build();
 * }</pre>
 *
 * <p>Immutable, so safe to share between threads; its builder is not.
 */
public final class CertificateRequest {
  static final Duration BACKDATED = Duration.ofHours(1);
  static final Duration LIFETIME = Duration.ofDays(365);

  final boolean server;
  final String commonName;
  final List<String> dnsNames;
  final List<String> ipAddresses;
  private final KeyType keyType;
  final Instant validFrom;
  final Instant validUntil;

  /** {@code null} for the algorithm of the authority's key. */
  final @Nullable String signatureAlgorithm;

  /** Changes to the default extensions, in insertion order. */
  final List<ExtensionChange> extensionChanges;

  private final @Nullable KeyPair keyPair;

  private CertificateRequest(Builder asked) {
    boolean local = asked.server && asked.dnsNames.isEmpty() && asked.ipAddresses.isEmpty();
    server = asked.server;
    commonName = asked.commonName;
    dnsNames = local ? List.of("localhost") : List.copyOf(asked.dnsNames);
    ipAddresses = local ? List.of("127.0.0.1", "::1") : List.copyOf(asked.ipAddresses);
    keyType = asked.keyType;
    validFrom = asked.validFrom;
    validUntil = asked.validUntil;
    signatureAlgorithm = asked.signatureAlgorithm;
    extensionChanges = List.copyOf(asked.extensionChanges);
    keyPair = asked.keyPair;
  }

  /**
   * Starts a request for a server (extended key usage {@code serverAuth}).
   *
   * @return a builder with subject {@code CN=localhost}
   */
  public static Builder forServer() {
    return new Builder(true, "localhost");
  }

  /**
   * Starts a request for a client (extended key usage {@code clientAuth}).
   *
   * @param commonName the client's name, the subject's {@code CN}
   * @return a builder without alternative names
   */
  public static Builder forClient(String commonName) {
    return new Builder(false, commonName);
  }

  /** Returns the caller's key, or a new one of the requested type. */
  KeyPair keyPair() {
    return keyPair == null ? keyType.generate() : keyPair;
  }

  /** Options of a request. Not safe for use by several threads. */
  public static final class Builder {
    private final boolean server;
    private String commonName;
    private final List<String> dnsNames = new ArrayList<>();
    private final List<String> ipAddresses = new ArrayList<>();
    private KeyType keyType = KeyType.P_256;
    private Instant validFrom = Instant.now().minus(BACKDATED);
    private Instant validUntil = Instant.now().plus(LIFETIME);
    private @Nullable KeyPair keyPair;
    private @Nullable String signatureAlgorithm;
    private final List<ExtensionChange> extensionChanges = new ArrayList<>();

    private Builder(boolean server, String commonName) {
      this.server = server;
      this.commonName = commonName;
    }

    /**
     * Sets the subject, {@code CN=} followed by this name.
     *
     * @param name any text; TLS clients take host names from the alternative names, not from here
     * @return this
     */
    public Builder commonName(String name) {
      this.commonName = name;
      return this;
    }

    /**
     * Adds host names that the certificate is for.
     *
     * @param names DNS names; {@code *.} in front stands for one label (RFC 6125). Non-ASCII
     *     letters are encoded ({@code xn--}; RFC 5280, section 7.2), and a root dot at the end is
     *     dropped
     * @return this
     * @throws InvalidSettingException if a name cannot be encoded
     */
    public Builder dnsNames(String... names) {
      for (String name : names) {
        String ascii = HostName.toAscii("certificate", name);
        dnsNames.add(ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii);
      }
      return this;
    }

    /**
     * Adds IP addresses that the certificate is for.
     *
     * @param addresses IPv4 or IPv6 addresses in their usual text form, without a zone or a mask
     * @return this
     */
    public Builder ipAddresses(String... addresses) {
      ipAddresses.addAll(List.of(addresses));
      return this;
    }

    /**
     * Sets the type of key.
     *
     * @param type default {@link KeyType#P_256}
     * @return this
     */
    public Builder keyType(KeyType type) {
      this.keyType = type;
      return this;
    }

    /**
     * Sets the start of the validity.
     *
     * @param instant truncated to seconds; default one hour ago
     * @return this
     */
    public Builder validFrom(Instant instant) {
      this.validFrom = instant;
      return this;
    }

    /**
     * Sets the end of the validity.
     *
     * @param instant truncated to seconds; may lie in the past; default in 365 days
     * @return this
     */
    public Builder validUntil(Instant instant) {
      this.validUntil = instant;
      return this;
    }

    /**
     * Sets the caller's own key pair, of any size, for example to renew a certificate without
     * changing its key, or to test a weak key.
     *
     * @param pair overrides {@link #keyType}
     * @return this
     */
    public Builder keyPair(KeyPair pair) {
      this.keyPair = pair;
      return this;
    }

    /**
     * Sets the algorithm by which the authority signs.
     *
     * @param name as the JCA names it, such as {@code SHA1withRSA}, or {@code SHA256withRSAandMGF1}
     *     for RSASSA-PSS; it must fit the authority's key; default the authority's own, with
     *     SHA-256
     * @return this
     */
    public Builder signatureAlgorithm(String name) {
      this.signatureAlgorithm = name;
      return this;
    }

    /**
     * Adds an extension (RFC 5280, section 4.2), or replaces the one with the same identifier.
     *
     * @param oid its object identifier, such as {@code 2.5.29.37}
     * @param critical whether a peer that does not understand it must refuse the certificate
     * @param value in DER
     * @return this
     * @throws InvalidSettingException if the identifier is malformed
     */
    public Builder extension(String oid, boolean critical, byte[] value) {
      extensionChanges.add(ExtensionChange.put(oid, critical, value));
      return this;
    }

    /**
     * Removes an extension that the certificate has by default, such as the alternative names
     * ({@code 2.5.29.17}).
     *
     * @param oid its object identifier
     * @return this
     * @throws InvalidSettingException if the identifier is malformed
     */
    public Builder withoutExtension(String oid) {
      extensionChanges.add(ExtensionChange.remove(oid));
      return this;
    }

    /**
     * Creates the request.
     *
     * @return a copy, which later calls on this builder do not change
     * @throws InvalidSettingException if the validity ends before it starts
     */
    public CertificateRequest build() {
      if (validUntil.isBefore(validFrom)) {
        throw new InvalidSettingException(
            "certificate: validUntil " + validUntil + " is before validFrom " + validFrom);
      }
      return new CertificateRequest(this);
    }
  }
}
