package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.ConnectionUrlParser;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.exceptions.CJException;
import com.mysql.cj.jdbc.JdbcPropertySetImpl;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** A URL as Connector/J reads it, with all options for each of its hosts. */
final class ConnectorUrl {
  final UrlText text;

  /** The passwords, decoded and as they were written. */
  final Secrets secrets;

  final List<HostAddress> addresses;

  private final List<HostInfo> hosts;
  private final List<Integer> connectTimeouts;

  /** Reads a URL in Connector/J's form, with the properties for a connection. */
  ConnectorUrl(UrlText text, Properties properties) {
    this.text = text;
    secrets = text.secrets().and(passwordsOfHosts(text));
    try {
      ConnectionUrl url = ConnectionUrl.getConnectionUrlInstance(text.text(), properties);
      hosts =
          url.getType().name().contains("DNS_SRV")
              ? List.of(url.getMainHost())
              : url.getHostsList();
      addresses = hosts.stream().map(this::address).toList();
      connectTimeouts = hosts.stream().map(ConnectorUrl::check).toList();
    } catch (CJException e) {
      throw text.form()
          .refusal(
              "has an option that Connector/J refuses: "
                  + secrets.hide(e.getMessage()).replaceFirst("\\.$", "")
                  + "; correct or remove it");
    }
  }

  private static List<String> passwordsOfHosts(UrlText text) {
    try {
      return ConnectionUrlParser.parseConnectionString(text.text()).getHosts().stream()
          .flatMap(
              host ->
                  Stream.concat(
                      Stream.ofNullable(host.getPassword()), passwords(host.getHostProperties())))
          .toList();
    } catch (CJException | IllegalArgumentException e) {
      // Without Connector/J's message, which may quote a password.
      throw text.form().malformed();
    }
  }

  static Stream<String> passwords(Map<String, String> options) {
    return options.keySet().stream()
        .filter(Secrets::isNameOfSecret)
        .flatMap(name -> Stream.ofNullable(options.get(name)));
  }

  private HostAddress address(HostInfo host) {
    text.refuseUnixSocket(host.getHost());
    String name = HostName.toAscii("the MySQL URL", host.getHost());
    // A name that the DNS resolves to a list of servers has no port.
    int port = host.getPort() == HostInfo.NO_PORT ? MySqlDatabase.PORT : host.getPort();
    return HostAddress.inUrl(HostName.withPort(name, port), port)
        .orElseThrow(text.form()::malformed);
  }

  /** Checks all options for a host: its own, the URL's, and those of a configuration. */
  private static int check(HostInfo host) {
    String protocol = host.getProperty(PropertyKey.PROTOCOL.getKeyName());
    if (protocol != null && !protocol.isBlank() && !protocol.strip().equalsIgnoreCase("tcp")) {
      throw new InvalidSettingException("protocol: '" + protocol + "' is " + MySqlTls.OVER_TCP);
    }
    for (String name : host.getHostProperties().keySet()) {
      if (MySqlTls.DIALECT.has(name)) {
        throw new InvalidSettingException(
            name
                + ": not offered; as an option of a single host or of a configuration it would"
                + " have no effect, so put it behind the question mark");
      }
    }
    JdbcPropertySetImpl options = new JdbcPropertySetImpl();
    options.initializeProperties(host.exposeAsProperties());
    return options.getIntegerProperty(PropertyKey.connectTimeout).getValue();
  }

  Optional<String> database() {
    return Optional.of(hosts.get(0).getDatabase()).filter(name -> !name.isEmpty());
  }

  /** Returns the time-out for connecting, unless it is without limit. */
  Optional<Duration> connectTimeout() {
    return Optional.of(connectTimeouts.get(0)).filter(millis -> millis > 0).map(Duration::ofMillis);
  }

  /** Returns whether Connector/J reads an option of this name. */
  static boolean isRead(String option) {
    return PropertyKey.fromValue(option) != null;
  }
}
