package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.spi.dns.InetAddressResolver;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Builds the driver's settings: URL, TLS and time-outs. */
final class DriverSettings {
  private static final long SELECTION_TIMEOUT_MILLIS = 10_000;

  /**
   * The interval at which the driver checks a pool's minimum size. The check at start may leave the
   * pool one short: a check-out that finds a ready connection drops the one that it was about to
   * open, which was already counted. The driver's default is a minute.
   */
  private static final long MAINTENANCE_SECONDS = 1;

  private DriverSettings() {}

  /** Starts the driver's settings, for plain text if the context is {@code null}. */
  static MongoClientSettings.Builder of(
      ConnectionString url, @Nullable TlsContext tls, boolean dialed) {
    MongoClientSettings.Builder builder =
        MongoClientSettings.builder()
            .applyConnectionString(url)
            .inetAddressResolver(DriverSettings::addressesNamed)
            // A mongodb+srv URL switches TLS on, but the settings may have it off.
            .applyToSslSettings(ssl -> ssl.enabled(tls != null))
            .applyToConnectionPoolSettings(
                pool -> pool.maintenanceFrequency(MAINTENANCE_SECONDS, TimeUnit.SECONDS));
    if (tls != null || dialed) {
      if (url.getProxyHost() != null) {
        throw new InvalidSettingException(
            "proxyHost: TLS through a SOCKS5 proxy is not supported; connect directly");
      }
      requireContextOfJvm();
    }
    if (tls != null) {
      builder.applyToSslSettings(
          ssl ->
              ssl.context(tls.sslContext())
                  .invalidHostNameAllowed(tls.settings().trust().allowInvalidHostnames()));
    }
    if (url.getServerSelectionTimeout() == null) {
      builder.applyToClusterSettings(
          to -> to.serverSelectionTimeout(SELECTION_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
    }
    return builder;
  }

  /**
   * Requires the JVM's own TLS context: the driver creates it for each connection, even if it then
   * uses another one.
   */
  private static void requireContextOfJvm() {
    try {
      SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new InvalidSettingException(
          "javax.net.ssl: MongoDB's driver needs the JVM's own key store and trust store, which"
              + " cannot be opened (%s); check keyStore and trustStore, or leave them out and name"
                  .formatted(Causes.root(e).getMessage())
              + " tls.caFile and tls.certificateKeyFile",
          e);
    }
  }

  /**
   * Resolves a host, and labels its addresses with the name in the URL. The driver asks every
   * address for its name; for {@code 127.0.0.1} in the URL that would be a reverse look-up, and the
   * certificate would be checked against its result.
   *
   * @see InetAddressResolver#lookupByName
   */
  private static List<InetAddress> addressesNamed(String host) throws UnknownHostException {
    List<InetAddress> addresses = new ArrayList<>();
    for (InetAddress address : InetAddress.getAllByName(host)) {
      addresses.add(InetAddress.getByAddress(host, address.getAddress()));
    }
    return addresses;
  }

  static Duration connectTimeout(MongoClientSettings settings) {
    return orForever(settings.getSocketSettings().getConnectTimeout(TimeUnit.MILLISECONDS));
  }

  static Duration serverSelectionTimeout(MongoClientSettings settings) {
    return orForever(
        settings.getClusterSettings().getServerSelectionTimeout(TimeUnit.MILLISECONDS));
  }

  /**
   * Converts a time-out: the driver treats 0 (connect) and negative numbers (server selection) as
   * "no limit".
   */
  private static Duration orForever(long millis) {
    return millis > 0 ? Duration.ofMillis(millis) : Duration.ofDays(1);
  }
}
