package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.TlsMode;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.TlsOptions;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/**
 * The URL of one PostgreSQL server or of several: {@code postgresql://…} as libpq reads it, or
 * {@code jdbc:postgresql:…} as pgjdbc does.
 *
 * <p>The TLS options of both become {@link TlsSettings}; all other options go to pgjdbc as they
 * are, libpq's translated. What has no effect causes {@link #warnings}.
 *
 * <p>{@code sslmode} selects: {@code disable} plain text; {@code require} TLS with any server, or
 * as {@code verify-ca} if {@code sslrootcert} is given, as in libpq; {@code verify-ca} TLS with a
 * server whose certificate is trusted; {@code verify-full} TLS with a server whose certificate also
 * bears its name. A TLS file or protocol without a mode means {@code verify-full}, and so does
 * {@code sslrootcert=system}; {@code ssl=true} means {@code require} as in libpq, or {@code
 * verify-full} in a {@code jdbc:} URL as in pgjdbc. {@code allow} and {@code prefer} are refused.
 * The files that libpq reads from {@code ~/.postgresql} by default are not read: without {@code
 * sslrootcert} the JVM's authorities are trusted.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class PostgresUrl implements DatabaseUrl {
  /** Words that make no demand on TLS. */
  private static final Set<String> NO_DEMAND = Set.of("postgres", "disable", "allow", "prefer");

  /** The protocol that direct TLS must name. */
  static final List<String> ALPN = List.of("postgresql");

  private static final Set<String> OF_CERTIFICATE = Set.of("sslcert", "sslkey", "sslpassword");

  private static final String USER = "user";
  private static final String PASSWORD = "password";
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  private final UrlText text;
  private final List<HostAddress> hosts;
  private final boolean systemAuthorities;
  private final TlsOptions tls;
  private final Properties forDriver;
  private final PasswordFile passwords;

  private PostgresUrl(UrlText given) {
    this.hosts = PostgresOptions.hosts(given);
    this.text =
        given.at(HostAddress.list(hosts).replace("%", "%25")).without(PostgresOptions::isOfHost);
    TlsOptions all = PostgresOptions.TLS.read(text);
    this.systemAuthorities =
        all.get(TlsOption.CA_FILE).filter(file -> file.value().equals("system")).isPresent();
    boolean withoutCertificate = isWord(all, "sslcertmode", "disable");
    this.tls =
        PostgresOptions.TLS.read(
            text.without(
                name ->
                    (systemAuthorities && PostgresOptions.plain(name).equals("sslrootcert"))
                        || (withoutCertificate
                            && OF_CERTIFICATE.contains(PostgresOptions.plain(name)))));
    this.forDriver = PostgresOptions.forDriver(text);
    this.passwords = new PasswordFile(text.option("passfile"));
    tls();
  }

  /**
   * Parses a URL. Accesses neither files nor the network; if the URL has no password, libpq's
   * password file is read when a connection is prepared.
   */
  public static PostgresUrl parse(String url) {
    Database.requireDriver("org.postgresql.Driver", "PostgreSQL", "org.postgresql:postgresql");
    return new PostgresUrl(PostgresOptions.parse(url.strip()));
  }

  /** Sets an option of libpq or pgjdbc where the URL does not. */
  public PostgresUrl withDefault(String name, String value) {
    return value(name).or(() -> text.option(name)).isPresent()
        ? this
        : new PostgresUrl(text.with(name, value));
  }

  /** Sets an option of libpq, in place of what the URL says. */
  public PostgresUrl with(String name, String value) {
    String plain = PostgresOptions.plain(name);
    return new PostgresUrl(
        text.without(other -> PostgresOptions.plain(other).equals(plain)).with(name, value));
  }

  /**
   * Adds the environment variables of libpq that concern TLS and the log-in ({@code PGSSLMODE},
   * {@code PGSSLROOTCERT}, {@code PGREQUIREAUTH}, {@code PGUSER}, {@code PGPASSWORD} …) where the
   * URL lacks their options.
   */
  public PostgresUrl withEnvironment(Map<String, String> environment) {
    Set<String> given =
        Stream.concat(
                text.options().stream().map(UrlOption::name),
                Stream.of(USER, PASSWORD).filter(name -> value(name).isPresent()))
            .map(PostgresOptions::plain)
            .map(name -> name.equals("ssl") ? "sslmode" : name)
            .collect(Collectors.toSet());
    // As in libpq, files of TLS do not matter to plain text.
    boolean off =
        mode()
            .map(TlsMode.DISABLED::equals)
            .orElseGet(() -> "disable".equals(environment.get("PGSSLMODE")));
    Stream<UrlOption> more =
        PostgresOptions.ofEnvironment(environment, given)
            .filter(
                option ->
                    !off || !option.name().startsWith("ssl") || option.name().equals("sslmode"));
    return new PostgresUrl(text.with(Stream.concat(text.options().stream(), more).toList()));
  }

  @Override
  public Database kind() {
    return new PostgresDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return hosts;
  }

  @Override
  public Optional<String> database() {
    return value(PGProperty.PG_DBNAME.getName());
  }

  /**
   * {@inheritDoc} A positive {@code connect_timeout} also limits the handshake, to an hour at most.
   */
  @Override
  public TlsSettings.Builder tls() {
    List<String> protocols = protocols();
    Optional<TlsMode> mode = mode();
    TlsSettings.Builder settings = tls.settings(mode);
    if (!protocols.isEmpty()) {
      settings.protocols(protocols);
    }
    // As in pgjdbc, a key alone is a store that has the certificate, too.
    tls.get(TlsOption.KEY_FILE)
        .filter(key -> tls.get(TlsOption.CERTIFICATE_FILE).isEmpty())
        .ifPresent(key -> TlsOption.CERTIFICATE_KEY_FILE.set(settings, key.name(), key.value()));
    settings.certificateMustBeSent(isWord(tls, "sslcertmode", "require"));
    settings.serverName(!isWord(tls, "sslsni", "0"));
    if (isWord(tls, "sslnegotiation", "direct")) {
      settings.applicationProtocols(ALPN);
    }
    if (forDriver.containsKey(PGProperty.CONNECT_TIMEOUT.getName())) {
      settings.handshakeWithin(loginTimeout());
    }
    return settings;
  }

  private Optional<TlsMode> mode() {
    Optional<TlsMode> ofSsl =
        tls.word("ssl")
            .map(
                value ->
                    value.equals("false")
                        ? TlsMode.DISABLED
                        : PostgresOptions.isJdbc(text) ? TlsMode.VERIFY_FULL : TlsMode.REQUIRED);
    Optional<TlsMode> given = tls.mode().or(() -> ofSsl);
    boolean off = given.equals(Optional.of(TlsMode.DISABLED));
    if (ofSsl.isPresent() && off != ofSsl.equals(Optional.of(TlsMode.DISABLED))) {
      throw new InvalidSettingException("ssl, sslmode: contradict each other; keep sslmode");
    }
    if (systemAuthorities && !given.orElse(TlsMode.VERIFY_FULL).equals(TlsMode.VERIFY_FULL)) {
      throw new InvalidSettingException(
          "sslrootcert=system: anyone can have a certificate of a public authority, so the name"
              + " must be checked, too; say sslmode=verify-full");
    }
    Optional<String> demand =
        Stream.of(
                "ssl_min_protocol_version",
                "ssl_max_protocol_version",
                "sslnegotiation",
                "channel_binding",
                "sslcertmode")
            .filter(name -> tls.word(name).filter(value -> !NO_DEMAND.contains(value)).isPresent())
            .findFirst();
    if (off && demand.isPresent()) {
      throw new InvalidSettingException(
          "sslmode=disable: the URL has the TLS option "
              + demand.get()
              + " too; remove it, or switch TLS on");
    }
    boolean wanted =
        demand.isPresent()
            || systemAuthorities
            || Stream.of(TlsOption.values()).anyMatch(this::has);
    return given
        .or(() -> wanted ? Optional.of(TlsMode.VERIFY_FULL) : Optional.empty())
        // As in libpq.
        .map(
            mode ->
                mode == TlsMode.REQUIRED && tls.get(TlsOption.CA_FILE).isPresent()
                    ? TlsMode.VERIFY_CA
                    : mode);
  }

  private static boolean isWord(TlsOptions tls, String name, String value) {
    return tls.word(name).filter(value::equals).isPresent();
  }

  /** Returns the protocols between both limits; empty for the default. */
  private List<String> protocols() {
    Optional<String> lowest = tls.word("ssl_min_protocol_version");
    Optional<String> highest = tls.word("ssl_max_protocol_version");
    int from = PostgresOptions.VERSIONS.indexOf(lowest.orElse("tlsv1.2"));
    int to = PostgresOptions.VERSIONS.indexOf(highest.orElse("tlsv1.3"));
    if (from > to) {
      throw new InvalidSettingException(
          "ssl_min_protocol_version, ssl_max_protocol_version: leave no protocol between both;"
              + " lower the first, or raise the second");
    }
    return lowest.or(() -> highest).isEmpty()
        ? List.of()
        : PostgresOptions.VERSIONS.subList(from, to + 1).stream()
            .map(version -> version.replace("tls", "TLS"))
            .toList();
  }

  @Override
  public TlsSettings settings(Map<String, String> properties) {
    return tls.build(tls(), properties, this);
  }

  private boolean has(TlsOption option) {
    return tls.get(option == TlsOption.CERTIFICATE_KEY_FILE ? TlsOption.CERTIFICATE_FILE : option)
        .isPresent();
  }

  /** Returns true if TLS begins with the first byte, without a request. */
  static boolean isDirect(TlsSettings settings) {
    return settings.enabled() && settings.offer().applicationProtocols().equals(ALPN);
  }

  /** {@inheritDoc} Reads the password file if the URL has no password. */
  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(tls.warnings());
    for (UrlOption option : text.options()) {
      if (PostgresOptions.isUnknown(option.name())) {
        warnings.add(
            text.nameOf(option)
                + ": ignored, as pgjdbc has no such option; check its spelling, or remove it");
      }
    }
    if (value(PASSWORD).isEmpty()) {
      passwords.warning().ifPresent(warnings::add);
    }
    return warnings;
  }

  @Override
  public String plain() {
    return text.without(PostgresOptions.TLS::has).with("sslmode", "disable").text();
  }

  @Override
  public String through(HostAddress address) {
    if (hosts.size() > 1) {
      throw new InvalidSettingException(this + ": has several servers; name one, as host:port");
    }
    UrlText there = text.at(address.toString().replace("%", "%25"));
    // The password file has no line for the other address.
    return filePassword().map(found -> there.with(PASSWORD, found)).orElse(there).text();
  }

  @Override
  public PostgresConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    // As in libpq, not in pgjdbc.
    if (!PostgresOptions.isJdbc(text)) {
      tls.get(TlsOption.KEY_FILE)
          .map(key -> Map.entry(key.name(), TlsOption.path(key.name(), key.value())))
          .filter(key -> settings.identity().keyFile().filter(key.getValue()::equals).isPresent())
          .ifPresent(key -> PasswordFile.requirePrivate(key.getKey(), key.getValue()));
    }
    return tls.inOwnWords(() -> new PostgresConnections(this, settings, dialer, ledger), this::has);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  /** Returns the time limit of the TCP connect and of each answer until the log-in is accepted. */
  Duration loginTimeout() {
    int seconds = PGProperty.CONNECT_TIMEOUT.getIntNoCheck(forDriver);
    return forDriver.containsKey(PGProperty.CONNECT_TIMEOUT.getName()) && seconds > 0
        ? Duration.ofSeconds(seconds)
        : DEFAULT_TIMEOUT;
  }

  /** Returns {@code disable}, {@code prefer} or {@code require}. */
  String channelBinding() {
    return tls.word("channel_binding").orElse("prefer");
  }

  Secrets secrets() {
    return text.secrets().and(filePassword().stream().toList());
  }

  private Optional<String> value(String name) {
    return Optional.ofNullable(forDriver.getProperty(name)).filter(value -> !value.isEmpty());
  }

  /** Returns the password of libpq's password file if the URL has none. */
  private Optional<String> filePassword() {
    String user = value(USER).orElse(System.getProperty("user.name"));
    return value(PASSWORD).isPresent()
        ? Optional.empty()
        : passwords.password(hosts, database().orElse(user), user);
  }

  /** Returns whether the URL or the password file has a password. */
  boolean hasPassword() {
    return value(PASSWORD).or(this::filePassword).isPresent();
  }

  /** Returns the URL as pgjdbc reads it, without options. */
  String driverUrl() {
    return "jdbc:postgresql://" + HostAddress.list(hosts) + "/";
  }

  Properties driverProperties() {
    Properties properties = new Properties();
    properties.putAll(forDriver);
    // An empty one stops pgjdbc from reading a password file that others may access.
    properties.setProperty(PASSWORD, value(PASSWORD).or(this::filePassword).orElse(""));
    return properties;
  }
}
