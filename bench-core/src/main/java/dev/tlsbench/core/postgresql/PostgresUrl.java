package dev.tlsbench.core.postgresql;

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
import dev.tlsbench.core.url.UrlOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/**
 * The URL of one PostgreSQL server or of several: {@code postgresql://…} as libpq reads it, or
 * {@code jdbc:postgresql:…} as pgjdbc does.
 *
 * <p>The TLS options of both become {@link TlsSettings}; all other options go to pgjdbc, libpq's
 * translated. What has no effect causes {@link #warnings}.
 *
 * <p>{@code sslmode} selects: {@code disable} plain text; {@code require} TLS with any server, or
 * as {@code verify-ca} if {@code sslrootcert} is given, as in libpq; {@code verify-ca} TLS with a
 * server whose certificate is trusted; {@code verify-full} TLS with a server whose certificate also
 * bears its name. A TLS file or protocol without a mode means {@code verify-full}, and so do {@code
 * ssl=true} and {@code sslrootcert=system}. {@code allow} and {@code prefer} are refused. The files
 * that libpq reads from {@code ~/.postgresql} by default are not read: without {@code sslrootcert}
 * the JVM's authorities are trusted.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 *
 * @see <a href="https://www.postgresql.org/docs/18/libpq-connect.html">Database Connection Control
 *     Functions</a>
 */
public final class PostgresUrl implements DatabaseUrl {
  /** The property that overrides {@code sslnegotiation}, so that variants can differ in it. */
  private static final String NEGOTIATION = "postgresql.sslnegotiation";

  private static final String PASSWORD = "password";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final PostgresUrlText text;
  private final PostgresTlsOptions tls;
  private final PostgresOptions options;
  private final PasswordFile passwords;

  private PostgresUrl(PostgresUrlText text) {
    this.text = text;
    ShownOptions shown = new ShownOptions(text.options(), text.secrets(), PostgresOptions::isKnown);
    try {
      this.tls = new PostgresTlsOptions(text.options());
      this.options = new PostgresOptions(text.options(), shown);
      this.passwords = new PasswordFile(options.passfile());
      tls();
    } catch (InvalidSettingException e) {
      // Without the cause, whose message may hold the same secrets.
      throw new InvalidSettingException(shown.hide(String.valueOf(e.getMessage())));
    }
  }

  /**
   * Parses a URL. Accesses neither files nor the network; if the URL has no password, libpq's
   * password file is read when a connection is prepared.
   *
   * @throws InvalidSettingException if the URL is malformed, asks for {@code prefer} or {@code
   *     allow}, names a Unix socket, or has options that contradict each other or cannot take
   *     effect
   */
  public static PostgresUrl parse(String url) {
    Drivers.require("org.postgresql.Driver", "PostgreSQL", "org.postgresql:postgresql");
    return new PostgresUrl(PostgresUrlText.of(url.strip()));
  }

  /**
   * Sets an option where the URL does not.
   *
   * @param name an option of libpq or pgjdbc, such as {@code user} or {@code prepareThreshold}
   */
  public PostgresUrl withDefault(String name, String value) {
    boolean has =
        text.credential(name).isPresent()
            || text.options().stream().anyMatch(option -> option.name().equals(name));
    return has ? this : with(text.options(), List.of(UrlOption.of(name, value)));
  }

  /**
   * Sets an option, in place of what the URL says.
   *
   * @param name an option of libpq
   * @throws InvalidSettingException if it cannot have this value, or contradicts another option
   */
  public PostgresUrl with(String name, String value) {
    String spelledByDriver = name.replace("_", "");
    List<UrlOption> all =
        text.options().stream()
            .filter(option -> !option.name().replace("_", "").equalsIgnoreCase(spelledByDriver))
            .toList();
    return with(all, List.of(UrlOption.of(name, value)));
  }

  /**
   * Adds the environment variables of libpq that concern TLS and the log-in ({@code PGSSLMODE},
   * {@code PGSSLROOTCERT}, {@code PGUSER}, {@code PGPASSWORD} …) where the URL lacks their options.
   *
   * @param environment such as {@code System.getenv()}
   * @throws InvalidSettingException if an option cannot be used
   */
  public PostgresUrl withEnvironment(Map<String, String> environment) {
    List<UrlOption> given = new ArrayList<>(text.options());
    for (String name : List.of("user", PASSWORD)) {
      text.credential(name).ifPresent(value -> given.add(UrlOption.of(name, value)));
    }
    return with(text.options(), PostgresTlsOptions.ofEnvironment(environment, given));
  }

  private PostgresUrl with(List<UrlOption> some, List<UrlOption> more) {
    List<UrlOption> all = Stream.concat(some.stream(), more.stream()).toList();
    return new PostgresUrl(
        new PostgresUrlText(text.scheme(), text.user(), text.hosts(), text.path(), all));
  }

  @Override
  public Database kind() {
    return new PostgresDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return text.hosts();
  }

  @Override
  public Optional<String> database() {
    return text.database();
  }

  /**
   * Returns the TLS options of the URL.
   *
   * <p>A positive {@code connect_timeout} also limits the handshake, to an hour at most.
   */
  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = tls.settings();
    if (options.forDriver().containsKey(PGProperty.CONNECT_TIMEOUT)) {
      settings.handshakeWithin(loginTimeout());
    }
    return settings;
  }

  /**
   * Returns the TLS options of the URL, overridden by properties.
   *
   * @param properties any properties; those that start with {@code tls.} are read, and {@code
   *     postgresql.sslnegotiation}
   * @throws InvalidSettingException if neither URL nor properties say whether TLS is wanted, if a
   *     {@code tls.*} property cannot be used, or if URL and properties contradict each other
   * @see TlsProperties
   */
  @Override
  public TlsSettings settings(Map<String, String> properties) {
    TlsSettings.Builder settings = tls();
    TlsProperties.override(properties, settings);
    PostgresTlsOptions.negotiation(properties.get(NEGOTIATION), settings);
    if (settings.explicitlyEnabled().isEmpty() && !settings.impliesTls()) {
      throw PostgresTlsOptions.refuseSilence(toString());
    }
    return settings.build();
  }

  /** {@inheritDoc} Reads the password file if the URL has no password. */
  @Override
  public List<String> warnings() {
    Stream<String> ofFile =
        text.credential(PASSWORD).isPresent() ? Stream.empty() : passwords.warning().stream();
    return Stream.of(tls.warnings().stream(), options.warnings().stream(), ofFile)
        .flatMap(warnings -> warnings)
        .toList();
  }

  @Override
  public String plain() {
    Stream<String> others =
        text.options().stream()
            .filter(option -> !PostgresTlsOptions.isKnown(option.name()))
            .map(UrlOption::text);
    return text.with(hosts(), Stream.concat(others, Stream.of("sslmode=disable")));
  }

  @Override
  public String through(HostAddress address) {
    if (hosts().size() > 1) {
      throw new InvalidSettingException(this + ": has several servers; name one, as host:port");
    }
    // The password file has no line for the other address.
    Stream<UrlOption> password =
        filePassword().map(found -> UrlOption.of(PASSWORD, found)).stream();
    return text.with(
        List.of(address), Stream.concat(text.options().stream(), password).map(UrlOption::text));
  }

  @Override
  public PostgresConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return PostgresConnections.open(this, settings, dialer, ledger);
  }

  /** {@return the URL with user name and passwords hidden} */
  @Override
  public String toString() {
    return text.toString();
  }

  /** Returns the time limit of the TCP connect and of each answer until the log-in is accepted. */
  Duration loginTimeout() {
    String seconds = options.forDriver().get(PGProperty.CONNECT_TIMEOUT);
    return seconds == null || seconds.matches("0+")
        ? DEFAULT_TIMEOUT
        : Duration.ofSeconds(Long.parseLong(seconds));
  }

  PostgresTlsOptions tlsOptions() {
    return tls;
  }

  Secrets secrets() {
    return text.secrets().and(filePassword().stream().toList());
  }

  /** Returns the password of libpq's password file if the URL has none. */
  private Optional<String> filePassword() {
    String user = text.credential("user").orElse(System.getProperty("user.name"));
    return text.credential(PASSWORD).isPresent()
        ? Optional.empty()
        : passwords.password(hosts(), database().orElse(user), user);
  }

  /** Returns the URL as pgjdbc reads it, without options. */
  String driverUrl() {
    return "jdbc:postgresql://" + HostAddress.list(hosts()) + "/";
  }

  /** Returns database, user, password and the options for pgjdbc. */
  Properties driverProperties() {
    Properties properties = new Properties();
    options.forDriver().forEach((key, value) -> properties.setProperty(key.getName(), value));
    text.credential("user").ifPresent(user -> properties.setProperty("user", user));
    // An empty one stops pgjdbc from reading a password file that others may access.
    properties.setProperty(PASSWORD, text.credential(PASSWORD).or(this::filePassword).orElse(""));
    database().ifPresent(name -> PGProperty.PG_DBNAME.set(properties, name));
    return properties;
  }
}
