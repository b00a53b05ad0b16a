package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A MongoDB connection string with all TLS options of the MongoDB URI options specification.
 *
 * <p>The TLS options become {@link TlsSettings}; everything else goes to the driver unchanged:
 * several hosts, {@code replicaSet}, {@code readPreference}, authentication, compressors. Unknown
 * options and invalid values are ignored, as the specification requires; {@link #warnings} lists
 * them.
 *
 * <p>TLS is off unless the URL asks for it, with {@code tls=true}, {@code mongodb+srv://} or any
 * other TLS option. Revocation is checked only if {@code
 * tlsDisableCertificateRevocationCheck=false} or {@code tlsDisableOCSPEndpointCheck} asks for it.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class MongoUrl implements DatabaseUrl {
  private static final UrlText.Form PLAIN = form("mongodb://", MongoDb.PORT);
  private static final UrlText.Form SRV = form("mongodb+srv://", 0);

  /** Mechanism properties whose values are not secret; MongoDB Authentication specification. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "(?i)\\s*(SERVICE_(NAME|REALM|HOST)|CANONICALIZE_HOST_NAME|ENVIRONMENT|TOKEN_RESOURCE"
              + "|ALLOWED_HOSTS):[^:]*");

  /** Words of the others that occur in other messages too. */
  private static final Pattern WORDS = Pattern.compile("(?i)AWS_SESSION_TOKEN|true|false|");

  private final UrlText text;
  private final List<HostAddress> hosts;
  private final MongoTlsOptions tls;
  private final MongoOptions others;
  private final String driverUrl;
  private final ConnectionString parsed;

  private MongoUrl(UrlText given) {
    given.addresses();
    this.text =
        given.at(
            Stream.of(given.hosts().split(","))
                .map(MongoUrl::ascii)
                .collect(Collectors.joining(",")));
    this.tls = new MongoTlsOptions(text, isSrv());
    this.others = new MongoOptions(text);
    this.driverUrl = text.with(others.forDriver()).text();
    this.parsed = MongoOptions.offline(driverUrl, text, secrets());
    // As the driver reads them: it decodes none.
    this.hosts =
        parsed.getHosts().stream()
            .map(host -> HostAddress.parse(host, text.form().port()))
            .toList();
    tls.settings();
  }

  private static UrlText.Form form(String scheme, int port) {
    return new UrlText.Form(
        "MongoDB",
        Pattern.compile(Pattern.quote(scheme)),
        "mongodb://user:password@host:port/database?options",
        port,
        "&;",
        name -> false,
        true,
        true,
        false);
  }

  private static String ascii(String host) {
    int port = host.lastIndexOf(':') < 1 ? host.length() : host.lastIndexOf(':');
    return HostName.toAscii("the MongoDB URL", host.substring(0, port)) + host.substring(port);
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static MongoUrl parse(String url) {
    Database.requireDriver(
        "com.mongodb.client.MongoClient", "MongoDB", "org.mongodb:mongodb-driver-sync");
    String given = url.strip();
    return new MongoUrl(
        UrlText.parse(given, SRV.scheme().matcher(given).lookingAt() ? SRV : PLAIN));
  }

  /** Sets an option where the URL does not. */
  public MongoUrl withDefault(String name, String value) {
    return text.option(name).isPresent() ? this : new MongoUrl(text.with(name, value));
  }

  /**
   * {@inheritDoc} A positive {@code connectTimeoutMS} also limits the handshake, to an hour at
   * most.
   */
  @Override
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = tls.settings();
    Integer connectTimeout = parsed.getConnectTimeout();
    if (connectTimeout != null && connectTimeout > 0) {
      settings.handshakeWithin(Duration.ofMillis(connectTimeout));
    }
    return settings;
  }

  @Override
  public TlsSettings settings(Map<String, String> properties) {
    return tls.build(tls(), properties, this);
  }

  @Override
  public Optional<String> database() {
    return Optional.ofNullable(parsed.getDatabase());
  }

  @Override
  public Database kind() {
    return new MongoDb();
  }

  @Override
  public List<HostAddress> hosts() {
    return hosts;
  }

  @Override
  public String plain() {
    UrlText plain = text.without(MongoTlsOptions::isTls);
    return (isSrv() ? plain.with("tls", "false") : plain).text();
  }

  @Override
  public String through(HostAddress address) {
    if (hosts().size() > 1 || isSrv()) {
      throw new InvalidSettingException(
          this + ": stands for several servers; name one, with host and port");
    }
    return text.at(address.toString()).text();
  }

  @Override
  public MongoConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new MongoConnections(this, settings, dialer, ledger, driver -> {});
  }

  /**
   * Returns the largest number of pooled connections that the URL allows; 0 for no limit, and empty
   * if the URL has no valid {@code maxPoolSize}.
   */
  public OptionalInt maxPoolSize() {
    Integer size = parsed.getMaxConnectionPoolSize();
    return size == null ? OptionalInt.empty() : OptionalInt.of(size);
  }

  /**
   * {@inheritDoc} Those of options that are unknown, invalid, repeated or deprecated; the driver
   * itself logs deprecations of its own.
   */
  @Override
  public List<String> warnings() {
    return Stream.concat(tls.warnings().stream(), others.warnings().stream()).distinct().toList();
  }

  @Override
  public String toString() {
    return text.toString();
  }

  boolean isSrv() {
    return text.form().equals(SRV);
  }

  /** Returns the URL for the driver; may hold a password. */
  String driverUrl() {
    return driverUrl;
  }

  /** Returns the URL as the driver reads it without a network. */
  ConnectionString parsed() {
    return parsed;
  }

  /**
   * Returns the passwords, both encoded and decoded, and all parts of mechanism properties that may
   * be secrets in the wrong place: the driver quotes those that it does not understand.
   */
  Secrets secrets() {
    return text.secrets()
        .and(
            text.option("authMechanismProperties").stream()
                .flatMap(properties -> Stream.of(properties.split(",")))
                .filter(property -> !HARMLESS.matcher(property).matches())
                .flatMap(property -> Stream.of(property.split(":")))
                .map(String::strip)
                .filter(part -> !WORDS.matcher(part).matches())
                .toList());
  }
}
