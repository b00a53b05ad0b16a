package dev.tlsbench.core.redis;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.StrictUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.UrlText;
import java.util.Optional;

/**
 * The URL of a Redis or Valkey server: {@code rediss://user:password@host:port/database?options} as
 * {@code redis-cli -u} reads it, with {@code rediss} or {@code valkeys} for TLS, {@code redis} or
 * {@code valkey} else. A password without a user is that of the user {@code default}.
 *
 * <p>An option beside those of every {@link StrictUrl}: {@code plainPort}, the server's port for
 * plain text, to which {@link #plain} leads. {@code requestTimeoutMS} is 2 000 by default.
 */
public final class RedisUrl extends StrictUrl<RedisUrl> {
  private static final Database KIND = new RedisDatabase();
  private static final UrlText.Form FORM =
      form(KIND, KIND.defaultPort(), "rediss://user:password@host:port/0?options");

  static final TlsDialect TLS = dialect(PLAIN_PORT);

  private RedisUrl(UrlText text) {
    super(KIND, TLS, text, RedisUrl::new);
    if (hosts().size() > 1) {
      throw FORM.refusal(
          "names several servers; name one, as neither cluster nor Sentinel is supported");
    }
    if (!database().orElse("0").matches("\\d{1,6}")) {
      throw FORM.refusal("names a database that is no number; write rediss://host:port/0?options");
    }
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static RedisUrl parse(String url) {
    Database.requireDriver("redis.clients.jedis.Jedis", "Redis", "redis.clients:jedis");
    String withUser = url.strip().replaceFirst("^([a-zA-Z]+://):", "$1default:");
    return new RedisUrl(UrlText.parse(withUser, FORM));
  }

  /** Sets the password, which is secret, unless the URL has one. */
  public RedisUrl withPassword(String password) {
    return text.decodedPassword().isPresent()
        ? this
        : new RedisUrl(text.as(user().orElse("default"), password));
  }

  @Override
  public RedisConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new RedisConnections(this, settings, dialer, ledger);
  }

  /** {@inheritDoc} For a user without any it is empty, as that of some users of the server. */
  @Override
  public Optional<String> password() {
    return super.password().or(() -> user().map(user -> ""));
  }

  int number() {
    return Integer.parseInt(database().orElse("0"));
  }
}
