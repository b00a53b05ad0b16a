package dev.tlsbench.core.database;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.NearestName;
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
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A URL in which an option that is unknown, repeated with another value or without effect is an
 * error. Names of options are case-insensitive.
 *
 * <p>The TLS options have the names and the meaning of the MongoDB URI options specification:
 * {@code tls}, {@code tlsCAFile}, {@code tlsCertificateKeyFile} …; those that it lacks are named
 * after the {@code tls.*} properties: {@code tlsProtocols}, {@code tlsCipherSuites}, {@code
 * tlsProvider} … TLS is off unless one of them or the scheme asks for it. Further options of all
 * databases: {@code connectTimeoutMS}, the limit of TCP connect, TLS handshake, and of each answer
 * until the connection can be used, 10 000 by default; {@code requestTimeoutMS}, the limit of a
 * request. Both are up to an hour.
 *
 * <p>Instances are immutable and safe to share between threads. {@link #toString} hides user name
 * and passwords, and so do the messages of all exceptions.
 *
 * @param <U> the URL of one database
 */
public abstract class StrictUrl<U extends StrictUrl<U>> implements DatabaseUrl {
  /** The option with the server's port for plain text, to which {@link #plain} leads. */
  protected static final String PLAIN_PORT = "plainPort";

  private static final String CONNECT_TIMEOUT = "connectTimeoutMS";
  private static final String REQUEST_TIMEOUT = "requestTimeoutMS";
  private static final int HIGHEST_PORT = 65535;
  private static final int LONGEST_MILLIS = 3_600_000;

  /** The parts of the URL. */
  protected final UrlText text;

  /** The TLS options of the URL, and the words of {@link #dialect}. */
  protected final TlsOptions tls;

  private final Database kind;
  private final TlsDialect dialect;
  private final Function<UrlText, U> copy;
  private final List<HostAddress> hosts;

  /** Checks all options; {@code copy} is the subclass's constructor. */
  protected StrictUrl(Database kind, TlsDialect dialect, UrlText text, Function<UrlText, U> copy) {
    this.kind = kind;
    this.dialect = dialect;
    this.text = text;
    this.copy = copy;
    this.hosts = text.addresses();
    for (UrlOption option : text.options()) {
      if (!dialect.has(option.name())) {
        throw new InvalidSettingException(
            "%s: there is no such option of a %s URL; did you mean %s?"
                .formatted(
                    text.nameOf(option),
                    kind.product(),
                    NearestName.of(option.name(), dialect.names())));
      }
    }
    this.tls = dialect.read(text);
    if (isSecure() && tls.mode().equals(Optional.of(TlsMode.DISABLED))) {
      throw new InvalidSettingException(
          "tls=false: the scheme of the URL asks for TLS; change one of the two");
    }
    tls();
    requestTimeout();
    text.number(PLAIN_PORT, HIGHEST_PORT);
  }

  /** Describes the URLs of a database. */
  protected static UrlText.Form form(Database kind, int port, String example) {
    return new UrlText.Form(
        kind.product(),
        Pattern.compile("(?i)" + String.join("|", kind.schemes())),
        example,
        port,
        "&",
        name -> false,
        true,
        true,
        false);
  }

  /** Returns the options of all databases, and those words. */
  protected static TlsDialect dialect(String... words) {
    TlsDialect dialect =
        new TlsDialect(name -> name.toLowerCase(Locale.ROOT))
            .optionsOfMongoDb()
            .word(CONNECT_TIMEOUT)
            .word(REQUEST_TIMEOUT);
    List.of(words).forEach(dialect::word);
    return dialect;
  }

  /** Sets an option where the URL does not. */
  public final U withDefault(String name, String value) {
    return copy.apply(text.option(name).isPresent() ? text : text.with(name, value));
  }

  /** Tests whether the scheme is another of this database with an {@code s} at its end. */
  private boolean isSecure() {
    String scheme = text.scheme().toLowerCase(Locale.ROOT);
    return kind.schemes().contains(scheme.replaceFirst("s://$", "://")) && scheme.endsWith("s://");
  }

  @Override
  public final Database kind() {
    return kind;
  }

  @Override
  public final List<HostAddress> hosts() {
    return hosts;
  }

  @Override
  public final Optional<String> database() {
    return text.decodedPath();
  }

  /**
   * {@inheritDoc} {@code connectTimeoutMS} also limits the handshake, unless {@code
   * tlsHandshakeTimeoutMS} does.
   */
  @Override
  public final TlsSettings.Builder tls() {
    TlsSettings.Builder settings =
        isSecure() ? tls.settings(Optional.of(TlsMode.VERIFY_FULL)) : tls.settings();
    if (tls.get(TlsOption.HANDSHAKE_TIMEOUT).isEmpty()) {
      millis(CONNECT_TIMEOUT).ifPresent(settings::handshakeWithin);
    }
    return settings;
  }

  @Override
  public final TlsSettings settings(Map<String, String> properties) {
    return tls.build(tls(), properties, this);
  }

  /** {@inheritDoc} None: options without effect are errors. */
  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public final String plain() {
    UrlText rest = text.without(name -> dialect.isTls(name) || name.equalsIgnoreCase(PLAIN_PORT));
    String plain =
        text.number(PLAIN_PORT, HIGHEST_PORT)
            .map(port -> rest.at(new HostAddress(hosts.get(0).host(), port).toString()))
            .orElse(rest)
            .text();
    return isSecure() ? plain.replaceFirst("(?i)s://", "://") : plain;
  }

  @Override
  public final String through(HostAddress address) {
    if (hosts.size() > 1) {
      throw new InvalidSettingException(this + ": has several servers; name one, as host:port");
    }
    return text.at(address.toString()).text();
  }

  /** {@return the user's name, decoded; empty if the URL has none} */
  public final Optional<String> user() {
    return text.decodedUser();
  }

  /** {@return the password, decoded; empty if the URL has none} */
  public Optional<String> password() {
    return text.decodedPassword();
  }

  /** {@return the limit of TCP connect, and of each answer until the connection can be used} */
  public final Duration connectTimeout() {
    return millis(CONNECT_TIMEOUT).orElse(Duration.ofSeconds(10));
  }

  /** {@return the limit of a request; empty for the driver's default} */
  public final Optional<Duration> requestTimeout() {
    return millis(REQUEST_TIMEOUT);
  }

  private Optional<Duration> millis(String name) {
    return text.number(name, LONGEST_MILLIS).map(Duration::ofMillis);
  }

  /** {@return the passwords, both encoded and decoded} */
  public final Secrets secrets() {
    return text.secrets();
  }

  @Override
  public final String toString() {
    return text.toString();
  }
}
