package dev.tlsbench.measure.target;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.ycsb.session.Binding;
import java.util.Properties;

/**
 * Removes every TLS option from a URL. Host, user, password, database and all other options stay
 * unchanged.
 */
public final class PlainUrl {
  /** The property that names the port for plain connections, if it is a separate one. */
  public static final String PROPERTY = "plain.url";

  private PlainUrl() {}

  /** Returns a URL that asks for plain text, with the password of the given one. */
  public static String of(String url) {
    return Database.ofUrl(url).parse(url).plain();
  }

  /**
   * Returns a copy of properties without {@code tls.*} and the TLS options of the URL, which is
   * {@value #PROPERTY} if that is given.
   *
   * @throws InvalidSettingException if there is no URL, it cannot be read, or {@value #PROPERTY} is
   *     for another database
   */
  public static Properties of(Binding binding, Properties properties) {
    String separate = properties.getProperty(PROPERTY);
    if (separate != null && Binding.ofUrl(separate) != binding) {
      throw new InvalidSettingException(
          "--plain-url: names another database than the URL; name the same server without TLS");
    }
    String url = separate == null ? properties.getProperty(binding.urlProperty()) : separate;
    if (url == null) {
      throw new InvalidSettingException(
          binding.urlProperty() + ": not given; name the server to connect to without TLS");
    }
    Properties plain = new Properties();
    for (String name : properties.stringPropertyNames()) {
      if (!name.startsWith("tls.")) {
        plain.setProperty(name, properties.getProperty(name));
      }
    }
    plain.setProperty(binding.urlProperty(), of(url));
    return plain;
  }
}
