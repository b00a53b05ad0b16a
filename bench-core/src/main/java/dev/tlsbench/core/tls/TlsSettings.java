package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.provider.Offer;
import dev.tlsbench.core.tls.provider.SuiteLimits;
import dev.tlsbench.core.tls.trust.Identity;
import dev.tlsbench.core.tls.trust.TrustRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a client. {@link #builder} checks the rules between them.
 *
 * <p>Defaults: TLS is on if any TLS option is set, and off otherwise; the CA certificates of the
 * JVM, which {@code javax.net.ssl.trustStore} may name; no client certificate unless {@code
 * javax.net.ssl.keyStore} names one; the chain and the host name are verified; revocation is not
 * checked; TLS 1.2 and 1.3; the provider's own cipher suites and groups; the JDK's provider;
 * sessions are resumed; a handshake may take 10 seconds.
 *
 * <p>{@link TlsContext} reads the files, configures the provider, and refuses settings that it does
 * not support. Safe to share between threads.
 *
 * @param enabled whether connections are encrypted; {@code false} for plain text
 * @param provider the TLS implementation
 * @param byDriver whether the database's driver performs TLS by itself, as in an application
 *     without this library
 * @param trust the rules by which the server is judged
 * @param identity the client's certificate and key
 * @param offer what may be negotiated: protocols, cipher suites, groups, resumption
 * @param handshakeTimeout the time limit of a handshake; positive, an hour at most
 */
public record TlsSettings(
    boolean enabled,
    TlsProvider provider,
    boolean byDriver,
    TrustRules trust,
    Identity identity,
    Offer offer,
    Duration handshakeTimeout) {

  /** {@return a new builder that holds the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Refuses protocols and cipher suites for a driver that performs TLS by itself and has no option
   * for them. TLS 1.3 may be asked for, since every JDK prefers it: whether it was negotiated, the
   * ledger tells.
   *
   * @param driver its name, for the message
   * @throws InvalidSettingException if such an option was given, with {@link #byDriver}
   */
  public void requireDefaultsOfDriver(String driver) {
    boolean suites = !offer.suites().listed().isEmpty();
    if (byDriver && (suites || !offer.protocols().contains("TLSv1.3"))) {
      throw new InvalidSettingException(
          (suites ? "tls.cipherSuites" : "tls.protocols")
              + ": with tls.provider=driver "
              + driver
              + " performs TLS by itself, and it has no option for protocols and cipher suites;"
              + " leave one of the two out");
    }
  }

  /**
   * Collects options for {@link TlsSettings}. Not safe to share between threads.
   *
   * <p>Names and durations are checked at once, with an {@link InvalidSettingException}; rules
   * between options when the settings are built.
   */
  public static final class Builder implements Cloneable {
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    @Nullable Boolean enabled;
    @Nullable TlsProvider provider;
    boolean byDriver;
    @Nullable Path caFile;
    @Nullable String caFilePassword;
    @Nullable Path crlFile;
    @Nullable Path crlDirectory;
    boolean allowInvalidCertificates;
    boolean allowInvalidHostnames;
    RevocationCheck revocationCheck = RevocationCheck.NONE;
    @Nullable Path certificateFile;
    @Nullable Path keyFile;
    @Nullable String keyPassword;
    boolean jvmKeyStore = true;
    boolean certificateMustBeSent;
    List<String> protocols = List.of();
    SuiteLimits suites = SuiteLimits.NONE;
    List<String> namedGroups = List.of();
    boolean serverName = true;
    List<String> applicationProtocols = List.of();
    @Nullable Boolean resumption;
    Duration handshakeTimeout = Duration.ofSeconds(10);

    private Builder() {}

    /** {@return a new builder with the same options} */
    public Builder copy() {
      try {
        return (Builder) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }

    /**
     * {@return this builder, with TLS on or off instead of on if any other option was given}
     *
     * @param on whether connections are encrypted
     */
    public Builder enabled(boolean on) {
      enabled = on;
      return this;
    }

    /**
     * {@return this builder, which trusts the authorities in a file instead of the JVM's}
     *
     * @param file certificates as PEM, PKCS#12 or JKS
     */
    public Builder caFile(Path file) {
      caFile = file;
      return this;
    }

    /**
     * {@return this builder, which opens a CA file that is a store with a password}
     *
     * @param password of a PKCS#12 or JKS file
     */
    public Builder caFilePassword(String password) {
      caFilePassword = password;
      return this;
    }

    /**
     * {@return this builder, which shows a client certificate whose key is in the same file}
     *
     * @param file certificate, intermediate certificates and private key as PEM, PKCS#12 or JKS
     */
    public Builder certificateKeyFile(Path file) {
      certificateFile = file;
      keyFile = null;
      return this;
    }

    /**
     * {@return this builder, which shows a client certificate with its key, or that of {@link
     * #keyFile}}
     *
     * @param file certificate and intermediate certificates as PEM
     */
    public Builder certificateFile(Path file) {
      certificateFile = file;
      return this;
    }

    /**
     * {@return this builder, which takes the private key from a file of its own}
     *
     * @param file PKCS#1, PKCS#8 or SEC1 key as PEM
     */
    public Builder keyFile(Path file) {
      keyFile = file;
      return this;
    }

    /**
     * {@return this builder, which decrypts the private key, or opens the store that holds it}
     *
     * @param password of the key or the store
     */
    public Builder keyPassword(String password) {
      keyPassword = password;
      return this;
    }

    /**
     * {@return this builder, with or without {@code javax.net.ssl.keyStore} if no certificate is
     * named}
     *
     * @param use {@code true} by default
     */
    public Builder jvmKeyStore(boolean use) {
      jvmKeyStore = use;
      return this;
    }

    /**
     * {@return this builder, which fails unless the server asks for the client's certificate}
     *
     * @param must {@code false} by default
     */
    public Builder certificateMustBeSent(boolean must) {
      certificateMustBeSent = must;
      return this;
    }

    /**
     * {@return this builder, with or without Server Name Indication (RFC 6066)}
     *
     * @param send {@code true} by default
     */
    public Builder serverName(boolean send) {
      serverName = send;
      return this;
    }

    /**
     * {@return this builder, which accepts any certificate chain} The host name is still verified.
     *
     * @param allow {@code false} by default
     */
    public Builder allowInvalidCertificates(boolean allow) {
      allowInvalidCertificates = allow;
      return this;
    }

    /**
     * {@return this builder, which accepts a certificate for another name; the chain is validated}
     *
     * @param allow {@code false} by default
     */
    public Builder allowInvalidHostnames(boolean allow) {
      allowInvalidHostnames = allow;
      return this;
    }

    /**
     * {@return this builder, which checks revocation by OCSP}
     *
     * @param check {@link RevocationCheck#NONE} by default
     */
    public Builder revocationCheck(RevocationCheck check) {
      revocationCheck = check;
      return this;
    }

    /**
     * {@return this builder, which refuses the certificates on a revocation list} It must cover the
     * issuer of the server's certificate and be current, otherwise no connection is made.
     *
     * @param file lists as PEM or DER; replaces a {@link #crlDirectory} given before
     */
    public Builder crlFile(Path file) {
      crlFile = file;
      crlDirectory = null;
      return this;
    }

    /**
     * {@return this builder, which refuses the certificates on the lists in a directory, too}
     *
     * @param directory lists as PEM or DER, named by {@code openssl rehash}, as {@code 1a2b3c4d.r0}
     */
    public Builder crlDirectory(Path directory) {
      crlDirectory = directory;
      return this;
    }

    /**
     * {@return this builder, which allows these protocol versions only}
     *
     * @param versions {@code TLSv1}, {@code TLSv1.1}, {@code TLSv1.2}, {@code TLSv1.3}
     */
    public Builder protocols(List<String> versions) {
      protocols = TlsNames.protocols(versions);
      return this;
    }

    /**
     * {@return this builder, which allows only these cipher suites} Protocols without any of them
     * are not offered. Replaces {@link #tls12CipherSuites} and {@link #tls13CipherSuites}.
     *
     * @param names of IANA or of OpenSSL, in order of preference; empty for the provider's choice
     */
    public Builder cipherSuites(List<String> names) {
      suites = SuiteLimits.of(names);
      return this;
    }

    /**
     * {@return this builder, with a limit for the cipher suites under TLS 1.2 and below alone}
     *
     * @param names as for {@link #cipherSuites}, but none of TLS 1.3
     */
    public Builder tls12CipherSuites(List<String> names) {
      suites = suites.with(false, names);
      return this;
    }

    /**
     * {@return this builder, with a limit for the cipher suites under TLS 1.3 alone}
     *
     * @param names as for {@link #cipherSuites}, but of TLS 1.3 alone
     */
    public Builder tls13CipherSuites(List<String> names) {
      suites = suites.with(true, names);
      return this;
    }

    /**
     * {@return this builder, which allows these key-exchange groups only}
     *
     * @param names of IANA, such as {@code x25519}, {@code X25519MLKEM768}, or {@code P-256}, in
     *     order of preference
     */
    public Builder namedGroups(List<String> names) {
      namedGroups = TlsNames.namedGroups(names);
      return this;
    }

    /**
     * {@return this builder, with this TLS implementation}
     *
     * @param implementation {@link TlsProvider#JDK} by default
     */
    public Builder provider(TlsProvider implementation) {
      provider = implementation;
      byDriver = false;
      return this;
    }

    /**
     * {@return this builder, which leaves TLS to the database's driver and the JDK} Drivers have no
     * options for groups, revocation and resumption; many have none for protocols and suites.
     */
    public Builder byDriver() {
      provider = null;
      byDriver = true;
      return this;
    }

    /**
     * {@return this builder, which offers protocols by ALPN (RFC 7301), and requires one of them}
     *
     * @param names such as {@code postgresql}, by preference, 1 to 255 bytes of ASCII; empty for
     *     none
     */
    public Builder applicationProtocols(List<String> names) {
      for (String name : names) {
        if (!name.matches("[!-~]{1,255}")) {
          throw new InvalidSettingException(
              "ALPN: '" + name + "' is no protocol name; give 1 to 255 characters of ASCII");
        }
      }
      applicationProtocols = List.copyOf(names);
      return this;
    }

    /**
     * {@return this builder, with or without resumption of sessions}
     *
     * @param resume {@code true} by default
     */
    public Builder resumption(boolean resume) {
      resumption = resume;
      return this;
    }

    /**
     * {@return this builder, which limits the time of a handshake}
     *
     * @param timeout 10 seconds by default, an hour at most
     */
    public Builder handshakeTimeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
        throw new InvalidSettingException(
            "tls.handshakeTimeoutMs: " + timeout + " is not between 1 ms and an hour; change it");
      }
      handshakeTimeout = timeout;
      return this;
    }

    /**
     * {@return this builder, which limits a handshake to the connect time-out, an hour at most}
     *
     * @param connectTimeout the time limit for connecting, positive
     */
    public Builder handshakeWithin(Duration connectTimeout) {
      return handshakeTimeout(
          connectTimeout.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : connectTimeout);
    }

    /** {@return the value given to {@link #enabled}, or empty} */
    public Optional<Boolean> explicitlyEnabled() {
      return Optional.ofNullable(enabled);
    }

    /** {@return whether an option other than {@link #enabled} was set that asks for TLS} */
    public boolean impliesTls() {
      return caFile != null
          || certificateFile != null
          || keyFile != null
          || keyPassword != null
          || caFilePassword != null
          || allowInvalidCertificates
          || allowInvalidHostnames
          || revocationCheck != RevocationCheck.NONE
          || hasRevocationLists()
          || certificateMustBeSent
          || !protocols.isEmpty()
          || !suites.equals(SuiteLimits.NONE)
          || !namedGroups.isEmpty()
          || !applicationProtocols.isEmpty()
          || provider != null
          || byDriver
          || resumption != null;
    }

    boolean hasRevocationLists() {
      return crlFile != null || crlDirectory != null;
    }

    /**
     * Checks the rules between the options.
     *
     * @return the settings
     * @throws InvalidSettingException if two options contradict each other
     */
    public TlsSettings build() {
      boolean on = enabled == null ? impliesTls() : enabled;
      Optional<JvmStore> jvmTrust = on && caFile == null ? JvmStore.trust() : Optional.empty();
      Optional<JvmStore> jvmKeys =
          on && certificateFile == null && jvmKeyStore ? JvmStore.keys() : Optional.empty();
      Optional<Path> certificate =
          Optional.ofNullable(certificateFile).or(() -> jvmKeys.map(JvmStore::file));
      TlsRules.check(this, certificate.isPresent());
      return new TlsSettings(
          on,
          provider == null ? TlsProvider.JDK : provider,
          byDriver,
          new TrustRules(
              Optional.ofNullable(caFile).or(() -> jvmTrust.map(JvmStore::file)),
              Optional.ofNullable(caFilePassword).or(() -> jvmTrust.map(JvmStore::password)),
              jvmTrust.isPresent(),
              crlFile,
              crlDirectory,
              allowInvalidCertificates,
              allowInvalidHostnames,
              revocationCheck != RevocationCheck.NONE,
              revocationCheck == RevocationCheck.OCSP),
          new Identity(
              certificate,
              Optional.ofNullable(keyFile).or(() -> certificate),
              Optional.ofNullable(keyPassword).or(() -> jvmKeys.map(JvmStore::password)),
              jvmKeys.isPresent(),
              certificateMustBeSent),
          new Offer(
              TlsRules.effectiveProtocols(this),
              suites,
              namedGroups,
              serverName,
              applicationProtocols,
              resumption == null || resumption,
              Boolean.TRUE.equals(resumption)),
          handshakeTimeout);
    }
  }
}
