package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.input.Drivers;
import dev.tlsbench.core.name.NearestName;
import dev.tlsbench.core.option.TlsProperties;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlEdit;
import dev.tlsbench.core.url.UrlOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The URL of a Cassandra cluster: {@code
 * cassandra://user:password@host,host:9142/keyspace?options}.
 *
 * <p>No standard has such URLs. The TLS options have the names and the meaning of the MongoDB URI
 * options specification: {@code tls}, {@code tlsCAFile}, {@code tlsCertificateKeyFile} … TLS is off
 * unless one of them asks for it. Further options, all of them with the driver's default:
 *
 * <ul>
 *   <li>{@code localDatacenter}: the data centre whose servers are used; by default that of the
 *       hosts
 *   <li>{@code connectTimeoutMS}: the limit of TCP connect, TLS handshake, and of each answer until
 *       the log-in is accepted; 10 000 by default, up to an hour
 *   <li>{@code requestTimeoutMS}: the limit of a request, up to an hour
 *   <li>{@code protocolVersion}: 3, 4 or 5; by default the highest that the servers support
 * </ul>
 *
 * <p>Names of options are case-insensitive; an unknown one is an error.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class CassandraUrl implements DatabaseUrl {
  private static final String LOCAL_DATACENTER = "localDatacenter";
  private static final String CONNECT_TIMEOUT = "connectTimeoutMS";
  private static final String REQUEST_TIMEOUT = "requestTimeoutMS";
  private static final String PROTOCOL_VERSION = "protocolVersion";
  private static final Set<String> NAMES =
      Set.of(LOCAL_DATACENTER, CONNECT_TIMEOUT, REQUEST_TIMEOUT, PROTOCOL_VERSION);

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final long LONGEST_MILLIS = Duration.ofHours(1).toMillis();

  private final String given;
  private final CassandraUrlText text;
  private final CassandraTlsOptions tls;
  private final Optional<Duration> connectTimeout;
  private final Optional<Duration> requestTimeout;
  private final Optional<String> protocolVersion;

  private CassandraUrl(String given) {
    this.given = given;
    this.text = CassandraUrlText.of(given);
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(NAMES);
    known.addAll(CassandraTlsOptions.names());
    ShownOptions shown = new ShownOptions(text.options(), text.secrets(), known::contains);
    requireKnown(text.options(), known, shown);
    this.tls = new CassandraTlsOptions(text.options(), shown);
    this.connectTimeout = text.option(CONNECT_TIMEOUT).map(ms -> millis(CONNECT_TIMEOUT, ms));
    this.requestTimeout = text.option(REQUEST_TIMEOUT).map(ms -> millis(REQUEST_TIMEOUT, ms));
    this.protocolVersion = text.option(PROTOCOL_VERSION);
    protocolVersion
        .filter(version -> !version.matches("[345]"))
        .ifPresent(
            version -> {
              throw new InvalidSettingException(
                  PROTOCOL_VERSION
                      + ": not 3, 4 or 5; choose one of them, or leave the option out");
            });
    tls.settings();
  }

  private static void requireKnown(List<UrlOption> options, Set<String> known, ShownOptions shown) {
    Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (UrlOption option : options) {
      if (!known.contains(option.name())) {
        throw new InvalidSettingException(
            shown.name(option)
                + ": there is no such option of a Cassandra URL; did you mean "
                + NearestName.of(option.name(), known)
                + "? The options are "
                + String.join(", ", known));
      }
      if (!seen.add(option.name())) {
        throw new InvalidSettingException(
            option.name() + ": given more than once; remove all but one");
      }
    }
  }

  private static Duration millis(String name, String value) {
    long millis = value.matches("\\d{1,9}") ? Long.parseLong(value) : 0;
    if (millis > 0 && millis <= LONGEST_MILLIS) {
      return Duration.ofMillis(millis);
    }
    throw new InvalidSettingException(
        name + ": not a number of milliseconds from 1 to " + LONGEST_MILLIS + "; correct it");
  }

  /**
   * Parses a URL. Accesses neither files nor the network.
   *
   * @param url begins with {@code cassandra://}
   * @return the URL
   * @throws InvalidSettingException if the URL is malformed, has an unknown option or a wrong
   *     value, two of its TLS options contradict each other, or the driver is missing
   */
  public static CassandraUrl parse(String url) {
    Drivers.require(
        "com.datastax.oss.driver.api.core.CqlSession",
        "Cassandra",
        "org.apache.cassandra:java-driver-core-shaded, which the -full tarball has,");
    return new CassandraUrl(url.strip());
  }

  /**
   * Sets user and password where the URL has no user.
   *
   * @param user the user, not encoded
   * @param password the password, not encoded
   * @return a URL with both, or this one if it has a user already
   */
  public CassandraUrl withDefaultUser(String user, String password) {
    return text.user() == null ? new CassandraUrl(text.withUser(user, password)) : this;
  }

  /**
   * Sets the keyspace where the URL names none.
   *
   * @param keyspace its name, in quotes if it is case-sensitive
   * @return a URL with a keyspace, or this one if it has one already
   * @throws InvalidSettingException if no keyspace can have this name
   */
  public CassandraUrl withDefaultDatabase(String keyspace) {
    return database().isEmpty() ? new CassandraUrl(text.withKeyspace(keyspace)) : this;
  }

  /**
   * Sets an option where the URL does not.
   *
   * @param name such as {@code connectTimeoutMS}
   * @param value its value, not encoded
   * @return a URL with that option, or this one if the URL has it already
   * @throws InvalidSettingException if there is no such option, or it cannot have this value
   */
  public CassandraUrl withDefault(String name, String value) {
    return text.option(name).isPresent()
        ? this
        : new CassandraUrl(UrlEdit.with(given, UrlOption.of(name, value).text()));
  }

  @Override
  public Database kind() {
    return new CassandraDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return text.hosts();
  }

  /** {@return the keyspace, in quotes if it is case-sensitive; empty if the URL names none} */
  @Override
  public Optional<String> database() {
    return text.keyspace();
  }

  /**
   * Returns the TLS options of the URL.
   *
   * <p>{@code connectTimeoutMS} also limits the handshake.
   *
   * @return a new builder that holds them
   */
  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = tls.settings();
    connectTimeout.ifPresent(settings::handshakeWithin);
    return settings;
  }

  /**
   * Returns the TLS options of the URL, overridden by properties.
   *
   * @param properties any properties; those that start with {@code tls.} are read
   * @return settings that are off if neither URL nor properties ask for TLS
   * @throws InvalidSettingException if a {@code tls.*} property cannot be used, or if URL and
   *     properties contradict each other
   * @see TlsProperties
   */
  @Override
  public TlsSettings settings(Map<String, String> properties) {
    TlsSettings.Builder settings = tls();
    TlsProperties.override(properties, settings);
    return settings.build();
  }

  /** {@return nothing: options without effect are errors} */
  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public String plain() {
    return UrlEdit.without(given, CassandraTlsOptions::isKnown, "&");
  }

  @Override
  public String through(HostAddress address) {
    if (hosts().size() > 1) {
      throw new InvalidSettingException(this + ": has several servers; name one, as host:port");
    }
    return UrlEdit.through(given, address.toString());
  }

  @Override
  public CassandraConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return CassandraConnections.open(this, settings, dialer, ledger, options -> {});
  }

  /** {@return the URL with user name and passwords hidden} */
  @Override
  public String toString() {
    return text.toString();
  }

  /** {@return the user, not encoded; empty if the URL names none} */
  public Optional<String> user() {
    return text.credential(0);
  }

  /** {@return the user's password, not encoded; secret} */
  public Optional<String> password() {
    return text.credential(1);
  }

  Optional<String> localDatacenter() {
    return text.option(LOCAL_DATACENTER);
  }

  Duration connectTimeout() {
    return connectTimeout.orElse(DEFAULT_TIMEOUT);
  }

  Optional<Duration> requestTimeout() {
    return requestTimeout;
  }

  Optional<String> protocolVersion() {
    return protocolVersion;
  }

  Secrets secrets() {
    return text.secrets();
  }
}
