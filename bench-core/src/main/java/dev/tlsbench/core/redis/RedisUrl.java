package dev.tlsbench.core.redis;

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
import dev.tlsbench.core.url.TlsMode;
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
 * The URL of a Redis or Valkey server: {@code rediss://user:password@host:port/database?options} as
 * {@code redis-cli -u} reads it, with {@code rediss} or {@code valkeys} for TLS, {@code redis} or
 * {@code valkey} else. A password without a user is that of the user {@code default}.
 *
 * <p>The TLS options have the names and the meaning of those of {@code CassandraUrl}; any of them
 * means TLS with each scheme. Further options: {@code plainPort}, the server's port for plain text,
 * to which {@link #plain} leads; {@code connectTimeoutMS}, the limit of TCP connect, TLS handshake,
 * and of each answer until the connection can be used, 10 000 by default; {@code requestTimeoutMS},
 * the limit of each later answer, 2 000 by default. Both are up to an hour.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 */
public final class RedisUrl implements DatabaseUrl {
  private static final String PLAIN_PORT = "plainPort";
  private static final String CONNECT_TIMEOUT = "connectTimeoutMS";
  private static final String REQUEST_TIMEOUT = "requestTimeoutMS";

  private static final UrlText.Form FORM =
      new UrlText.Form(
          "Redis",
          Pattern.compile("(?i)(?:redis|valkey)s?://"),
          "rediss://user:password@host:port/0?options",
          RedisDatabase.PORT,
          "&",
          name -> false,
          true,
          true,
          false);

  static final TlsDialect TLS =
      new TlsDialect(name -> name.toLowerCase(Locale.ROOT))
          .optionsOfMongoDb()
          .word(PLAIN_PORT)
          .word(CONNECT_TIMEOUT)
          .word(REQUEST_TIMEOUT);

  private static final int HIGHEST_PORT = 65535;
  private static final int LONGEST_MILLIS = 3_600_000;

  private final UrlText text;
  private final HostAddress host;
  private final TlsOptions tls;

  private RedisUrl(UrlText text) {
    this.text = text;
    List<HostAddress> hosts = text.addresses();
    if (hosts.size() > 1) {
      throw FORM.refusal(
          "names several servers; name one, as neither cluster nor Sentinel is supported");
    }
    this.host = hosts.get(0);
    for (UrlOption option : text.options()) {
      if (!TLS.has(option.name())) {
        throw new InvalidSettingException(
            text.nameOf(option)
                + ": there is no such option of a Redis URL; did you mean "
                + NearestName.of(option.name(), TLS.names())
                + "?");
      }
    }
    this.tls = TLS.read(text);
    if (isSecure() && tls.mode().equals(Optional.of(TlsMode.DISABLED))) {
      throw new InvalidSettingException(
          "tls=false: the scheme of the URL asks for TLS; change one of the two");
    }
    if (!database().orElse("0").matches("\\d{1,6}")) {
      throw FORM.refusal("names a database that is no number; write rediss://host:port/0?options");
    }
    tls();
    text.number(PLAIN_PORT, HIGHEST_PORT);
    requestTimeout();
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static RedisUrl parse(String url) {
    Database.requireDriver("redis.clients.jedis.Jedis", "Redis", "redis.clients:jedis");
    String withUser = url.strip().replaceFirst("^([a-zA-Z]+://):", "$1default:");
    return new RedisUrl(UrlText.parse(withUser, FORM));
  }

  /** Sets an option where the URL does not. */
  public RedisUrl withDefault(String name, String value) {
    return text.option(name).isPresent() ? this : new RedisUrl(text.with(name, value));
  }

  /** Sets the password, which is secret, unless the URL has one. */
  public RedisUrl withPassword(String password) {
    return text.decodedPassword().isPresent()
        ? this
        : new RedisUrl(text.as(text.decodedUser().orElse("default"), password));
  }

  private boolean isSecure() {
    return text.scheme().matches("(?i)rediss://|valkeys://");
  }

  @Override
  public Database kind() {
    return new RedisDatabase();
  }

  @Override
  public List<HostAddress> hosts() {
    return List.of(host);
  }

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
    TlsSettings.Builder settings =
        isSecure() ? tls.settings(Optional.of(TlsMode.VERIFY_FULL)) : tls.settings();
    if (tls.get(TlsOption.HANDSHAKE_TIMEOUT).isEmpty()) {
      text.number(CONNECT_TIMEOUT, LONGEST_MILLIS)
          .map(Duration::ofMillis)
          .ifPresent(settings::handshakeWithin);
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
    int port = text.number(PLAIN_PORT, HIGHEST_PORT).orElse(host.port());
    String rest =
        text.without(name -> TLS.isTls(name) || name.equalsIgnoreCase(PLAIN_PORT))
            .at(new HostAddress(host.host(), port).toString())
            .text();
    return isSecure() ? rest.replaceFirst("(?i)s://", "://") : rest;
  }

  @Override
  public String through(HostAddress address) {
    return text.at(address.toString()).text();
  }

  @Override
  public RedisConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new RedisConnections(this, settings, dialer, ledger);
  }

  @Override
  public String toString() {
    return text.toString();
  }

  Optional<String> user() {
    return text.decodedUser();
  }

  /** Returns an empty one, which some users of the server have, for a user without any. */
  Optional<String> password() {
    return text.decodedPassword().or(() -> user().map(user -> ""));
  }

  int number() {
    return Integer.parseInt(database().orElse("0"));
  }

  Duration connectTimeout() {
    return Duration.ofMillis(text.number(CONNECT_TIMEOUT, LONGEST_MILLIS).orElse(10_000));
  }

  Duration requestTimeout() {
    return Duration.ofMillis(text.number(REQUEST_TIMEOUT, LONGEST_MILLIS).orElse(2_000));
  }

  Secrets secrets() {
    return text.secrets();
  }
}
