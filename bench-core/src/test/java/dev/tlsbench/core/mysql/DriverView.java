package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.url.HostAddress;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * A URL as Connector/J reads it.
 *
 * @param url what its parser makes of it
 */
record DriverView(ConnectionUrl url) {
  static DriverView of(String url, Properties properties) {
    return new DriverView(ConnectionUrl.getConnectionUrlInstance(url, properties));
  }

  static DriverView of(MySqlUrl url) {
    return of(url.driverUrl(), url.driverProperties());
  }

  /** The servers that it goes to. */
  List<HostAddress> hosts() {
    return url.getHostsList().stream()
        .map(host -> HostAddress.parse(host.getHostPortPair(), 0))
        .toList();
  }

  /** The value of an option for the first host; of host and port, too. */
  Optional<String> value(String name) {
    Properties properties = url.getMainHost().exposeAsProperties();
    PropertyKey key = PropertyKey.fromValue(name);
    String other = key == null ? name : key.getKeyName();
    return Optional.ofNullable(properties.getProperty(name, properties.getProperty(other)));
  }
}
