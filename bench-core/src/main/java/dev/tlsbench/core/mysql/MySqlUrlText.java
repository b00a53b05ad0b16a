package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.ConnectionUrlParser;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.exceptions.CJException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A URL cut into its parts, in the form that Connector/J reads.
 *
 * @param scheme {@code jdbc:mysql:} or one of its longer forms
 * @param authority hosts as they were written, with the users of a {@code jdbc:} URL
 * @param user the user of a {@code mysql:} URL, decoded
 * @param password the password of a {@code mysql:} URL, decoded
 * @param path the database as it was written
 * @param database the database, decoded; empty if there is none
 * @param options what follows the question mark
 * @param hosts what Connector/J makes of the authority
 */
record MySqlUrlText(
    String scheme,
    String authority,
    @Nullable String user,
    @Nullable String password,
    String path,
    String database,
    List<UrlOption> options,
    List<HostInfo> hosts) {
  private static final String JDBC = "jdbc:mysql:";
  private static final int DEFAULT_PORT = 3306;

  /** Connector/J takes seconds to read some 30,000 characters of lists that are not closed. */
  private static final int LONGEST_HOSTS = 8192;

  private static final Pattern SCHEME =
      Pattern.compile(
          "(?i)(mysql:|jdbc:mysql(?:\\+srv)?:(?:loadbalance:|replication:)?)//(.*)",
          Pattern.DOTALL);

  private static final Pattern PARTS =
      Pattern.compile(
          "(?<authority>[^/?#]*)(?<slash>/(?<path>[^?#]*))?(?:\\?(?<query>[^#]*))?(?:#(?<rest>.*))?",
          Pattern.DOTALL);

  private static final Pattern ODD_NAME = Pattern.compile("[()=,@\\s]");

  static MySqlUrlText of(String url) {
    Matcher scheme = SCHEME.matcher(url);
    if (!scheme.matches()) {
      throw new InvalidSettingException(
          "the MySQL URL starts with neither mysql:// nor jdbc:mysql://; put one of them in front"
              + " of the host");
    }
    Matcher parts = PARTS.matcher(scheme.group(2));
    if (!parts.matches()) {
      throw malformed();
    }
    boolean jdbc = scheme.group(1).toLowerCase(Locale.ROOT).startsWith("jdbc:");
    String authority = parts.group("authority");
    if (!authority.contains("@") && hasLostAtSign(parts, jdbc)) {
      throw unencodedUser();
    }
    // Connector/J passes over white space around options.
    String query =
        Arrays.stream(orEmpty(parts.group("query")).split("&"))
            .map(String::strip)
            .collect(Collectors.joining("&"));
    List<UrlOption> options = UrlOption.parse(query, "&");
    String path = orEmpty(parts.group("path")).strip();
    return jdbc
        ? new MySqlUrlText(
            scheme.group(1),
            authority,
            null,
            null,
            path,
            database(path),
            options,
            hosts(scheme.group(1), authority))
        : ofClient(authority, path, options);
  }

  /** The form of mysql and mysqlsh: one user in front of the hosts, encoded as in RFC 3986. */
  private static MySqlUrlText ofClient(String authority, String path, List<UrlOption> options) {
    int at = authority.lastIndexOf('@');
    String hosts = authority.substring(at + 1);
    String user = null;
    String password = null;
    if (at >= 0) {
      String userInfo = authority.substring(0, at);
      int colon = userInfo.indexOf(':');
      user = decodeUser(colon < 0 ? userInfo : userInfo.substring(0, colon));
      password = colon < 0 ? null : decodeUser(userInfo.substring(colon + 1));
      if (user.isEmpty()) {
        throw new InvalidSettingException(
            "the MySQL URL has an '@' without a user name in front; give one, or remove the '@'");
      }
    }
    return new MySqlUrlText(
        JDBC, hosts, user, password, path, database(path), options, hosts(JDBC, hosts));
  }

  /** As Connector/J reads it, which wants neither spaces nor control characters around it. */
  private static String database(String path) {
    return UrlOption.decode(path, "the database in the MySQL URL").trim();
  }

  private static String decodeUser(String text) {
    return UrlOption.decode(text.replace("+", "%2B"), "the user name or password of the MySQL URL");
  }

  private static List<HostInfo> hosts(String scheme, String authority) {
    if (authority.length() > LONGEST_HOSTS) {
      throw new InvalidSettingException(
          "the MySQL URL has hosts of more than "
              + LONGEST_HOSTS
              + " characters; name fewer of them");
    }
    List<HostInfo> hosts;
    try {
      hosts = ConnectionUrlParser.parseConnectionString(scheme + "//" + authority).getHosts();
    } catch (CJException | IllegalArgumentException e) {
      // Without Connector/J's words: they quote what may hold a password.
      throw malformed();
    }
    for (HostInfo host : hosts) {
      boolean oddPort =
          host.getPort() != HostInfo.NO_PORT && (host.getPort() < 1 || host.getPort() > 65535);
      // Connector/J takes a list that is not closed for the name of a host.
      boolean oddName = host.getHost() != null && ODD_NAME.matcher(host.getHost()).find();
      if (oddPort || oddName) {
        throw malformed();
      }
    }
    return List.copyOf(hosts);
  }

  private static boolean hasLostAtSign(Matcher parts, boolean jdbc) {
    return orEmpty(parts.group("path")).contains("@")
        || orEmpty(parts.group("rest")).contains("@")
        || (!jdbc && parts.group("slash") == null && orEmpty(parts.group("query")).contains("@"));
  }

  private static InvalidSettingException unencodedUser() {
    return new InvalidSettingException(
        "the MySQL URL has characters in its user name or password that must be percent-encoded;"
            + " write '@' as %40, ':' as %3A, '/' as %2F, '?' as %3F, '#' as %23, '%' as %25");
  }

  private static InvalidSettingException malformed() {
    return new InvalidSettingException(
        "the MySQL URL has a host or port that cannot be read; write"
            + " mysql://user:password@host:port/database?options, and percent-encode '/', '?', '#'"
            + " and '@' in user name and password");
  }

  /** The URL with these options only, as Connector/J reads it. */
  String with(List<UrlOption> some) {
    String query = some.stream().map(UrlOption::text).collect(Collectors.joining("&"));
    return scheme + "//" + authority + "/" + path + (query.isEmpty() ? "" : "?" + query);
  }

  /** The URL as it may be shown. */
  String shown() {
    String query = options.stream().map(UrlOption::shown).collect(Collectors.joining("&"));
    boolean hasUser = user != null || authority.contains("@") || authority.contains("(");
    return scheme
        + "//"
        + (hasUser ? Secrets.HIDDEN + "@" : "")
        + String.join(",", hostList())
        + "/"
        + path
        + (query.isEmpty() ? "" : "?" + query);
  }

  @Override
  public String toString() {
    return shown();
  }

  /** The hosts as {@code host:port}. */
  List<String> hostList() {
    return hosts.stream().map(MySqlUrlText::hostAndPort).toList();
  }

  private static String hostAndPort(HostInfo info) {
    Map<String, String> own = info.getHostProperties();
    String host = info.getHost() != null ? info.getHost() : own.getOrDefault("host", "localhost");
    String port =
        info.getPort() != HostInfo.NO_PORT
            ? Integer.toString(info.getPort())
            : own.getOrDefault("port", Integer.toString(DEFAULT_PORT));
    return host + ":" + port;
  }

  /** Passwords, both encoded and decoded. */
  Secrets secrets() {
    List<String> secrets = new ArrayList<>();
    if (password != null) {
      secrets.add(password);
    }
    for (HostInfo host : hosts) {
      if (host.getPassword() != null) {
        secrets.add(host.getPassword());
      }
      host.getHostProperties()
          .forEach(
              (name, value) -> {
                if (Secrets.isNameOfSecret(name) && value != null) {
                  secrets.add(value);
                }
              });
    }
    for (UrlOption option : options) {
      if (option.isSecret()) {
        secrets.add(option.value());
        secrets.add(option.text().substring(option.text().indexOf('=') + 1));
      }
    }
    return Secrets.of(secrets);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
