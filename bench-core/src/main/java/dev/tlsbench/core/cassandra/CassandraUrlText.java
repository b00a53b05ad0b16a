package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.name.HostName;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.core.url.UnixSocket;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a URL.
 *
 * @param user user and password as they were written; {@code null} if there is no at-sign
 * @param hosts the servers
 * @param path the keyspace as it was written, without a slash
 * @param options the options after the question mark
 */
record CassandraUrlText(
    @Nullable String user, List<HostAddress> hosts, String path, List<UrlOption> options) {
  private static final String THE_URL = "the Cassandra URL";

  private static final Pattern PARTS =
      Pattern.compile(
          "(?<authority>[^/?#]*)(?:/(?<path>[^?#]*))?(?:\\?(?<query>[^#]*))?", Pattern.DOTALL);

  /** A host, or an IPv6 address in brackets, with a port or without. */
  private static final Pattern HOST =
      Pattern.compile("(?:\\[[0-9A-Fa-f:.]+(?:%\\w+)?\\]|[^\\[\\]:@\\s%=()]+)(?::\\d{1,5})?");

  /** Names of keyspaces have letters, digits and underscores, 48 at most. */
  private static final Pattern KEYSPACE = Pattern.compile("\\w{1,48}|\"\\w{1,48}\"");

  static CassandraUrlText of(String url) {
    if (!url.toLowerCase(Locale.ROOT).startsWith(CassandraDatabase.SCHEME)) {
      throw new InvalidSettingException(
          THE_URL + " does not start with cassandra://; put it in front of the host");
    }
    Matcher parts = PARTS.matcher(url.substring(CassandraDatabase.SCHEME.length()));
    if (!parts.matches()) {
      throw malformed();
    }
    String authority = parts.group("authority");
    String path = Optional.ofNullable(parts.group("path")).orElse("");
    String query = Optional.ofNullable(parts.group("query")).orElse("");
    int at = authority.lastIndexOf('@');
    String user = at < 0 ? null : authority.substring(0, at);
    if (at < 0 && path.contains("@")) {
      throw malformed();
    }
    if (user != null && !user.matches("[^:@]+(:[^:@]*)?")) {
      throw new InvalidSettingException(
          THE_URL
              + " has a user name or password with characters that must be percent-encoded, or no"
              + " user name; write '@' as %40, ':' as %3A, '/' as %2F, '?' as %3F, '%' as %25");
    }
    CassandraUrlText text =
        new CassandraUrlText(
            user, hosts(authority.substring(at + 1)), path, UrlOption.parse(query, "&"));
    text.check();
    return text;
  }

  private static List<HostAddress> hosts(String written) {
    List<HostAddress> hosts = new ArrayList<>();
    for (String host : written.split(",", -1)) {
      UnixSocket.refuseHost("Cassandra", host);
      if (!HOST.matcher(host).matches()) {
        throw malformed();
      }
      HostAddress address = HostAddress.parse(host, CassandraDatabase.PORT);
      if (address.port() == 0) {
        throw malformed();
      }
      hosts.add(new HostAddress(HostName.toAscii(THE_URL, address.host()), address.port()));
    }
    return List.copyOf(hosts);
  }

  private void check() {
    credential(0);
    credential(1);
    if (!path.isEmpty() && !KEYSPACE.matcher(decode(path)).matches()) {
      throw new InvalidSettingException(
          THE_URL
              + " names a keyspace with other characters than letters, digits and '_', or more than"
              + " 48; write cassandra://host:port/keyspace?options");
    }
  }

  private static InvalidSettingException malformed() {
    return new InvalidSettingException(
        THE_URL
            + " has a host or port that cannot be read; write"
            + " cassandra://user:password@host:port/keyspace?options, and percent-encode '/', '?',"
            + " '#' and '@' in user name and password");
  }

  private static String decode(String text) {
    return UrlOption.decode(
        text.replace("+", "%2B"), THE_URL + ": a user name, password or keyspace");
  }

  /** Returns the user name (0) or the password (1), decoded; empty if there is none. */
  Optional<String> credential(int part) {
    String[] parts = user == null ? new String[0] : user.split(":", 2);
    return part < parts.length ? Optional.of(decode(parts[part])) : Optional.empty();
  }

  Optional<String> keyspace() {
    return Optional.of(decode(path)).filter(name -> !name.isEmpty());
  }

  /** Returns the value of an option, whose name may have any case. */
  Optional<String> option(String name) {
    return options.stream()
        .filter(option -> option.name().equalsIgnoreCase(name))
        .map(UrlOption::value)
        .findFirst();
  }

  /** Returns the URL with a user and a password, neither encoded. */
  String withUser(String name, String password) {
    String both = UrlOption.encode(name) + ":" + UrlOption.encode(password);
    return url(both, path, options.stream().map(UrlOption::text));
  }

  /** Returns the URL with a keyspace, which is not encoded. */
  String withKeyspace(String name) {
    return url(user, UrlOption.encode(name), options.stream().map(UrlOption::text));
  }

  private String url(@Nullable String userInfo, String keyspace, Stream<String> some) {
    String query = some.collect(Collectors.joining("&"));
    return CassandraDatabase.SCHEME
        + (userInfo == null ? "" : userInfo + "@")
        + HostAddress.list(hosts)
        + "/"
        + keyspace
        + (query.isEmpty() ? "" : "?" + query);
  }

  /** Returns the URL without secrets. */
  @Override
  public String toString() {
    String hidden = user == null ? null : Secrets.HIDDEN;
    return url(hidden, path, options.stream().map(UrlOption::shown));
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    List<String> secrets = new ArrayList<>(UrlOption.secrets(options));
    credential(1).ifPresent(secrets::add);
    if (user != null && user.contains(":")) {
      secrets.add(user.substring(user.indexOf(':') + 1));
    }
    return Secrets.of(secrets);
  }
}
