package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.measure.target.PlainUrl;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Ways to connect to a server, by kind. */
final class Accesses {
  private static final String DEFAULT_TABLE = "usertable";
  private static final String RESUMPTION = "tls.resumption";

  private final Binding binding;
  private final Properties properties;
  private final Route route;

  Accesses(Target target, Route route) {
    this.binding = target.binding();
    this.properties = target.properties();
    this.route = route;
  }

  /**
   * Returns true if the URL and the properties ask for TLS.
   *
   * @throws InvalidSettingException if one of them cannot be used
   */
  boolean isTlsAsked() {
    return binding.tls(properties).enabled();
  }

  /** Returns the servers of the URL. */
  List<String> hosts() {
    return binding == Binding.MONGODB
        ? MongoUrl.parse(url(properties)).hosts()
        : mySqlUrl(properties).hosts();
  }

  /**
   * Connects once.
   *
   * @throws ConnectFailedException if no connection of this kind is possible
   * @throws InvalidSettingException if a setting is invalid, or the TLS provider does not resume
   *     sessions
   */
  Access open(Kind kind) throws ConnectFailedException {
    Properties own =
        kind == Kind.PLAIN ? PlainUrl.of(binding, properties) : RunProperties.copy(properties);
    if (kind != Kind.PLAIN) {
      own.setProperty(RESUMPTION, String.valueOf(kind == Kind.RESUMED));
    }
    Map<String, String> strings = RunProperties.strings(own);
    String table = own.getProperty("table", DEFAULT_TABLE).strip();
    if (binding == Binding.MONGODB) {
      MongoUrl url = MongoUrl.parse(url(own));
      return MongoAccess.open(url, url.settings(strings), table, route);
    }
    MySqlUrl url = mySqlUrl(own);
    return MySqlAccess.open(
        url, url.settings(strings), own.getProperty("mysql.table", table).strip(), route);
  }

  private String url(Properties from) {
    return from.getProperty(binding.urlProperty());
  }

  /** Adds user and password if the binding takes them from properties. */
  private MySqlUrl mySqlUrl(Properties from) {
    MySqlUrl url = MySqlUrl.parse(url(from));
    for (String option : List.of("user", "password")) {
      String value = from.getProperty("mysql." + option);
      url = value == null ? url : url.withDefault(option, value);
    }
    return url.withDefault("socketTimeout", Integer.toString(DriverSocket.READ_TIMEOUT_MILLIS));
  }
}
