package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.PropertyDefinitions.SslMode;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.JdbcPropertySetImpl;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.TlsMode;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.TlsOptions;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The TLS options of the mysql client ({@code ssl-ca}) and of Connector/J ({@code
 * trustCertificateKeyStoreUrl}), and the options of both that are refused because {@link
 * MySqlSocketFactory} makes the connections and TLS.
 */
final class MySqlTls {
  private static final String CHOICE =
      "; say ssl-mode=VERIFY_IDENTITY (with ssl-ca for an authority of your own), VERIFY_CA or"
          + " REQUIRED for TLS, or ssl-mode=DISABLED for plain text";

  private static final String FALLS_BACK =
      "may fall back to plain text without an error, so the result may not be of TLS" + CHOICE;

  private static final String SYSTEM_KEY_STORE = "fallbackToSystemKeyStore";
  private static final String SYSTEM_TRUST_STORE = "fallbackToSystemTrustStore";
  private static final String[] BOOLEAN = {"true", "yes", "false", "no"};
  private static final String[] STORE_TYPE = {"jks", "pkcs12", "pem"};

  /** Deprecated by Connector/J, which reads them only without a mode. */
  private static final List<String> DEPRECATED =
      List.of("useSSL", "requireSSL", "verifyServerCertificate");

  static final String OVER_TCP =
      "not offered; connections are made over TCP, so name a host and a port";

  /** Names with blanks between them, and the reason. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry(
              "ssl-capath ssl-crlpath keyStoreProvider",
              "not offered; name one PEM, PKCS#12 or JKS file with ssl-ca, ssl-crl or ssl-cert"),
          Map.entry(
              "ssl-fips-mode fipsCompliantJsse sslContextProvider KeyManagerFactoryProvider"
                  + " trustManagerFactoryProvider",
              "not offered; choose the TLS implementation with the property tls.provider"),
          Map.entry(
              "ssl-session-data ssl-session-data-continue-on-failed-reuse",
              "not offered; sessions resume among the connections of a client"),
          Map.entry("tls-sni-servername", "not offered; the server is asked for by its host"),
          Map.entry(
              "ssl tls sslaccept ssl-verify-server-cert",
              "not an option of MySQL URLs; say ssl-mode=VERIFY_IDENTITY or ssl-mode=REQUIRED"),
          Map.entry(
              "socketFactory socksProxyHost socksProxyPort socksProxyRemoteDns",
              "not offered; connections have a socket factory that measures them"),
          Map.entry("path namedPipePath pipe socket socketPath localSocket unixSocket", OVER_TCP),
          Map.entry(
              "default-character-set",
              "not an option of Connector/J; say characterEncoding, with Java's name, as in"
                  + " characterEncoding=UTF-8"));

  private static final Pattern STORE =
      Pattern.compile("(?i)((?:trust|client)CertificateKeyStore)(?:Url|Type|Password)");

  static final TlsDialect DIALECT = dialect();

  private MySqlTls() {}

  private static TlsDialect dialect() {
    TlsDialect dialect =
        new TlsDialect(MySqlTls::spelled)
            .mode(
                "ssl-mode",
                Map.of(
                    "disabled", TlsMode.DISABLED,
                    "required", TlsMode.REQUIRED,
                    "verify_ca", TlsMode.VERIFY_CA,
                    "verify_identity", TlsMode.VERIFY_FULL),
                Map.of("preferred", FALLS_BACK))
            .silence(
                "Connector/J would take PREFERRED, which may fall back to plain text without an"
                    + " error"
                    + CHOICE)
            .shown(TlsOption.CERTIFICATE_KEY_FILE, "ssl-cert, ssl-key")
            .ofServer("protocols", "its tls_version")
            .ofServer("suites", "its ssl_cipher and tls_ciphersuites")
            .ofServer("groups", "what 'probe' finds: it has no setting for groups")
            .shown(TlsOption.ALLOW_INVALID_CERTIFICATES, "ssl-mode=REQUIRED")
            .shown(TlsOption.ALLOW_INVALID_HOSTNAMES, "ssl-mode=VERIFY_CA")
            .option(TlsOption.CA_FILE, "ssl-ca", "trustCertificateKeyStoreUrl")
            .option(TlsOption.CA_FILE_PASSWORD, "trustCertificateKeyStorePassword")
            .option(TlsOption.CERTIFICATE_FILE, "ssl-cert", "clientCertificateKeyStoreUrl")
            .option(TlsOption.KEY_FILE, "ssl-key")
            .option(TlsOption.KEY_PASSWORD, "ssl-key-password", "clientCertificateKeyStorePassword")
            .option(TlsOption.CRL_FILE, "ssl-crl")
            .option(TlsOption.PROTOCOLS, "tls-version", "tlsVersions", "enabledTLSProtocols")
            .option(TlsOption.TLS12_CIPHER_SUITES, "ssl-cipher")
            .option(TlsOption.TLS13_CIPHER_SUITES, "tls-ciphersuites")
            .option(TlsOption.CIPHER_SUITES, "tlsCiphersuites", "enabledSSLCipherSuites")
            .word("trustCertificateKeyStoreType", STORE_TYPE)
            .word("clientCertificateKeyStoreType", STORE_TYPE)
            .word(SYSTEM_TRUST_STORE, BOOLEAN)
            .word(SYSTEM_KEY_STORE, BOOLEAN);
    DEPRECATED.forEach(name -> dialect.word(name, BOOLEAN));
    REFUSED.forEach(
        (names, reason) ->
            List.of(names.split(" ")).forEach(name -> dialect.refused(name, reason)));
    return dialect;
  }

  /**
   * Spells a name without capitals, dashes and underscores, which matter in one name only: with
   * them it is the mysql client's option for TLS 1.3, without them Connector/J's for all protocols.
   */
  static String spelled(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    return plain.equals("tlsciphersuites") && plain.length() < name.length()
        ? "tls-ciphersuites"
        : plain;
  }

  /** In Connector/J, empty options of a key store without a name stand for none. */
  static boolean isOfNoStore(UrlOption option, UrlText url) {
    Matcher store = STORE.matcher(option.name());
    return option.value().isEmpty()
        && store.matches()
        && url.option(store.group(1) + "Url").orElse("").isEmpty();
  }

  /** Returns the settings of a URL. */
  static TlsSettings.Builder settings(TlsOptions options) {
    Optional<TlsMode> mode = mode(options);
    boolean verified = mode.map(some -> some.compareTo(TlsMode.REQUIRED) > 0).orElse(true);
    if (isOff(options, SYSTEM_TRUST_STORE)
        && verified
        && options.get(TlsOption.CA_FILE).isEmpty()) {
      throw new InvalidSettingException(
          SYSTEM_TRUST_STORE + "=false: leaves no authority to trust; name a CA file with ssl-ca");
    }
    TlsSettings.Builder settings = mode.isPresent() ? options.settings(mode) : options.settings();
    return settings.jvmKeyStore(!isOff(options, SYSTEM_KEY_STORE));
  }

  private static boolean isOff(TlsOptions options, String name) {
    return options.word(name).filter(value -> value.matches("false|no")).isPresent();
  }

  private static Optional<TlsMode> mode(TlsOptions options) {
    Properties deprecated = new Properties();
    for (String name : DEPRECATED) {
      options.word(name).ifPresent(value -> deprecated.setProperty(name, value));
    }
    if (options.mode().isPresent() || deprecated.isEmpty()) {
      return options.mode();
    }
    JdbcPropertySetImpl driver = new JdbcPropertySetImpl();
    driver.initializeProperties(deprecated);
    return Optional.of(
        switch (driver.<SslMode>getEnumProperty(PropertyKey.sslMode).getValue()) {
          case DISABLED -> TlsMode.DISABLED;
          case REQUIRED -> TlsMode.REQUIRED;
          case VERIFY_CA -> TlsMode.VERIFY_CA;
          default ->
              throw new InvalidSettingException(
                  "useSSL=true without requireSSL=true means ssl-mode=PREFERRED: " + FALLS_BACK);
        });
  }

  static List<String> warnings(TlsOptions options) {
    List<String> warnings = new ArrayList<>(options.warnings());
    if (mode(options).filter(TlsMode.REQUIRED::equals).isPresent()) {
      options
          .get(TlsOption.CA_FILE)
          .ifPresent(
              file ->
                  warnings.add(
                      file.name()
                          + ": has no effect, as ssl-mode=REQUIRED accepts any certificate; say"
                          + " VERIFY_CA or VERIFY_IDENTITY"));
    }
    return warnings;
  }
}
