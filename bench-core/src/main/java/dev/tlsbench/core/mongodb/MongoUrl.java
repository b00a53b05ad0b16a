package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.Drivers;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.option.TlsProperties;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.ShownOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
public final class MongoUrl {
  private final MongoUrlText text;
  private final MongoTlsOptions tls;
  private final MongoOptions others;
  private final String driverUrl;
  private final ConnectionString parsed;

  private MongoUrl(MongoUrlText text) {
    this.text = text;
    ShownOptions shown = new ShownOptions(text.options(), text.secrets(), MongoUrl::isKnown);
    this.tls = new MongoTlsOptions(text.options(), text.isSrv(), shown);
    this.others =
        new MongoOptions(
            text.options().stream().filter(option -> !MongoTlsOptions.isTls(option)).toList(),
            shown);
    this.driverUrl = text.with(others.forDriver());
    this.parsed = DriverUrl.offline(driverUrl, text);
    tls.settings();
  }

  private static boolean isKnown(String name) {
    return MongoOptions.isKnown(name) || MongoTlsOptions.isKnown(name);
  }

  /**
   * Parses a URL. Accesses neither files nor the network.
   *
   * @param url {@code mongodb://} or {@code mongodb+srv://}, as for {@code mongosh} or PyMongo
   * @return the URL
   * @throws InvalidSettingException if the URL is malformed, two of its TLS options contradict each
   *     other, or the MongoDB driver is missing
   */
  public static MongoUrl parse(String url) {
    Drivers.requireMongoDb();
    return new MongoUrl(MongoUrlText.of(url.strip()));
  }

  /**
   * Returns the TLS options of the URL.
   *
   * <p>A positive {@code connectTimeoutMS} also limits the handshake, to an hour at most.
   *
   * @return a new builder that holds them
   */
  public TlsSettings.Builder tls() {
    TlsSettings.Builder settings = tls.settings();
    Integer connectTimeout = parsed.getConnectTimeout();
    if (connectTimeout != null && connectTimeout > 0) {
      settings.handshakeWithin(Duration.ofMillis(connectTimeout));
    }
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
  public TlsSettings settings(Map<String, String> properties) {
    TlsSettings.Builder settings = tls();
    TlsProperties.override(properties, settings);
    return settings.build();
  }

  /** {@return the database that the URL names; empty if it names none} */
  public Optional<String> database() {
    return Optional.ofNullable(parsed.getDatabase());
  }

  /**
   * {@return the servers that the URL names, as {@code host} or {@code host:port}; for {@code
   * mongodb+srv} the name to look up}
   */
  public List<String> hosts() {
    return List.copyOf(parsed.getHosts());
  }

  /**
   * {@return the largest number of pooled connections that the URL allows; 0 for no limit, and
   * empty if the URL has no valid {@code maxPoolSize}}
   */
  public OptionalInt maxPoolSize() {
    Integer size = parsed.getMaxConnectionPoolSize();
    return size == null ? OptionalInt.empty() : OptionalInt.of(size);
  }

  /**
   * {@return one line for each option that is unknown, invalid or repeated, and for each deprecated
   * TLS option} Unknown and invalid options are ignored, as the MongoDB connection string
   * specification requires. Deprecations of other options are logged by the driver.
   */
  public List<String> warnings() {
    return Stream.concat(tls.warnings().stream(), others.warnings().stream()).distinct().toList();
  }

  /** {@return the URL with user name and passwords hidden} */
  @Override
  public String toString() {
    return text.shown();
  }

  /**
   * Returns the URL as the driver reads it; for {@code mongodb+srv} this queries the DNS for TXT
   * records.
   */
  ConnectionString connectionString() throws ConnectFailedException {
    return text.isSrv() ? DriverUrl.online(driverUrl, text, srvFailure()) : parsed;
  }

  boolean isSrv() {
    return text.isSrv();
  }

  /** Returns a translator for failed look-ups of a {@code mongodb+srv} URL. */
  SrvFailure srvFailure() {
    String service = parsed.getSrvServiceName();
    return new SrvFailure(text.hosts(), service == null ? "mongodb" : service, secrets());
  }

  /** Returns the URL as the driver reads it without a network. */
  ConnectionString parsed() {
    return parsed;
  }

  Secrets secrets() {
    return text.secrets();
  }
}
