package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.ConnectFailedException;
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
import dev.tlsbench.core.url.UrlEdit;
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
public final class MongoUrl implements DatabaseUrl {
  private final String given;
  private final MongoUrlText text;
  private final MongoTlsOptions tls;
  private final MongoOptions others;
  private final String driverUrl;
  private final ConnectionString parsed;

  private MongoUrl(String given) {
    this.given = given;
    this.text = MongoUrlText.of(given);
    ShownOptions shown = new ShownOptions(text.options(), text.secrets(), MongoUrl::isKnown);
    this.tls = new MongoTlsOptions(text.options(), text.isSrv(), shown);
    this.others =
        new MongoOptions(
            text.options().stream()
                .filter(option -> !MongoTlsOptions.isTls(option.name()))
                .toList(),
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
   * @throws InvalidSettingException if the URL is malformed, two of its TLS options contradict each
   *     other, or the MongoDB driver is missing
   */
  public static MongoUrl parse(String url) {
    Drivers.require("com.mongodb.client.MongoClient", "MongoDB", "org.mongodb:mongodb-driver-sync");
    return new MongoUrl(url.strip());
  }

  /**
   * Returns the TLS options of the URL.
   *
   * <p>A positive {@code connectTimeoutMS} also limits the handshake, to an hour at most.
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

  /**
   * Returns the TLS options of the URL, overridden by properties.
   *
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

  /** {@return the database that the URL names; empty if it names none} */
  @Override
  public Optional<String> database() {
    return Optional.ofNullable(parsed.getDatabase());
  }

  @Override
  public Database kind() {
    return new MongoDatabase();
  }

  /** {@return the servers; for {@code mongodb+srv} the name to look up, with port 0} */
  @Override
  public List<HostAddress> hosts() {
    int port = text.isSrv() ? 0 : MongoDatabase.PORT;
    return parsed.getHosts().stream().map(host -> HostAddress.parse(host, port)).toList();
  }

  @Override
  public String plain() {
    String plain = UrlEdit.without(given, MongoTlsOptions::isTls, "[&;]");
    return text.isSrv() ? UrlEdit.with(plain, "tls=false") : plain;
  }

  @Override
  public String through(HostAddress address) {
    if (hosts().size() > 1 || text.isSrv()) {
      throw new InvalidSettingException(
          this + ": stands for several servers; name one, with host and port");
    }
    return UrlEdit.through(given, address.toString());
  }

  @Override
  public MongoConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return MongoConnections.open(this, settings, dialer, ledger, driver -> {});
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
  @Override
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
