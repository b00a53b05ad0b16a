package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.TlsOptions;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

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
 * <p>Names of options are case-insensitive; one that is unknown, repeated with another value or
 * without effect is an error.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class CassandraUrl implements DatabaseUrl {
  private static final String LOCAL_DATACENTER = "localDatacenter";
  private static final String CONNECT_TIMEOUT = "connectTimeoutMS";
  private static final String REQUEST_TIMEOUT = "requestTimeoutMS";
  private static final String PROTOCOL_VERSION = "protocolVersion";

  private static final UrlText.Form FORM =
      new UrlText.Form(
          "Cassandra",
          Pattern.compile("(?i)" + CassandraDatabase.SCHEME),
          CassandraDatabase.SCHEME + "user:password@host:port/keyspace?options",
          CassandraDatabase.PORT,
          "&",
          name -> false,
          true,
          true,
          false);

  static final TlsDialect TLS =
      new TlsDialect(name -> name.toLowerCase(Locale.ROOT))
          .optionsOfMongoDb()
          .word(LOCAL_DATACENTER)
          .word(CONNECT_TIMEOUT)
          .word(REQUEST_TIMEOUT)
          .word(PROTOCOL_VERSION, "3", "4", "5");

  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final int LONGEST_MILLIS = 3_600_000;

  /** Names of keyspaces have letters, digits and underscores, 48 at most. */
  private static final Pattern KEYSPACE = Pattern.compile("\\w{1,48}|\"\\w{1,48}\"");

  private final UrlText text;
  private final List<HostAddress> hosts;
  private final TlsOptions tls;

  private CassandraUrl(UrlText text) {
    this.text = text;
    this.hosts = text.addresses();
    if (!database().map(name -> KEYSPACE.matcher(name).matches()).orElse(true)) {
      throw FORM.refusal(
          "names a keyspace with other characters than letters, digits and '_', or more than 48;"
              + " write cassandra://host:port/keyspace?options");
    }
    for (UrlOption option : text.options()) {
      if (!TLS.has(option.name())) {
        throw new InvalidSettingException(
            text.nameOf(option)
                + ": there is no such option of a Cassandra URL; did you mean "
                + NearestName.of(option.name(), TLS.names())
                + "?");
      }
    }
    this.tls = TLS.read(text);
    tls();
    requestTimeout();
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static CassandraUrl parse(String url) {
    Database.requireDriver(
        "com.datastax.oss.driver.api.core.CqlSession",
        "Cassandra",
        "org.apache.cassandra:java-driver-core-shaded, which the -full tarball has,");
    return new CassandraUrl(UrlText.parse(url.strip(), FORM));
  }

  /** Sets an option where the URL does not. */
  public CassandraUrl withDefault(String name, String value) {
    return text.option(name).isPresent() ? this : new CassandraUrl(text.with(name, value));
  }

  /** Names the user and the password, which is secret, unless the URL names a user. */
  public CassandraUrl withUser(String user, String password) {
    return user().isPresent() ? this : new CassandraUrl(text.as(user, password));
  }

  /** Names the keyspace unless the URL does. */
  public CassandraUrl withKeyspace(String name) {
    return database().isPresent() ? this : new CassandraUrl(text.to(name));
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
    return text.decodedPath();
  }

  /**
   * {@inheritDoc} {@code connectTimeoutMS} also limits the handshake, unless {@code
   * tlsHandshakeTimeoutMS} does.
   */
  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = tls.settings();
    if (tls.get(TlsOption.HANDSHAKE_TIMEOUT).isEmpty()) {
      millis(CONNECT_TIMEOUT).ifPresent(settings::handshakeWithin);
    }
    return settings;
  }

  @Override
  public TlsSettings settings(Map<String, String> properties) {
    return tls.build(tls(), properties, this);
  }

  /** {@inheritDoc} None: options without effect are errors. */
  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public String plain() {
    return text.without(TLS::isTls).text();
  }

  @Override
  public String through(HostAddress address) {
    if (hosts.size() > 1) {
      throw new InvalidSettingException(this + ": has several servers; name one, as host:port");
    }
    return text.at(address.toString()).text();
  }

  @Override
  public CassandraConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new CassandraConnections(this, settings, dialer, ledger, driver -> {}, time -> {});
  }

  @Override
  public String toString() {
    return text.toString();
  }

  public Optional<String> user() {
    return text.decodedUser();
  }

  public Optional<String> password() {
    return text.decodedPassword();
  }

  Optional<String> localDatacenter() {
    return text.option(LOCAL_DATACENTER);
  }

  Duration connectTimeout() {
    return millis(CONNECT_TIMEOUT).orElse(DEFAULT_TIMEOUT);
  }

  Optional<Duration> requestTimeout() {
    return millis(REQUEST_TIMEOUT);
  }

  Optional<String> protocolVersion() {
    return tls.word(PROTOCOL_VERSION);
  }

  private Optional<Duration> millis(String name) {
    return text.number(name, LONGEST_MILLIS).map(Duration::ofMillis);
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    return text.secrets();
  }
}
