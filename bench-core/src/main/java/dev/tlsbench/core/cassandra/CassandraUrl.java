package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.text.Drivers;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.TlsProperties;
import dev.tlsbench.core.url.UnixSocket;
import dev.tlsbench.core.url.UriTlsOptions;
import dev.tlsbench.core.url.UrlEdit;
import dev.tlsbench.core.url.UrlOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The URL of a Cassandra cluster: {@code
 * cassandra://user:password@host,host:9142/keyspace?options}.
 *
 * <p>No standard has such URLs. The TLS options have the names and the meaning of the MongoDB URI
 * options specification: {@code tls}, {@code tlsCAFile}, {@code tlsCertificateKeyFile} …; those
 * that it lacks are named after the {@code tls.*} properties: {@code tlsProtocols}, {@code
 * tlsCipherSuites}, {@code tlsProvider} … TLS is off unless one of them asks for it. Further
 * options, all of them with the driver's default:
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
 * <p>Names of options are case-insensitive; one that is unknown, repeated or without effect is an
 * error.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class CassandraUrl implements DatabaseUrl {
  private static final String THE_URL = "the Cassandra URL";
  private static final String LOCAL_DATACENTER = "localDatacenter";
  private static final String CONNECT_TIMEOUT = "connectTimeoutMS";
  private static final String REQUEST_TIMEOUT = "requestTimeoutMS";
  private static final String PROTOCOL_VERSION = "protocolVersion";
  private static final UriTlsOptions TLS = UriTlsOptions.ALL;
  private static final Set<String> NAMES = names();

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final long LONGEST_MILLIS = Duration.ofHours(1).toMillis();

  private static final Pattern PARTS =
      Pattern.compile(
          "(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#]*)(?:/(?<path>[^?#]*))?(?:\\?(?<query>[^#]*))?",
          Pattern.DOTALL);

  /** Names of keyspaces have letters, digits and underscores, 48 at most. */
  private static final Pattern KEYSPACE = Pattern.compile("(?:\\w{1,48}|\"\\w{1,48}\")?");

  private final String given;

  /** User and password as they were written. */
  private final @Nullable String user;

  private final List<HostAddress> hosts;

  /** The keyspace as it was written. */
  private final String path;

  private final List<UrlOption> options;
  private final Map<TlsOption, String> tls = new LinkedHashMap<>();

  private CassandraUrl(String given) {
    this.given = given;
    String scheme = CassandraDatabase.SCHEME;
    if (!given.toLowerCase(Locale.ROOT).startsWith(scheme)) {
      throw new InvalidSettingException(
          THE_URL + " does not start with cassandra://; put it in front of the host");
    }
    Matcher parts = PARTS.matcher(given.substring(scheme.length()));
    if (!parts.matches()) {
      throw malformed();
    }
    this.user = parts.group("user");
    this.path = Optional.ofNullable(parts.group("path")).orElse("");
    String query = Optional.ofNullable(parts.group("query")).orElse("");
    if (user == null && (parts.group("path") == null ? query : path).contains("@")) {
      throw malformed();
    }
    if (user != null && !user.matches("[^:@]+(:[^:@]*)?")) {
      throw new InvalidSettingException(
          THE_URL
              + " has a user name or password with characters that must be percent-encoded, or no"
              + " user name; write '@' as %40, ':' as %3A, '/' as %2F, '?' as %3F, '%' as %25");
    }
    this.hosts = hosts(parts.group("hosts"));
    this.options = UrlOption.parse(query, "&");
    user();
    if (!KEYSPACE.matcher(decode(path)).matches()) {
      throw new InvalidSettingException(
          THE_URL
              + " names a keyspace with other characters than letters, digits and '_', or more than"
              + " 48; write cassandra://host:port/keyspace?options");
    }
    ShownOptions shown = new ShownOptions(options, secrets(), NAMES::contains);
    Set<String> seen = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    options.forEach(option -> check(option, shown, seen));
    TLS.requireNoConflict(tls.keySet());
    tls();
    requestTimeout();
    if (protocolVersion().filter(version -> !version.matches("[345]")).isPresent()) {
      throw new InvalidSettingException(
          PROTOCOL_VERSION + ": not 3, 4 or 5; choose one of them, or leave the option out");
    }
  }

  private static Set<String> names() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(TLS.names());
    names.addAll(List.of(LOCAL_DATACENTER, CONNECT_TIMEOUT, REQUEST_TIMEOUT, PROTOCOL_VERSION));
    return names;
  }

  private static List<HostAddress> hosts(String written) {
    List<HostAddress> hosts = new ArrayList<>();
    for (String host : written.split(",", -1)) {
      UnixSocket.refuseHost("Cassandra", host);
      HostAddress address =
          HostAddress.inUrl(host, CassandraDatabase.PORT).orElseThrow(CassandraUrl::malformed);
      hosts.add(new HostAddress(HostName.toAscii(THE_URL, address.host()), address.port()));
    }
    return List.copyOf(hosts);
  }

  private static InvalidSettingException malformed() {
    return new InvalidSettingException(
        THE_URL
            + " has a host or port that cannot be read; write"
            + " cassandra://user:password@host:port/keyspace?options, and percent-encode '/', '?',"
            + " '#' and '@' in user name and password");
  }

  /** Checks an option by itself, and keeps those of TLS. */
  private void check(UrlOption option, ShownOptions shown, Set<String> seen) {
    if (!NAMES.contains(option.name())) {
      throw new InvalidSettingException(
          shown.name(option)
              + ": there is no such option of a Cassandra URL; did you mean "
              + NearestName.of(option.name(), NAMES)
              + "? The options are "
              + String.join(", ", NAMES));
    }
    Optional<TlsOption> ofTls = TLS.find(option.name());
    String name = ofTls.map(TLS::name).orElse(option.name());
    if (!seen.add(name)) {
      throw new InvalidSettingException(name + ": given more than once; remove all but one");
    }
    ofTls.ifPresent(known -> tls.put(known, option.value()));
    try {
      ofTls.ifPresent(known -> known.set(TlsSettings.builder(), name, option.value()));
    } catch (InvalidSettingException e) {
      // Messages of the settings begin with the name of the property.
      String said = String.valueOf(e.getMessage()).replaceFirst("^[^:]*:", name + ":");
      throw new InvalidSettingException(shown.message(option, said));
    }
  }

  /**
   * Parses a URL. Accesses neither files nor the network.
   *
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
   * Sets an option where the URL does not.
   *
   * @param name an option such as {@code connectTimeoutMS}, or {@code user}, {@code password} or
   *     {@code keyspace}; a password without a user has no effect
   * @throws InvalidSettingException if there is no such option, or it cannot have this value
   */
  public CassandraUrl withDefault(String name, String value) {
    String encoded = UrlOption.encode(value);
    String changed =
        switch (name) {
          case "user" -> user == null ? text(encoded, path, UrlOption::text) : given;
          case "password" ->
              user == null || user.contains(":")
                  ? given
                  : text(user + ":" + encoded, path, UrlOption::text);
          case "keyspace" -> path.isEmpty() ? text(user, encoded, UrlOption::text) : given;
          default -> value(name).isPresent() ? given : UrlEdit.with(given, name + "=" + encoded);
        };
    return new CassandraUrl(changed);
  }

  @Override
  public Database kind() {
    return new CassandraDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return hosts;
  }

  /** {@return the keyspace, in quotes if it is case-sensitive; empty if the URL names none} */
  @Override
  public Optional<String> database() {
    return Optional.of(decode(path)).filter(name -> !name.isEmpty());
  }

  /**
   * Returns the TLS options of the URL.
   *
   * <p>{@code connectTimeoutMS} also limits the handshake, unless {@code tlsHandshakeTimeoutMS}
   * does.
   */
  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = TlsSettings.builder();
    millis(CONNECT_TIMEOUT).ifPresent(settings::handshakeWithin);
    TLS.set(tls, settings);
    return settings;
  }

  /**
   * {@inheritDoc}
   *
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
    return UrlEdit.without(given, name -> TLS.find(name).isPresent(), "&");
  }

  @Override
  public String through(HostAddress address) {
    if (hosts.size() > 1) {
      throw new InvalidSettingException(this + ": has several servers; name one, as host:port");
    }
    return UrlEdit.through(given, address.toString());
  }

  @Override
  public CassandraConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return CassandraConnections.open(this, settings, dialer, ledger, driver -> {}, time -> {});
  }

  /** {@return the URL with user name and passwords hidden} */
  @Override
  public String toString() {
    return text(user == null ? null : Secrets.HIDDEN, path, UrlOption::shown);
  }

  private String text(
      @Nullable String userInfo, String keyspace, Function<UrlOption, String> shown) {
    String query = options.stream().map(shown).collect(Collectors.joining("&"));
    return CassandraDatabase.SCHEME
        + (userInfo == null ? "" : userInfo + "@")
        + HostAddress.list(hosts)
        + "/"
        + keyspace
        + (query.isEmpty() ? "" : "?" + query);
  }

  /** {@return the user, not encoded; empty if the URL names none} */
  public Optional<String> user() {
    return written(0).map(CassandraUrl::decode);
  }

  /** {@return the user's password, not encoded; secret} */
  public Optional<String> password() {
    return written(1).map(CassandraUrl::decode);
  }

  /** Returns the user name (0) or the password (1) as it was written; empty if there is none. */
  private Optional<String> written(int part) {
    return Stream.ofNullable(user)
        .flatMap(both -> Stream.of(both.split(":", -1)))
        .skip(part)
        .findFirst();
  }

  private static String decode(String text) {
    return UrlOption.decode(
        text.replace("+", "%2B"), THE_URL + ": a user name, password or keyspace");
  }

  Optional<String> localDatacenter() {
    return value(LOCAL_DATACENTER);
  }

  Duration connectTimeout() {
    return millis(CONNECT_TIMEOUT).orElse(DEFAULT_TIMEOUT);
  }

  Optional<Duration> requestTimeout() {
    return millis(REQUEST_TIMEOUT);
  }

  Optional<String> protocolVersion() {
    return value(PROTOCOL_VERSION);
  }

  private Optional<String> value(String name) {
    return options.stream()
        .filter(option -> option.name().equalsIgnoreCase(name))
        .map(UrlOption::value)
        .findFirst();
  }

  private Optional<Duration> millis(String name) {
    return value(name)
        .map(
            value -> {
              long millis = value.matches("\\d{1,9}") ? Long.parseLong(value) : 0;
              if (millis < 1 || millis > LONGEST_MILLIS) {
                throw new InvalidSettingException(
                    name
                        + ": not a number of milliseconds from 1 to "
                        + LONGEST_MILLIS
                        + "; correct it");
              }
              return Duration.ofMillis(millis);
            });
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    return Secrets.of(UrlOption.secrets(options))
        .and(Stream.concat(written(1).stream(), password().stream()).toList());
  }
}
