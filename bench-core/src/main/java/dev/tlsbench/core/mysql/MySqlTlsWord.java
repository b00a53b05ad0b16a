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

/** What TLS options of a MySQL URL mean, and all names for it. */
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
  CIPHERS("ssl-cipher"),
  TLS13_SUITES("tls-ciphersuites", "enabledSSLCipherSuites"),
  SYSTEM_TRUST_STORE("fallbackToSystemTrustStore"),
  SYSTEM_KEY_STORE("fallbackToSystemKeyStore"),
  USE_SSL("useSSL"),
  REQUIRE_SSL("requireSSL"),
  VERIFY_SERVER_CERTIFICATE("verifyServerCertificate");

  private static final String NO_PROXY =
      "not offered; connect directly, or through a tunnel that listens on a port of its own";

  /** Not offered; each with what to do instead. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry(
              "sslcapath",
              "folders are not read; put the certificates into one PEM file and"
                  + " name it with ssl-ca"),
          Map.entry("sslcrlpath", "folders are not read; name a file with ssl-crl"),
          Map.entry(
              "sslfipsmode",
              "not offered; choose protocols and suites with tls-version and" + " ssl-cipher"),
          Map.entry(
              "sslsessiondata",
              "not offered; sessions resume among the connections of a" + " client"),
          Map.entry(
              "sslsessiondatacontinueonfailedreuse",
              "not offered; sessions resume among the" + " connections of a client"),
          Map.entry(
              "tlssniservername",
              "not offered; the server is asked for by the host of the" + " URL"),
          Map.entry("ssl", "not a word of MySQL URLs; say ssl-mode"),
          Map.entry(
              "sslverifyservercert",
              "not a word of MySQL URLs; say ssl-mode=VERIFY_IDENTITY" + " or ssl-mode=REQUIRED"),
          Map.entry(
              "sslcontextprovider",
              "not offered; choose the TLS implementation with the" + " property tls.provider"),
          Map.entry(
              "keystoreprovider",
              "not offered; name a PEM, PKCS#12 or JKS file with" + " ssl-ca or ssl-cert"),
          Map.entry("socksproxyhost", NO_PROXY),
          Map.entry("socksproxyport", NO_PROXY),
          Map.entry("socksproxyremotedns", NO_PROXY),
          Map.entry(
              "socketfactory",
              "not offered; connections have a socket factory that measures" + " them"));

  private static final Set<String> STORE_TYPES = Set.of("JKS", "PKCS12", "PEM");

  private static final Map<String, MySqlTlsWord> BY_NAME = byName();

  @SuppressWarnings("ImmutableEnumChecker") // List.of makes lists that do not change
  private final List<String> names;

  MySqlTlsWord(String... names) {
    this.names = List.of(names);
  }

  /**
   * Finds the word.
   *
   * @return empty if the option has nothing to do with TLS
   * @throws InvalidSettingException if it has, but is unknown or not offered
   */
  static Optional<MySqlTlsWord> of(String name) {
    String plain = plain(name);
    String instead = REFUSED.get(plain);
    if (instead != null) {
      throw new InvalidSettingException(name + ": " + instead);
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

  /** Whether the option makes sense only with TLS. */
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

  /** The format of a store is told from the file itself; only what cannot be read is refused. */
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

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
  }

  private static Map<String, MySqlTlsWord> byName() {
    Map<String, MySqlTlsWord> byName = new HashMap<>();
    Arrays.stream(values())
        .forEach(word -> word.names.forEach(name -> byName.put(plain(name), word)));
    return Map.copyOf(byName);
  }
}
