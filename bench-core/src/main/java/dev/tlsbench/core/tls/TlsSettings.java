package dev.tlsbench.core.tls;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.name.TlsNames;
import dev.tlsbench.core.tls.provider.Offer;
import dev.tlsbench.core.tls.provider.SuiteLimits;
import dev.tlsbench.core.tls.trust.TrustRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a client asks of TLS: whether it is used, whom to trust, who the client is, and which
 * protocols, cipher suites and groups may be negotiated.
 *
 * <p>Defaults: TLS is on as soon as an option asks for something of it, and off otherwise; the CA
 * certificates of the JVM; no client certificate; the chain and the host name are verified;
 * revocation is not checked; TLS 1.2 and 1.3; the provider's own cipher suites and groups; the
 * provider of the JDK; sessions are resumed; a handshake may take 10 seconds.
 *
 * <p>Settings say what is wanted; {@link TlsContext} reads the files and asks the provider, and
 * refuses what it lacks. Instances are immutable and safe to share between threads.
 */
public final class TlsSettings {
  /** Used where nothing else is asked for: TLS is off. */
  private static final TlsSettings OFF = builder().enabled(false).build();

  private final Builder options;
  private final List<String> protocols;

  private TlsSettings(Builder options, List<String> protocols) {
    this.options = options;
    this.protocols = protocols;
  }

  /**
   * The settings of a connection in plain text.
   *
   * @return settings that are not enabled
   */
  public static TlsSettings off() {
    return OFF;
  }

  /**
   * Starts from the defaults.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts from these settings.
   *
   * @return a new builder that holds a copy of them
   */
  public Builder toBuilder() {
    return options.copy();
  }

  /**
   * Whether connections are encrypted.
   *
   * @return {@code false} for plain text
   */
  public boolean enabled() {
    return options.saysEnabled();
  }

  /**
   * The certificates of the authorities that are trusted.
   *
   * @return a PEM bundle, PKCS#12 or JKS file; empty for the CA certificates of the JVM
   */
  public Optional<Path> caFile() {
    return Optional.ofNullable(options.caFile);
  }

  Optional<String> caFilePassword() {
    return Optional.ofNullable(options.caFilePassword);
  }

  /**
   * The client's certificate, followed by the intermediate ones.
   *
   * @return a PEM, PKCS#12 or JKS file; empty if the client shows no certificate
   */
  public Optional<Path> certificateFile() {
    return Optional.ofNullable(options.certificateFile);
  }

  /**
   * The client's private key.
   *
   * @return a file; the same as {@link #certificateFile} if that one holds both
   */
  public Optional<Path> keyFile() {
    return Optional.ofNullable(options.keyFile != null ? options.keyFile : options.certificateFile);
  }

  Optional<String> keyPassword() {
    return Optional.ofNullable(options.keyPassword);
  }

  /**
   * Whether any certificate chain is accepted.
   *
   * @return {@code false} if the chain is validated, which is the default
   */
  public boolean allowInvalidCertificates() {
    return options.allowInvalidCertificates;
  }

  /**
   * Whether a certificate for another host name is accepted.
   *
   * @return {@code false} if the name is verified, which is the default
   */
  public boolean allowInvalidHostnames() {
    return options.allowInvalidHostnames;
  }

  /**
   * How far OCSP is followed.
   *
   * @return {@link RevocationCheck#NONE} by default
   */
  public RevocationCheck revocationCheck() {
    return options.revocationCheck;
  }

  /**
   * A certificate revocation list; a certificate on it is refused.
   *
   * @return a file of PEM or DER
   */
  public Optional<Path> crlFile() {
    return Optional.ofNullable(options.crlFile);
  }

  /**
   * The protocol versions that may be negotiated: those asked for, or else the default ones for
   * which a cipher suite and a group are left.
   *
   * @return names as the JDK spells them, such as {@code TLSv1.3}; never empty
   */
  public List<String> protocols() {
    return protocols;
  }

  /**
   * The only cipher suites that may be negotiated.
   *
   * @return IANA names, in order of preference; empty if the provider chooses those of any of the
   *     {@link #protocols}
   */
  public List<String> cipherSuites() {
    return protocols.stream().allMatch(suites()::isLimited) ? suites().listed() : List.of();
  }

  /**
   * The only cipher suites that may be negotiated under a protocol version.
   *
   * @param protocol one of {@link #protocols}
   * @return IANA names, in order of preference; empty for the provider's own choice
   */
  public List<String> cipherSuites(String protocol) {
    return suites().isLimited(protocol)
        ? suites().listed().stream().filter(suite -> TlsNames.fits(suite, protocol)).toList()
        : List.of();
  }

  SuiteLimits suites() {
    return options.suites;
  }

  /**
   * The only key-exchange groups that may be negotiated.
   *
   * @return IANA names, in order of preference; empty for the provider's own choice
   */
  public List<String> namedGroups() {
    return options.namedGroups;
  }

  /**
   * The TLS implementation.
   *
   * @return {@link TlsProvider#JDK} by default
   */
  public TlsProvider provider() {
    return options.provider;
  }

  /**
   * Whether later connections resume the sessions of earlier ones.
   *
   * @return {@code true} by default; {@code false} if each handshake is a full one
   */
  public boolean resumption() {
    return options.resumption == null || options.resumption;
  }

  /** Whether resumption was asked for in so many words, so that a provider must have it. */
  boolean resumptionRequired() {
    return Boolean.TRUE.equals(options.resumption);
  }

  /**
   * How long a handshake may take.
   *
   * @return 10 seconds by default; always positive, an hour at most
   */
  public Duration handshakeTimeout() {
    return options.handshakeTimeout;
  }

  Offer offer() {
    return new Offer(protocols, suites(), namedGroups(), resumption());
  }

  TrustRules trustRules() {
    return new TrustRules(
        options.caFile,
        options.caFilePassword,
        options.crlFile,
        allowInvalidCertificates(),
        allowInvalidHostnames(),
        revocationCheck() != RevocationCheck.NONE,
        revocationCheck() == RevocationCheck.OCSP,
        handshakeTimeout());
  }

  /**
   * Says what is asked for, without passwords.
   *
   * @return one line for people
   */
  @Override
  public String toString() {
    return enabled()
        ? "TlsSettings["
            + provider().id()
            + " "
            + String.join(",", protocols)
            + (suites().listed().isEmpty() ? "" : " " + String.join(",", suites().listed()))
            + (namedGroups().isEmpty() ? "" : " " + String.join(",", namedGroups()))
            + "]"
        : "TlsSettings[off]";
  }

  /**
   * Collects options for {@link TlsSettings}. Not safe to share between threads.
   *
   * <p>Names of protocols, suites and groups are checked as they are given; rules between options
   * when the settings are built.
   */
  public static final class Builder extends TlsOptions {
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    private Builder() {}

    private Builder copy() {
      Builder copy = new Builder();
      copy.take(this);
      return copy;
    }

    /**
     * Switches TLS on or off. Without this call it is on if any other option was given.
     *
     * @param on whether connections are encrypted
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder enabled(boolean on) {
      this.enabled = on;
      return this;
    }

    /**
     * Trusts the authorities in a file instead of those of the JVM.
     *
     * @param file certificates as PEM, PKCS#12 or JKS
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder caFile(Path file) {
      this.caFile = file;
      return this;
    }

    /**
     * Opens a CA file that is a PKCS#12 or JKS store.
     *
     * @param password the store's password
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder caFilePassword(String password) {
      this.caFilePassword = password;
      return this;
    }

    /**
     * Shows a client certificate whose key is in the same file.
     *
     * @param file certificate, intermediate certificates and private key as PEM, PKCS#12 or JKS
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder certificateKeyFile(Path file) {
      this.certificateFile = file;
      this.keyFile = null;
      return this;
    }

    /**
     * Shows a client certificate. The key is looked for in the same file unless {@link #keyFile}
     * names another.
     *
     * @param file certificate and intermediate certificates as PEM
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder certificateFile(Path file) {
      this.certificateFile = file;
      return this;
    }

    /**
     * Takes the private key of the client certificate from a file of its own.
     *
     * @param file PKCS#1, PKCS#8 or SEC1 key as PEM
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder keyFile(Path file) {
      this.keyFile = file;
      return this;
    }

    /**
     * Decrypts the private key, or opens the store that holds it.
     *
     * @param password the password
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder keyPassword(String password) {
      this.keyPassword = password;
      return this;
    }

    /**
     * Accepts any certificate chain. The host name is verified all the same.
     *
     * @param allow whether to accept it; {@code false} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder allowInvalidCertificates(boolean allow) {
      this.allowInvalidCertificates = allow;
      return this;
    }

    /**
     * Accepts a certificate for another host name. The chain is validated all the same.
     *
     * @param allow whether to accept it; {@code false} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder allowInvalidHostnames(boolean allow) {
      this.allowInvalidHostnames = allow;
      return this;
    }

    /**
     * Chooses how far OCSP is followed.
     *
     * @param check {@link RevocationCheck#NONE} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder revocationCheck(RevocationCheck check) {
      this.revocationCheck = check;
      return this;
    }

    /**
     * Refuses the certificates on a revocation list. The list must cover the issuer of the server's
     * certificate and be current, otherwise no connection is made.
     *
     * @param file certificate revocation lists as PEM or DER
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder crlFile(Path file) {
      this.crlFile = file;
      return this;
    }

    /**
     * Allows these protocol versions only.
     *
     * @param versions {@code TLSv1}, {@code TLSv1.1}, {@code TLSv1.2}, {@code TLSv1.3}
     * @return this builder
     * @throws InvalidSettingException if one is unknown
     */
    @CanIgnoreReturnValue
    public Builder protocols(List<String> versions) {
      this.protocols = TlsNames.protocols(versions);
      return this;
    }

    /**
     * Allows these cipher suites only, whatever the protocol. Protocols that have none of them are
     * not offered. Replaces what {@link #tls12CipherSuites} and {@link #tls13CipherSuites} said.
     *
     * @param suites names in the spelling of IANA or of OpenSSL, in order of preference; empty, as
     *     by default, for the provider's own choice
     * @return this builder
     * @throws InvalidSettingException if one is unknown
     */
    @CanIgnoreReturnValue
    public Builder cipherSuites(List<String> suites) {
      this.suites = SuiteLimits.of(suites);
      return this;
    }

    /**
     * Allows these cipher suites only under TLS 1.2 and below, and leaves TLS 1.3 as it is.
     *
     * @param suites as for {@link #cipherSuites}, but none of TLS 1.3
     * @return this builder
     * @throws InvalidSettingException if one is unknown or of TLS 1.3
     */
    @CanIgnoreReturnValue
    public Builder tls12CipherSuites(List<String> suites) {
      this.suites = this.suites.withTls12(suites);
      return this;
    }

    /**
     * Allows these cipher suites only under TLS 1.3, and leaves TLS 1.2 and below as they are.
     *
     * @param suites as for {@link #cipherSuites}, but of TLS 1.3 alone
     * @return this builder
     * @throws InvalidSettingException if one is unknown or not of TLS 1.3
     */
    @CanIgnoreReturnValue
    public Builder tls13CipherSuites(List<String> suites) {
      this.suites = this.suites.withTls13(suites);
      return this;
    }

    /**
     * Allows these key-exchange groups only.
     *
     * @param groups names of the IANA registry "TLS Supported Groups", such as {@code x25519},
     *     {@code secp256r1}, {@code X25519MLKEM768}, in order of preference; {@code P-256} and
     *     {@code prime256v1} are understood too
     * @return this builder
     * @throws InvalidSettingException if one is unknown
     */
    @CanIgnoreReturnValue
    public Builder namedGroups(List<String> groups) {
      this.namedGroups = TlsNames.namedGroups(groups);
      return this;
    }

    /**
     * Chooses the TLS implementation.
     *
     * @param implementation {@link TlsProvider#JDK} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder provider(TlsProvider implementation) {
      this.provider = implementation;
      this.providerChosen = true;
      return this;
    }

    /**
     * Chooses whether sessions are resumed.
     *
     * @param resume {@code true} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder resumption(boolean resume) {
      this.resumption = resume;
      return this;
    }

    /**
     * Limits the time of a handshake.
     *
     * @param timeout 10 seconds by default, an hour at most
     * @return this builder
     * @throws InvalidSettingException if it is not positive, or longer
     */
    @CanIgnoreReturnValue
    public Builder handshakeTimeout(Duration timeout) {
      if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(LONGEST_TIMEOUT) > 0) {
        throw new InvalidSettingException(
            "tls.handshakeTimeoutMs: " + timeout + " is not between 1 ms and an hour; change it");
      }
      this.handshakeTimeout = timeout;
      return this;
    }

    /**
     * Limits the time of a handshake to what connecting may take as a whole. The limit of an hour
     * holds beside it.
     *
     * @param connectTimeout how long connecting may take, positive
     * @return this builder
     * @throws InvalidSettingException if it is not positive
     */
    @CanIgnoreReturnValue
    public Builder handshakeWithin(Duration connectTimeout) {
      return handshakeTimeout(
          connectTimeout.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : connectTimeout);
    }

    /**
     * Whether {@link #enabled} was called.
     *
     * @return the value given, or empty
     */
    public Optional<Boolean> explicitlyEnabled() {
      return Optional.ofNullable(enabled);
    }

    /**
     * Whether any option other than {@link #enabled} was given, so that TLS is meant.
     *
     * @return {@code true} if TLS is on by implication
     */
    public boolean impliesTls() {
      return hasTlsOption();
    }

    /**
     * Checks the rules between the options.
     *
     * @return the settings
     * @throws InvalidSettingException if two options contradict each other
     */
    public TlsSettings build() {
      Builder options = copy();
      options.checkRules();
      return new TlsSettings(options, options.effectiveProtocols());
    }
  }
}
