package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UnixSocket;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The parts of a URL, in the form that Connector/J reads. */
record MySqlUrlText(
    String scheme,
    @Nullable String user,
    @Nullable String password,
    String path,
    List<UrlOption> options,
    MySqlHosts hosts) {
  private static final String JDBC = "jdbc:mysql:";
  private static final Pattern SCHEME =
      Pattern.compile(
          "(?i)(mysql:|jdbc:mysql(?:\\+srv)?:(?:loadbalance:|replication:)?)\\s*//(.*)",
          Pattern.DOTALL);

  private static final Pattern PARTS =
      Pattern.compile(
          "(?<authority>[^/?#]*)(?<slash>/(?<path>[^?#]*))?(?:\\?(?<query>[^#]*))?(?:#(?<rest>.*))?",
          Pattern.DOTALL);

  private static final Pattern NO_SLASHES =
      Pattern.compile("(?i)jdbc:mysql:\\s*(?:[/?#].*)?", Pattern.DOTALL);

  static MySqlUrlText of(String url) {
    Matcher scheme = SCHEME.matcher(url);
    if (NO_SLASHES.matcher(url).matches() && !scheme.matches()) {
      throw new InvalidSettingException(
          "the MySQL URL has no '//' behind jdbc:mysql:, so Connector/J would go to localhost;"
              + " write jdbc:mysql://host/database, or jdbc:mysql:///database for localhost");
    }
    if (!scheme.matches()) {
      throw new InvalidSettingException(
          "the MySQL URL starts with neither mysql:// nor jdbc:mysql://; put one of them in front"
              + " of the host");
    }
    String place = scheme.group(2).split("[?#]", 2)[0];
    UnixSocket.refusePath("MySQL", place.substring(place.lastIndexOf('@') + 1));
    Matcher parts = PARTS.matcher(scheme.group(2));
    if (!parts.matches()) {
      throw MySqlHosts.malformed();
    }
    boolean jdbc = scheme.group(1).toLowerCase(Locale.ROOT).startsWith("jdbc:");
    String authority = parts.group("authority");
    if (!authority.contains("@") && hasLostAtSign(parts, jdbc)) {
      throw unencodedUser();
    }
    String query =
        Arrays.stream(orEmpty(parts.group("query")).split("&"))
            .map(MySqlUrlText::trimmed)
            .collect(Collectors.joining("&"));
    List<UrlOption> options = UrlOption.parse(query, "&", MySqlOptions::isKnown);
    String path = orEmpty(parts.group("path")).strip();
    return jdbc
        ? of(scheme.group(1), authority, null, null, path, options)
        : ofClient(authority, path, options);
  }

  /** Strips white space around names and values, as Connector/J does. */
  private static String trimmed(String option) {
    int equals = option.indexOf('=');
    return equals < 0
        ? option.strip()
        : option.substring(0, equals).strip() + "=" + option.substring(equals + 1).trim();
  }

  private static MySqlUrlText of(
      String scheme,
      String authority,
      @Nullable String user,
      @Nullable String password,
      String path,
      List<UrlOption> query) {
    database(path);
    MySqlHosts hosts = MySqlHosts.of(scheme, authority, query);
    List<UrlOption> options = new ArrayList<>(query);
    options.addAll(hosts.shared());
    return new MySqlUrlText(scheme, user, password, path, List.copyOf(options), hosts);
  }

  /**
   * Parses the form of mysql and mysqlsh: one user in front of the hosts, encoded as in RFC 3986.
   */
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
    return of(JDBC, hosts, user, password, path, options);
  }

  /** Returns the database, decoded; empty if there is none. */
  String database() {
    return hosts.database().orElseGet(() -> database(path));
  }

  /**
   * Returns the database for Connector/J, which accepts neither spaces nor control characters
   * around it.
   */
  private static String database(String path) {
    return UrlOption.decode(path, "the database in the MySQL URL").trim();
  }

  private static String decodeUser(String text) {
    return UrlOption.decode(text.replace("+", "%2B"), "the user name or password of the MySQL URL");
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

  /** Returns the URL with only these options, as Connector/J reads it. */
  String with(List<UrlOption> some) {
    String query = some.stream().map(UrlOption::text).collect(Collectors.joining("&"));
    return scheme + "//" + hosts.forDriver() + "/" + path + (query.isEmpty() ? "" : "?" + query);
  }

  /** Returns the URL without secrets. */
  String shown() {
    String query = options.stream().map(UrlOption::shown).collect(Collectors.joining("&"));
    boolean hasUser = user != null || hosts.mayHoldUser();
    return scheme
        + "//"
        + (hasUser ? Secrets.HIDDEN + "@" : "")
        + HostAddress.list(hosts.list())
        + "/"
        + path
        + (query.isEmpty() ? "" : "?" + query);
  }

  @Override
  public String toString() {
    return shown();
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    List<String> secrets = new ArrayList<>();
    if (password != null) {
      secrets.add(password);
    }
    secrets.addAll(hosts.passwords());
    secrets.addAll(UrlOption.secrets(options));
    return Secrets.of(secrets);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
