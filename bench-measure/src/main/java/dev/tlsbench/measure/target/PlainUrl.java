package dev.tlsbench.measure.target;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.ycsb.Binding;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Removes every TLS option from a URL. Host, user, password, database and all other options stay
 * unchanged.
 */
public final class PlainUrl {
  /** The property that names the port for plain connections, if it is a separate one. */
  public static final String PROPERTY = "plain.url";

  /** TLS options of Connector/J whose names begin with neither tls nor ssl. */
  private static final Set<String> CONNECTOR_J =
      Set.of(
          "enabledtlsprotocols",
          "enabledsslciphersuites",
          "usessl",
          "requiressl",
          "verifyservercertificate",
          "fallbacktosystemtruststore",
          "fallbacktosystemkeystore");

  private static final Pattern STORE =
      Pattern.compile("(trust|client)certificatekeystore(url|type|password)");

  private PlainUrl() {}

  /**
   * Removes the TLS options of a URL.
   *
   * @param url of MongoDB or MySQL; may hold a password, so it must not appear in messages
   * @return a URL for plain text: with {@code tls=false} for {@code mongodb+srv}, with {@code
   *     sslMode=DISABLED} for MySQL; it contains the password, if there was one
   * @throws InvalidSettingException if the URL cannot be read
   */
  public static String of(String url) {
    String given = url.strip();
    if (Target.bindingOf(given) == Binding.MONGODB) {
      MongoUrl.parse(given);
      String plain = without(PlainUrl::isTlsOfMongo, given, "[&;]");
      return given.startsWith("mongodb+srv:") ? with("tls=false", plain) : plain;
    }
    MySqlUrl.parse(given);
    return with("sslMode=DISABLED", without(PlainUrl::isTlsOfMySql, given, "&"));
  }

  /**
   * Removes TLS from the properties of a run: every {@code tls.*}, and the options of the URL. The
   * URL is {@value #PROPERTY} if that is given.
   *
   * @param properties with the URL of the server; not changed
   * @return a copy with which clients connect in plain text
   * @throws InvalidSettingException if there is no URL, it cannot be read, or {@value #PROPERTY} is
   *     for another database
   */
  public static Properties of(Binding binding, Properties properties) {
    String separate = properties.getProperty(PROPERTY);
    if (separate != null && Target.bindingOf(separate) != binding) {
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

  /** Removes options; both drivers treat the first question mark as their beginning. */
  private static String without(Predicate<String> unwanted, String url, String separators) {
    int question = url.indexOf('?');
    if (question < 0) {
      return url;
    }
    String query = url.substring(question + 1).replaceFirst("#.*", "");
    String left =
        Arrays.stream(query.split(separators))
            .filter(option -> !option.isBlank() && !unwanted.test(nameOf(option)))
            .collect(Collectors.joining("&"));
    return url.substring(0, question) + (left.isEmpty() ? "" : "?" + left);
  }

  /** Adds an option. In MongoDB a question mark must follow a slash, in MySQL it may. */
  private static String with(String option, String url) {
    if (url.indexOf('?') >= 0) {
      return url + "&" + option;
    }
    int authority = url.indexOf("//") + 2;
    return url + (url.indexOf('/', authority) < 0 ? "/?" : "?") + option;
  }

  private static String nameOf(String option) {
    return option.strip().split("=", 2)[0].toLowerCase(Locale.ROOT);
  }

  private static boolean isTlsOfMongo(String name) {
    return name.startsWith("tls") || name.startsWith("ssl");
  }

  /** Accepts dashes, underscores or neither in names, as {@link MySqlUrl} does. */
  private static boolean isTlsOfMySql(String name) {
    String plain = name.replace("-", "").replace("_", "");
    return isTlsOfMongo(plain) || CONNECTOR_J.contains(plain) || STORE.matcher(plain).matches();
  }
}
