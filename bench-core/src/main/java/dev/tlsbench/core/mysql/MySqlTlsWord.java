package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.UrlOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The TLS options of a MySQL URL, each with all its names. */
enum MySqlTlsWord {
  MODE("ssl-mode"),
  CA("ssl-ca", "trustCertificateKeyStoreUrl"),
  CA_PASSWORD("trustCertificateKeyStorePassword"),
  CA_TYPE("trustCertificateKeyStoreType"),
  CERT("ssl-cert", "clientCertificateKeyStoreUrl"),
  KEY("ssl-key"),
  KEY_PASSWORD("ssl-key-password", "clientCertificateKeyStorePassword"),
  CERT_TYPE("clientCertificateKeyStoreType"),
  CRL("ssl-crl"),
  PROTOCOLS("tls-version", "tlsVersions", "enabledTLSProtocols"),
  TLS12_SUITES("ssl-cipher"),
  TLS13_SUITES("tls-ciphersuites"),
  SUITES("tlsCiphersuites", "enabledSSLCipherSuites"),
  SYSTEM_TRUST_STORE("fallbackToSystemTrustStore"),
  SYSTEM_KEY_STORE("fallbackToSystemKeyStore"),
  USE_SSL("useSSL"),
  REQUIRE_SSL("requireSSL"),
  VERIFY_SERVER_CERTIFICATE("verifyServerCertificate");

  private static final Set<String> STORE_TYPES = Set.of("JKS", "PKCS12", "PEM");

  private static final Map<String, MySqlTlsWord> BY_NAME = byName();

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes lists that do not change
  private final List<String> names;

  MySqlTlsWord(String... names) {
    this.names = List.of(names);
  }

  /**
   * Finds a TLS option; empty if the name does not concern TLS. Refuses TLS options that are
   * unknown or not offered.
   */
  static Optional<MySqlTlsWord> of(String name) {
    String plain = plain(name);
    Optional<String> instead = NotOffered.instead(plain);
    if (instead.isPresent()) {
      throw new InvalidSettingException(name + ": " + instead.get());
    }
    MySqlTlsWord word = BY_NAME.get(plain);
    if (word == null && (plain.startsWith("ssl") || plain.startsWith("tls"))) {
      throw new InvalidSettingException(
          name
              + ": there is no such TLS option; the options are ssl-mode, ssl-ca, ssl-cert,"
              + " ssl-key, ssl-key-password, ssl-crl, ssl-cipher, tls-ciphersuites, tls-version and"
              + " those of Connector/J");
    }
    return Optional.ofNullable(word);
  }

  /** Returns true for a TLS option, known or not, and false for one of the driver. */
  static boolean isTls(String name) {
    String plain = plain(name);
    return plain.startsWith("ssl") || plain.startsWith("tls") || BY_NAME.containsKey(plain);
  }

  /** Returns whether {@link #of} finds or refuses the name. */
  static boolean isKnown(String name) {
    String plain = plain(name);
    return BY_NAME.containsKey(plain) || NotOffered.instead(plain).isPresent();
  }

  /** Returns whether the option makes sense only with TLS. */
  boolean isMaterial() {
    return switch (this) {
      case MODE,
          USE_SSL,
          REQUIRE_SSL,
          VERIFY_SERVER_CERTIFICATE,
          SYSTEM_TRUST_STORE,
          SYSTEM_KEY_STORE ->
          false;
      default -> true;
    };
  }

  /** Refuses types of stores that cannot be read; the format itself is detected from the file. */
  void checkValue(UrlOption option) {
    if ((this == CA_TYPE || this == CERT_TYPE)
        && !STORE_TYPES.contains(option.value().strip().toUpperCase(Locale.ROOT))) {
      throw new InvalidSettingException(
          option.name()
              + ": stores of type '"
              + option.value()
              + "' cannot be read; give a JKS, PKCS12 or PEM file");
    }
  }

  /**
   * Normalizes a name in any case, with dashes, underscores or neither. Separators matter in one
   * name only: with them it is the mysql client's option for TLS 1.3, without them Connector/J's
   * for all protocols.
   */
  static String plain(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    return plain.equals("tlsciphersuites") && plain.length() < name.length()
        ? "tls-ciphersuites"
        : plain;
  }

  private static Map<String, MySqlTlsWord> byName() {
    Map<String, MySqlTlsWord> byName = new HashMap<>();
    Arrays.stream(values())
        .forEach(word -> word.names.forEach(name -> byName.put(plain(name), word)));
    return Map.copyOf(byName);
  }
}
