package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.TlsOptions;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a MySQL or MariaDB server: {@code jdbc:mysql://…} as in Connector/J, or {@code
 * mysql://user:password@host:port/database?ssl-mode=…}.
 *
 * <p>The TLS options of Connector/J and of the mysql client become {@link TlsSettings}. All other
 * options go to Connector/J: its own unchanged, and translated from the mysql client {@code
 * connect-timeout}, {@code compress}, {@code local-infile} and {@code get-server-public-key}. Those
 * that Connector/J does not read cause {@link #warnings}. In a {@code mysql://} URL user name and
 * password are percent-encoded.
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
  private static final String CONNECT_TIMEOUT = "connectTimeout";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  /** Connector/J takes seconds to parse more unclosed lists or blanks. */
  private static final int LONGEST_HOSTS = 8192;

  private static final Pattern MANY_BLANKS = Pattern.compile("\\s{100}");

  private static final UrlText.Form CLIENT = form("mysql:", true);

  /** Connector/J has a user in front of each host. */
  private static final UrlText.Form JDBC =
      form("jdbc:mysql(?:\\+srv)?:(?:loadbalance:|replication:)?", false);

  /** Options of the mysql client, with dashes, and their counterparts in Connector/J. */
  private static final Map<String, String> OF_CLIENT =
      Map.of(
          "connect-timeout", CONNECT_TIMEOUT,
          "compress", "useCompression",
          "local-infile", "allowLoadLocalInfile",
          "get-server-public-key", "allowPublicKeyRetrieval");

  private static final Map<String, String> FLAGS =
      Map.of("", "true", "1", "true", "on", "true", "0", "false", "off", "false");

  private final UrlText text;
  private final TlsOptions tls;
  private final Map<String, String> defaults;
  private final ConnectorUrl driver;

  private MySqlUrl(UrlText text, TlsOptions tls, Map<String, String> defaults) {
    this.text = text;
    this.tls = tls;
    this.defaults = Map.copyOf(defaults);
    this.driver =
        new ConnectorUrl(inJdbcForm(null, text.hosts(), driverOptions()), driverProperties());
  }

  private static UrlText.Form form(String scheme, boolean userInFront) {
    return new UrlText.Form(
        "MySQL",
        Pattern.compile("(?i)" + scheme + "\\s*//"),
        "mysql://user:password@host:port/database?options",
        MySqlDatabase.PORT,
        "&",
        MySqlUrl::isKnown,
        userInFront,
        true,
        true);
  }

  private static boolean isKnown(String option) {
    return MySqlTls.DIALECT.has(option)
        || OF_CLIENT.containsKey(dashed(option))
        || ConnectorUrl.isRead(option);
  }

  /**
   * Parses a URL. Accesses neither files nor the network, except for what {@code useConfigs} and
   * {@code propertiesTransform} name on the class path.
   */
  public static MySqlUrl parse(String url) {
    Database.requireDriver("com.mysql.cj.jdbc.Driver", "MySQL", "com.mysql:mysql-connector-j");
    String given = url.strip();
    UrlText all = UrlText.parse(trimmed(given), given.matches("(?is)jdbc:.*") ? JDBC : CLIENT);
    UrlText text =
        all.with(
            all.options().stream().filter(option -> !MySqlTls.isOfNoStore(option, all)).toList());
    refuseUnixSocket(text);
    for (UrlOption option : text.options()) {
      if (!MySqlTls.DIALECT.has(option.name()) && option.name().matches("(?i)(ssl|tls).*")) {
        throw new InvalidSettingException(
            text.nameOf(option)
                + ": there is no such TLS option; did you mean "
                + NearestName.of(option.name(), MySqlTls.DIALECT.names())
                + "?");
      }
    }
    MySqlUrl parsed = new MySqlUrl(text, MySqlTls.DIALECT.read(text), Map.of());
    parsed.tls();
    return parsed;
  }

  /** Strips white space around names and values, as Connector/J does. */
  private static String trimmed(String url) {
    int start = url.indexOf('?') + 1;
    int end = url.indexOf('#', start) < 0 ? url.length() : url.indexOf('#', start);
    return start == 0
        ? url
        : url.substring(0, start)
            + Stream.of(url.substring(start, end).split("&"))
                .map(
                    option ->
                        Stream.of(option.split("=", 2))
                            .map(String::trim)
                            .collect(Collectors.joining("=")))
                .collect(Collectors.joining("&"))
            + url.substring(end);
  }

  /** Refuses the path of a socket in place of a host, or in place of the port behind a colon. */
  private static void refuseUnixSocket(UrlText text) {
    String path = text.decodedPath().orElse("");
    String hosts = text.hosts();
    boolean nowhere = hosts.isEmpty() || hosts.endsWith("@") || hosts.endsWith(":");
    if (nowhere || (path.contains("/") && path.toLowerCase(Locale.ROOT).contains(".sock"))) {
      text.refuseUnixSocket(path);
    }
    if (hosts.length() > LONGEST_HOSTS || MANY_BLANKS.matcher(text.text()).find()) {
      throw text.form()
          .refusal(
              "has hosts of more than 8192 characters, or 100 blanks in a row; name fewer of them");
    }
  }

  /** Sets options of Connector/J, {@code user} and {@code password} where the URL does not. */
  public MySqlUrl withDefaults(Map<String, String> options) {
    Map<String, String> all = new HashMap<>(options);
    driverOptions().forEach(option -> all.keySet().removeIf(option.name()::equalsIgnoreCase));
    all.putAll(defaults);
    return new MySqlUrl(text, tls, all);
  }

  /** Returns the options of the URL that go to Connector/J. */
  List<UrlOption> driverOptions() {
    return text.options().stream()
        .filter(option -> !MySqlTls.DIALECT.has(option.name()))
        .map(MySqlUrl::translated)
        .toList();
  }

  /** Translates an option of the mysql client; its time-outs are in seconds. */
  static UrlOption translated(UrlOption option) {
    String name = OF_CLIENT.get(dashed(option.name()));
    String value = option.value();
    return name == null
        ? option
        : UrlOption.of(
            name,
            name.equals(CONNECT_TIMEOUT)
                ? value + (value.matches("\\d+") ? "000" : " s")
                : FLAGS.getOrDefault(value.toLowerCase(Locale.ROOT), value));
  }

  private static String dashed(String option) {
    return option.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private UrlText inJdbcForm(@Nullable String user, String some, List<UrlOption> options) {
    String scheme = text.scheme().replaceFirst("(?i)^mysql:", "jdbc:mysql:");
    return new UrlText(text.form(), scheme, user, null, some, text.path(), options);
  }

  /**
   * {@inheritDoc} A positive {@code connectTimeout} also limits the handshake, to an hour at most.
   */
  @Override
  public TlsSettings.Builder tls() {
    return MySqlTls.settings(tls).handshakeWithin(loginTimeout());
  }

  @Override
  public TlsSettings settings(Map<String, String> properties) {
    return tls.build(tls(), properties, this);
  }

  @Override
  public Database kind() {
    return new MySqlDatabase();
  }

  @Override
  public Optional<String> database() {
    return driver.database();
  }

  @Override
  public List<HostAddress> hosts() {
    return driver.addresses;
  }

  @Override
  public String plain() {
    return text.without(MySqlTls.DIALECT::has).with("sslMode", "DISABLED").text();
  }

  @Override
  public String through(HostAddress address) {
    if (hosts().size() > 1 || text.hosts().contains("(")) {
      throw new InvalidSettingException(
          this + ": has several servers or options of a single one; name one, as host:port");
    }
    return text.at(text.hosts().substring(0, text.hosts().lastIndexOf('@') + 1) + address).text();
  }

  @Override
  public MySqlConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new MySqlConnections(this, settings, dialer, ledger);
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(MySqlTls.warnings(tls));
    for (UrlOption option : text.options()) {
      if (!isKnown(option.name())) {
        warnings.add(
            text.nameOf(option)
                + ": ignored, as Connector/J reads no such option; check its spelling, or remove it");
      }
    }
    return warnings;
  }

  @Override
  public String toString() {
    boolean mayHoldUser = text.user() != null || text.hosts().matches("(?s).*[@(].*");
    return inJdbcForm(mayHoldUser ? "" : null, HostAddress.list(hosts()), text.options())
        .toString();
  }

  /** Returns the URL as Connector/J reads it. */
  String driverUrl() {
    return driver.text.text();
  }

  /** Returns the properties for Connector/J that are not in the URL. */
  Properties driverProperties() {
    Properties properties = new Properties();
    properties.putAll(defaults);
    text.decodedUser().ifPresent(user -> properties.setProperty("user", user));
    text.decodedPassword().ifPresent(password -> properties.setProperty("password", password));
    if (driverOptions().stream().noneMatch(option -> option.name().equals(CONNECT_TIMEOUT))) {
      properties.putIfAbsent(CONNECT_TIMEOUT, Long.toString(DEFAULT_TIMEOUT.toMillis()));
    }
    return properties;
  }

  /** Returns the time-out for connecting, and for each answer of the server during login. */
  Duration loginTimeout() {
    return driver.connectTimeout().orElse(DEFAULT_TIMEOUT);
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    return text.secrets().and(driver.secrets).and(ConnectorUrl.passwords(defaults).toList());
  }
}
