package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.text.Drivers;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.TlsProperties;
import dev.tlsbench.core.url.UrlEdit;
import dev.tlsbench.core.url.UrlOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The URL of a MySQL or MariaDB server: {@code jdbc:mysql://…} as in Connector/J, or {@code
 * mysql://user:password@host:port/database?ssl-mode=…} with the names of the mysql client.
 *
 * <p>The TLS options of both kinds become {@link TlsSettings}. All other options go to Connector/J:
 * its own unchanged, and translated from the mysql client {@code connect-timeout}, {@code
 * default-character-set}, {@code compress}, {@code local-infile} and {@code get-server-public-key}.
 * The rest cause {@link #warnings}. In a {@code mysql://} URL user name and password are
 * percent-encoded.
 *
 * <p>{@code ssl-mode} or {@code sslMode} selects: {@code DISABLED} plain text, {@code REQUIRED} TLS
 * with any server, {@code VERIFY_CA} TLS with a server whose certificate is trusted, {@code
 * VERIFY_IDENTITY} TLS with a server whose certificate also bears its name. A TLS file, protocol or
 * cipher suite without a mode means {@code VERIFY_IDENTITY}. {@code PREFERRED} is refused.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class MySqlUrl implements DatabaseUrl {
  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final String CONNECT_TIMEOUT = "connectTimeout";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final String given;
  private final MySqlUrlText text;
  private final MySqlTlsOptions tls;
  private final MySqlOptions options;
  private final Map<String, String> defaults;

  private MySqlUrl(String given, MySqlUrlText text, Map<String, String> defaults) {
    this.given = given;
    this.text = text;
    this.defaults = Map.copyOf(defaults);
    ShownOptions shown = new ShownOptions(text.options(), text.secrets(), MySqlOptions::isKnown);
    try {
      this.tls = new MySqlTlsOptions(text.options());
      this.options = new MySqlOptions(text.options(), shown);
      tls();
    } catch (InvalidSettingException e) {
      // Without the cause, whose message may hold the same secrets.
      throw new InvalidSettingException(shown.hide(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Parses a URL. Accesses neither files nor the network, except for a configuration on the class
   * path that {@code useConfigs} names.
   *
   * @throws InvalidSettingException if the URL is malformed, asks for {@code PREFERRED}, has TLS
   *     options that are unknown or contradict each other, or options that cannot take effect
   */
  public static MySqlUrl parse(String url) {
    Drivers.require("com.mysql.cj.jdbc.Driver", "MySQL", "com.mysql:mysql-connector-j");
    String given = url.strip();
    return new MySqlUrl(given, MySqlUrlText.of(given), Map.of());
  }

  /**
   * Sets an option of Connector/J where the URL does not.
   *
   * @param name an option that does not concern TLS, such as {@code useServerPrepStmts}, or {@code
   *     user}, {@code password}
   */
  public MySqlUrl withDefault(String name, String value) {
    if (has(name)) {
      return this;
    }
    Map<String, String> more = new LinkedHashMap<>(defaults);
    more.put(name, value);
    return new MySqlUrl(given, text, more);
  }

  /**
   * Returns the TLS options of the URL.
   *
   * <p>A positive {@code connectTimeout} also limits the handshake, to an hour at most.
   */
  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = tls.settings();
    if (option(CONNECT_TIMEOUT).isPresent()) {
      settings.handshakeWithin(loginTimeout());
    }
    return settings;
  }

  /**
   * Returns the TLS options of the URL, overridden by properties.
   *
   * @throws InvalidSettingException if neither URL nor properties say whether TLS is wanted, if a
   *     {@code tls.*} property cannot be used, or if URL and properties contradict each other
   * @see TlsProperties
   */
  @Override
  public TlsSettings settings(Map<String, String> properties) {
    TlsSettings.Builder settings = tls();
    TlsProperties.override(properties, settings);
    if (settings.explicitlyEnabled().isEmpty() && !settings.impliesTls()) {
      throw SslMode.refuseSilence(toString());
    }
    return settings.build();
  }

  @Override
  public Database kind() {
    return new MySqlDatabase();
  }

  @Override
  public Optional<String> database() {
    return Optional.of(text.database()).filter(name -> !name.isEmpty());
  }

  @Override
  public List<HostAddress> hosts() {
    return text.hosts().list();
  }

  @Override
  public String plain() {
    return UrlEdit.with(UrlEdit.without(given, MySqlTlsWord::isTls, "&"), "sslMode=DISABLED");
  }

  @Override
  public String through(HostAddress address) {
    if (hosts().size() > 1 || text.hosts().haveOptions()) {
      throw new InvalidSettingException(
          this + ": has several servers or options of a single one; name one, as host:port");
    }
    return UrlEdit.through(given, address.toString());
  }

  @Override
  public MySqlConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return MySqlConnections.open(this, settings, dialer, ledger);
  }

  @Override
  public List<String> warnings() {
    return Stream.of(tls.warnings(), options.warnings(), text.hosts().warnings())
        .flatMap(List::stream)
        .toList();
  }

  /** {@return the URL with user name and passwords hidden} */
  @Override
  public String toString() {
    return text.shown();
  }

  /** Returns the URL as Connector/J reads it. */
  String driverUrl() {
    return text.with(options.forDriver());
  }

  /** Returns the options of {@link #driverUrl}, those of single hosts included. */
  List<UrlOption> driverOptions() {
    return Stream.concat(options.forDriver().stream(), text.hosts().options().stream()).toList();
  }

  /** Returns the properties for Connector/J that are not in the URL. */
  Properties driverProperties() {
    Properties properties = new Properties();
    properties.putAll(defaults);
    if (text.user() != null) {
      properties.setProperty(USER, text.user());
    }
    if (text.password() != null) {
      properties.setProperty(PASSWORD, text.password());
    }
    if (option(CONNECT_TIMEOUT).isEmpty()) {
      properties.setProperty(CONNECT_TIMEOUT, Long.toString(DEFAULT_TIMEOUT.toMillis()));
    }
    return properties;
  }

  /** Returns the time-out for connecting, and for each answer of the server during login. */
  Duration loginTimeout() {
    String value = option(CONNECT_TIMEOUT).orElse("0");
    try {
      long millis = Long.parseLong(value.strip());
      return millis > 0 ? Duration.ofMillis(millis) : DEFAULT_TIMEOUT;
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          CONNECT_TIMEOUT + ": '" + value + "' is not a whole number of milliseconds", e);
    }
  }

  Secrets secrets() {
    List<String> passwords = new ArrayList<>();
    defaults.forEach(
        (name, value) -> {
          if (Secrets.isNameOfSecret(name)) {
            passwords.add(value);
          }
        });
    return text.secrets().and(passwords);
  }

  private boolean has(String name) {
    boolean inAuthority =
        name.toLowerCase(Locale.ROOT).equals(USER)
            ? text.user() != null || text.hosts().haveUser()
            : name.toLowerCase(Locale.ROOT).equals(PASSWORD)
                && (text.password() != null || text.hosts().havePassword());
    return inAuthority || options.value(name).isPresent();
  }

  private Optional<String> option(String name) {
    Optional<String> given = options.value(name);
    return given.isPresent() ? given : Optional.ofNullable(defaults.get(name));
  }
}
