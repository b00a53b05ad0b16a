package dev.tlsbench.core.tls;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.provider.Offer;
import dev.tlsbench.core.tls.provider.SuiteLimits;
import dev.tlsbench.core.tls.trust.CredentialFile;
import dev.tlsbench.core.tls.trust.TrustRules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a client: TLS on or off, trust, the client's certificate, and the protocols,
 * cipher suites and groups that may be negotiated.
 *
 * <p>Defaults: TLS is on if any TLS option is set, and off otherwise; the CA certificates of the
 * JVM, which {@code javax.net.ssl.trustStore} may name; no client certificate unless {@code
 * javax.net.ssl.keyStore} names one; the chain and the host name are verified; revocation is not
 * checked; TLS 1.2 and 1.3; the provider's own cipher suites and groups; the JDK's provider;
 * sessions are resumed; a handshake may take 10 seconds.
 *
 * <p>{@link TlsContext} reads the files, configures the provider, and refuses settings that it does
 * not support. Instances are immutable and safe to share between threads.
 */
public final class TlsSettings {
  /** A copy of the builder, which is never changed. */
  private final Builder asked;

  private final List<String> protocols;

  /** {@code null} if the options name a file, or the JVM's properties name none. */
  private final @Nullable JvmStore jvmTrust;

  private final @Nullable JvmStore jvmKeys;

  private TlsSettings(Builder options) {
    asked = new Builder(options);
    TlsRules.check(asked);
    protocols = TlsRules.effectiveProtocols(asked);
    jvmTrust = enabled() && asked.caFile == null ? JvmStore.trust().orElse(null) : null;
    jvmKeys =
        enabled() && asked.certificateFile == null && asked.jvmKeyStore
            ? JvmStore.keys().orElse(null)
            : null;
    if (asked.certificateMustBeSent && certificateFile().isEmpty()) {
      throw new InvalidSettingException(
          "a client certificate must be sent, and there is none; name one"
              + " (tls.certificateKeyFile)");
    }
  }

  /** {@return a new builder that holds the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a new builder that holds a copy of these settings} */
  public Builder toBuilder() {
    return new Builder(asked);
  }

  /** {@return whether connections are encrypted; {@code false} for plain text} */
  public boolean enabled() {
    return asked.explicitlyEnabled().orElse(asked.impliesTls());
  }

  /**
   * {@return the certificates of the authorities that are trusted: a PEM bundle, PKCS#12 or JKS
   * file, from the options or else from {@code javax.net.ssl.trustStore}; empty for the CA
   * certificates of the JVM}
   */
  public Optional<Path> caFile() {
    return Optional.ofNullable(jvmTrust == null ? asked.caFile : jvmTrust.file());
  }

  /**
   * {@return the client's certificate, followed by the intermediate ones: a PEM, PKCS#12 or JKS
   * file, from the options or else from {@code javax.net.ssl.keyStore}; empty if the client shows
   * no certificate}
   */
  public Optional<Path> certificateFile() {
    return Optional.ofNullable(jvmKeys == null ? asked.certificateFile : jvmKeys.file());
  }

  /**
   * {@return the file of the client's private key; the same as {@link #certificateFile} if one file
   * holds both}
   */
  public Optional<Path> keyFile() {
    return Optional.ofNullable(asked.keyFile).or(this::certificateFile);
  }

  Optional<String> keyPassword() {
    return Optional.ofNullable(jvmKeys == null ? asked.keyPassword : jvmKeys.password());
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
    if (!byDriver()) {
      return;
    }
    if (!protocols().contains("TLSv1.3") || !suites().listed().isEmpty()) {
      throw new InvalidSettingException(
          (suites().listed().isEmpty() ? "tls.protocols" : "tls.cipherSuites")
              + ": with tls.provider=driver "
              + driver
              + " performs TLS by itself, and it has no option for protocols and cipher suites;"
              + " leave one of the two out");
    }
  }

  private @Nullable String caFilePassword() {
    return jvmTrust == null ? asked.caFilePassword : jvmTrust.password();
  }

  /** Returns whether the JVM's properties name the client's certificate. */
  boolean hasJvmKeys() {
    return jvmKeys != null;
  }

  /** Returns whether the JVM's properties name the file of trusted authorities. */
  boolean hasJvmTrust() {
    return jvmTrust != null;
  }

  /**
   * {@return the passwords of the stores that the JVM's properties name, by the names of the
   * properties of this project; secret}
   */
  public Map<String, String> jvmStorePasswords() {
    Map<String, String> passwords = new TreeMap<>();
    if (jvmTrust != null && jvmTrust.password() != null) {
      passwords.put("tls.caFilePassword", jvmTrust.password());
    }
    if (jvmKeys != null && jvmKeys.password() != null) {
      passwords.put("tls.certificateKeyFilePassword", jvmKeys.password());
    }
    return passwords;
  }

  /** {@return whether any certificate chain is accepted; {@code false} by default} */
  public boolean allowInvalidCertificates() {
    return asked.allowInvalidCertificates;
  }

  /** {@return whether a certificate for another host name is accepted; {@code false} by default} */
  public boolean allowInvalidHostnames() {
    return asked.allowInvalidHostnames;
  }

  /** {@return the way of checking revocation by OCSP; {@link RevocationCheck#NONE} by default} */
  public RevocationCheck revocationCheck() {
    return asked.revocationCheck;
  }

  /**
   * Returns the files of certificate revocation lists, those of a directory among them; a
   * certificate on one is refused.
   *
   * @return files as PEM or DER; empty if revocation is not checked against lists
   * @throws InvalidSettingException if the directory cannot be read, or has no list
   */
  public List<Path> crlFiles() {
    return Stream.concat(
            Stream.ofNullable(asked.crlFile),
            Stream.ofNullable(asked.crlDirectory)
                .flatMap(path -> CredentialFile.revocationLists(path).stream()))
        .toList();
  }

  /**
   * {@return the protocol versions that may be negotiated, as the JDK spells them: the requested
   * ones, or else the default ones for which a cipher suite and a group are left; never empty}
   */
  public List<String> protocols() {
    return protocols;
  }

  /**
   * {@return the only cipher suites that may be negotiated, by their IANA names in order of
   * preference; empty if the provider chooses them for any of the {@link #protocols}}
   */
  public List<String> cipherSuites() {
    return protocols.stream().allMatch(asked.suites::isLimited) ? asked.suites.listed() : List.of();
  }

  /**
   * {@return the only cipher suites that may be negotiated under a protocol version, by their IANA
   * names in order of preference; empty for the provider's own choice}
   *
   * @param protocol one of {@link #protocols}
   */
  public List<String> cipherSuites(String protocol) {
    return asked.suites.isLimited(protocol)
        ? asked.suites.listed().stream().filter(suite -> TlsNames.fits(suite, protocol)).toList()
        : List.of();
  }

  SuiteLimits suites() {
    return asked.suites;
  }

  /**
   * {@return the only key-exchange groups that may be negotiated, by their IANA names in order of
   * preference; empty for the provider's own choice}
   */
  public List<String> namedGroups() {
    return asked.namedGroups;
  }

  /** {@return the TLS implementation; {@link TlsProvider#JDK} by default} */
  public TlsProvider provider() {
    return asked.provider != null ? asked.provider : TlsProvider.JDK;
  }

  /**
   * {@return whether the database's driver performs TLS by itself, as in an application without
   * this library; {@code false} by default}
   */
  public boolean byDriver() {
    return asked.byDriver;
  }

  /** {@return whether later connections resume the sessions of earlier ones, as by default} */
  public boolean resumption() {
    return asked.resumption == null || asked.resumption;
  }

  /** Returns whether resumption was requested explicitly, so that a provider must support it. */
  boolean resumptionRequired() {
    return Boolean.TRUE.equals(asked.resumption);
  }

  /** {@return the time limit of a handshake: 10 seconds by default; positive, an hour at most} */
  public Duration handshakeTimeout() {
    return asked.handshakeTimeout;
  }

  /** {@return whether a connection fails unless the server asks for the client's certificate} */
  public boolean certificateMustBeSent() {
    return asked.certificateMustBeSent;
  }

  /** {@return the protocols that are offered by ALPN; empty for none} */
  public List<String> applicationProtocols() {
    return asked.applicationProtocols;
  }

  Offer offer() {
    return new Offer(
        protocols,
        asked.suites,
        asked.namedGroups,
        asked.serverName,
        asked.applicationProtocols,
        resumption());
  }

  TrustRules trustRules() {
    return new TrustRules(
        caFile().orElse(null),
        caFilePassword(),
        crlFiles(),
        asked.allowInvalidCertificates,
        asked.allowInvalidHostnames,
        asked.revocationCheck != RevocationCheck.NONE,
        asked.revocationCheck == RevocationCheck.OCSP,
        asked.handshakeTimeout);
  }

  /** {@return the settings in one line, without passwords} */
  @Override
  public String toString() {
    return enabled()
        ? "TlsSettings["
            + (byDriver() ? "driver" : provider().id())
            + " "
            + String.join(",", protocols)
            + (asked.suites.listed().isEmpty() ? "" : " " + String.join(",", asked.suites.listed()))
            + (asked.namedGroups.isEmpty() ? "" : " " + String.join(",", asked.namedGroups))
            + "]"
        : "TlsSettings[off]";
  }

  /**
   * Collects options for {@link TlsSettings}. Not safe to share between threads.
   *
   * <p>Names of protocols, suites and groups are checked at once; rules between options when the
   * settings are built.
   */
  public static final class Builder {
    private static final Duration LONGEST_TIMEOUT = Duration.ofHours(1);

    @Nullable Boolean enabled;
    @Nullable Path caFile;
    @Nullable String caFilePassword;
    @Nullable Path certificateFile;
    @Nullable Path keyFile;
    @Nullable String keyPassword;
    boolean jvmKeyStore = true;
    boolean certificateMustBeSent;
    boolean serverName = true;
    boolean allowInvalidCertificates;
    boolean allowInvalidHostnames;
    RevocationCheck revocationCheck = RevocationCheck.NONE;
    @Nullable Path crlFile;
    @Nullable Path crlDirectory;
    List<String> protocols = List.of();
    SuiteLimits suites = SuiteLimits.NONE;
    List<String> namedGroups = List.of();
    List<String> applicationProtocols = List.of();
    @Nullable TlsProvider provider;
    boolean byDriver;
    @Nullable Boolean resumption;
    Duration handshakeTimeout = Duration.ofSeconds(10);

    private Builder() {}

    private Builder(Builder from) {
      enabled = from.enabled;
      caFile = from.caFile;
      caFilePassword = from.caFilePassword;
      certificateFile = from.certificateFile;
      keyFile = from.keyFile;
      keyPassword = from.keyPassword;
      jvmKeyStore = from.jvmKeyStore;
      certificateMustBeSent = from.certificateMustBeSent;
      serverName = from.serverName;
      allowInvalidCertificates = from.allowInvalidCertificates;
      allowInvalidHostnames = from.allowInvalidHostnames;
      revocationCheck = from.revocationCheck;
      crlFile = from.crlFile;
      crlDirectory = from.crlDirectory;
      protocols = from.protocols;
      suites = from.suites;
      namedGroups = from.namedGroups;
      applicationProtocols = from.applicationProtocols;
      provider = from.provider;
      byDriver = from.byDriver;
      resumption = from.resumption;
      handshakeTimeout = from.handshakeTimeout;
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
     * Trusts the authorities in a file instead of the JVM's.
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
     * Chooses whether the JVM's {@code javax.net.ssl.keyStore} counts if no certificate is named.
     *
     * @param use {@code true} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder jvmKeyStore(boolean use) {
      this.jvmKeyStore = use;
      return this;
    }

    /**
     * Chooses whether a connection fails unless the client has shown its certificate, which only a
     * server that asks for it gets to see.
     *
     * @param must {@code false} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder certificateMustBeSent(boolean must) {
      this.certificateMustBeSent = must;
      return this;
    }

    /**
     * Chooses whether the host's name is sent to the server (Server Name Indication, RFC 6066).
     *
     * @param send {@code true} by default
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder serverName(boolean send) {
      this.serverName = send;
      return this;
    }

    /**
     * Accepts any certificate chain. The host name is still verified.
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
     * Accepts a certificate for another host name. The chain is still validated.
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
     * Chooses how revocation is checked by OCSP.
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
     * @param file certificate revocation lists as PEM or DER; replaces a {@link #crlDirectory}
     *     given before
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder crlFile(Path file) {
      this.crlFile = file;
      this.crlDirectory = null;
      return this;
    }

    /**
     * Refuses the certificates on the revocation lists in a directory, too, by the rules of {@link
     * #crlFile}.
     *
     * @param directory lists as PEM or DER, with names such as {@code 1a2b3c4d.r0}, which {@code
     *     openssl rehash} gives them
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder crlDirectory(Path directory) {
      this.crlDirectory = directory;
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
     * Allows only these cipher suites, whatever the protocol. Protocols without any of them are not
     * offered. Replaces {@link #tls12CipherSuites} and {@link #tls13CipherSuites}.
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
      this.byDriver = false;
      return this;
    }

    /**
     * Leaves TLS to the database's driver, with the JDK's implementation, as an application without
     * this library has it. Drivers have no options for groups, revocation and resumption; which
     * protocols and suites they take depends on the driver.
     *
     * @return this builder
     */
    @CanIgnoreReturnValue
    public Builder byDriver() {
      this.provider = null;
      this.byDriver = true;
      return this;
    }

    /**
     * Offers protocols of the layer above by ALPN (RFC 7301), and requires that the server chooses
     * one of them.
     *
     * @param names such as {@code postgresql}, in the order of preference; empty, the default, for
     *     no offer. Each has 1 to 255 bytes in ASCII
     * @return this builder
     * @throws InvalidSettingException if a name is empty, too long or not in ASCII
     */
    @CanIgnoreReturnValue
    public Builder applicationProtocols(List<String> names) {
      for (String name : names) {
        if (!name.matches("[!-~]{1,255}")) {
          throw new InvalidSettingException(
              "ALPN: '" + name + "' is no protocol name; give 1 to 255 characters of ASCII");
        }
      }
      this.applicationProtocols = List.copyOf(names);
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
     * Limits the time of a handshake to the connect time-out. The limit of an hour still applies.
     *
     * @param connectTimeout the time limit for connecting, positive
     * @return this builder
     * @throws InvalidSettingException if it is not positive
     */
    @CanIgnoreReturnValue
    public Builder handshakeWithin(Duration connectTimeout) {
      return handshakeTimeout(
          connectTimeout.compareTo(LONGEST_TIMEOUT) > 0 ? LONGEST_TIMEOUT : connectTimeout);
    }

    boolean hasRevocationLists() {
      return crlFile != null || crlDirectory != null;
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

    /**
     * Checks the rules between the options.
     *
     * @return the settings
     * @throws InvalidSettingException if two options contradict each other
     */
    public TlsSettings build() {
      return new TlsSettings(this);
    }
  }
}
