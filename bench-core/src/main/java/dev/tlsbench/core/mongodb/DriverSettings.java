package dev.tlsbench.core.mongodb;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.spi.dns.InetAddressResolver;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsContext;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Puts together what the driver is to do: the URL, TLS, time-outs. */
final class DriverSettings {
  private static final long DEFAULT_TIMEOUT_MILLIS = 10_000;

  /**
   * The interval at which the driver checks a pool's minimum size. It does so when it starts, and
   * may be one short then: a check-out that finds a connection of the pool's ready drops the one
   * that it was about to open, which had been counted. The driver's default is a minute.
   */
  private static final long MAINTENANCE_SECONDS = 1;

  private DriverSettings() {}

  /** Starts the driver's settings; {@code tls} is {@code null} for plain text. */
  static MongoClientSettings.Builder of(ConnectionString url, @Nullable TlsContext tls) {
    MongoClientSettings.Builder builder =
        MongoClientSettings.builder()
            .applyConnectionString(url)
            .inetAddressResolver(DriverSettings::addressesNamed)
            // The URL of a mongodb+srv server has switched it on, where settings may say no.
            .applyToSslSettings(ssl -> ssl.enabled(tls != null))
            .applyToConnectionPoolSettings(
                pool -> pool.maintenanceFrequency(MAINTENANCE_SECONDS, TimeUnit.SECONDS));
    if (tls != null) {
      if (url.getProxyHost() != null) {
        throw new InvalidSettingException(
            "proxyHost: TLS through a SOCKS5 proxy is not supported; connect directly");
      }
      builder.applyToSslSettings(
          ssl ->
              ssl.context(tls.sslContext())
                  .invalidHostNameAllowed(tls.settings().allowInvalidHostnames()));
    }
    if (url.getConnectTimeout() == null) {
      builder.applyToSocketSettings(
          to -> to.connectTimeout(DEFAULT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
    }
    if (url.getServerSelectionTimeout() == null) {
      builder.applyToClusterSettings(
          to -> to.serverSelectionTimeout(DEFAULT_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
    }
    return builder;
  }

  /**
   * Looks up a host, and gives its addresses the name that the URL has for it. The driver asks
   * every address for its name; for {@code 127.0.0.1} in the URL that would be a reverse look-up,
   * and the certificate would be held against the name that comes back.
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

  /** The driver takes 0 (connect) and negative numbers (server selection) for "no limit". */
  private static Duration orForever(long millis) {
    return millis > 0 ? Duration.ofMillis(millis) : Duration.ofDays(1);
  }
}
