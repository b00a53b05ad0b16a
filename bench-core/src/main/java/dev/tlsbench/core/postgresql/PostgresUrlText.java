package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.url.Secrets;
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
 * The parts of a URL of libpq (PostgreSQL 18, "Connection URIs") or of pgjdbc.
 *
 * @param user user and password as they were written; {@code null} if there is no at-sign
 * @param hosts the servers, in the order in which they are tried
 * @param path the database as it was written, without a slash
 * @param options the options behind the question mark, without those of hosts
 */
record PostgresUrlText(
    String scheme,
    @Nullable String user,
    List<HostAddress> hosts,
    String path,
    List<UrlOption> options) {
  private static final Pattern URL =
      Pattern.compile(
          "(?i)(?<scheme>postgres(?:ql)?://|jdbc:postgresql:(?://)?)(?<rest>.*)", Pattern.DOTALL);

  private static final Pattern PARTS =
      Pattern.compile(
          "(?<authority>[^/?#]*)(?:/(?<path>[^?#]*))?(?:\\?(?<query>[^#]*))?(?:#.*)?",
          Pattern.DOTALL);

  /** An IPv6 address in the option {@code host}, which needs no brackets there. */
  private static final Pattern IPV6 =
      Pattern.compile("[0-9A-Fa-f]*:[0-9A-Fa-f]*:[0-9A-Fa-f:.]*(?:%[\\w.-]+)?");

  private static final String THE_URL = "the PostgreSQL URL";

  static PostgresUrlText of(String url) {
    Matcher whole = URL.matcher(url);
    if (!whole.matches()) {
      throw new InvalidSettingException(
          THE_URL
              + " starts with none of postgresql://, postgres:// and jdbc:postgresql:; put one of"
              + " them in front of the host");
    }
    String scheme = whole.group("scheme");
    boolean jdbc = scheme.toLowerCase(Locale.ROOT).startsWith("jdbc:");
    String rest = whole.group("rest");
    // jdbc:postgresql:database has no authority.
    Matcher parts =
        PARTS.matcher(jdbc && !scheme.endsWith("//") && !rest.startsWith("/") ? "/" + rest : rest);
    if (!parts.matches()) {
      throw malformed();
    }
    String authority = parts.group("authority");
    String path = orEmpty(parts.group("path"));
    int at = authority.lastIndexOf('@');
    if (at < 0 && path.contains("@")) {
      throw malformed();
    }
    if (jdbc && at >= 0) {
      throw new InvalidSettingException(
          THE_URL
              + " has an '@': pgjdbc takes user and password as the options user and password;"
              + " write them so, or use postgresql://");
    }
    String query = orEmpty(parts.group("query"));
    // libpq takes a plus sign as it is.
    List<UrlOption> all =
        UrlOption.parse(jdbc ? query : query.replace("+", "%2B"), "&", name -> name.equals("ssl"));
    List<UrlOption> options = all.stream().filter(option -> !isOfHost(option)).toList();
    return new PostgresUrlText(
        jdbc ? "jdbc:postgresql://" : scheme,
        at < 0 ? null : authority.substring(0, at),
        hosts(authority.substring(at + 1), all, jdbc),
        path,
        options);
  }

  private static boolean isOfHost(UrlOption option) {
    return option.name().equals("host") || option.name().equals("port");
  }

  private static List<HostAddress> hosts(String written, List<UrlOption> options, boolean jdbc) {
    Optional<String> option = last(options, "host");
    String names = option.orElse(written);
    String[] ports = last(options, "port").orElse("").split(",", -1);
    if (names.isEmpty() && !jdbc) {
      throw new InvalidSettingException(
          THE_URL
              + " names no host, so libpq would go to a Unix socket; connections are made over TCP,"
              + " so name a host, such as localhost");
    }
    String[] each = (names.isEmpty() ? "localhost" : names).split(",", -1);
    if (ports.length > 1 && ports.length != each.length) {
      throw new InvalidSettingException(
          "port: gives "
              + ports.length
              + " ports for "
              + each.length
              + " hosts; give one for each");
    }
    List<HostAddress> hosts = new ArrayList<>();
    for (int i = 0; i < each.length; i++) {
      // Values of options are decoded already.
      String host =
          option.isPresent() ? each[i] : UrlOption.decode(each[i].replace("+", "%2B"), THE_URL);
      UnixSocket.refuseHost("PostgreSQL", host);
      String text =
          option.isPresent() && IPV6.matcher(host).matches()
              ? "[" + host + "]"
              : host.startsWith(":") ? "localhost" + host : host;
      HostAddress address =
          HostAddress.inUrl(text, port(ports[Math.min(i, ports.length - 1)]))
              .orElseThrow(PostgresUrlText::malformed);
      hosts.add(new HostAddress(HostName.toAscii(THE_URL, address.host()), address.port()));
    }
    return List.copyOf(hosts);
  }

  private static int port(String text) {
    if (text.isEmpty()) {
      return PostgresDatabase.PORT;
    }
    return HostAddress.inUrl("port:" + text, PostgresDatabase.PORT)
        .orElseThrow(
            () -> new InvalidSettingException("port: not a number from 1 to 65535; correct it"))
        .port();
  }

  private static InvalidSettingException malformed() {
    return new InvalidSettingException(
        THE_URL
            + " has a host or port that cannot be read; write"
            + " postgresql://user:password@host:port/database?options, and percent-encode '/', '?',"
            + " '#' and '@' in user name and password");
  }

  private static Optional<String> last(List<UrlOption> options, String name) {
    return options.stream()
        .filter(option -> option.name().equals(name))
        .map(UrlOption::value)
        .reduce((first, last) -> last);
  }

  /** Returns user or password in front of the hosts, decoded, or the option of that name. */
  Optional<String> credential(String name) {
    Optional<String> option = last(options, name);
    if (option.isPresent() || user == null) {
      return option;
    }
    int colon = user.indexOf(':');
    String part =
        switch (name) {
          case "user" -> user.substring(0, colon < 0 ? user.length() : colon);
          case "password" -> user.substring(colon < 0 ? user.length() : colon + 1);
          default -> "";
        };
    return Optional.of(decode(part)).filter(text -> !text.isEmpty());
  }

  /** Returns the database, decoded; empty if the URL names none. */
  Optional<String> database() {
    return last(options, "dbname")
        .or(() -> Optional.of(decode(path)).filter(name -> !name.isEmpty()));
  }

  private static String decode(String text) {
    return UrlOption.decode(text.replace("+", "%2B"), THE_URL + ": a user, password or database");
  }

  /** Returns the URL with other hosts and options. */
  String with(List<HostAddress> servers, Stream<String> some) {
    String query = some.collect(Collectors.joining("&"));
    return scheme
        + (user == null ? "" : user + "@")
        + HostAddress.list(servers)
        + "/"
        + path
        + (query.isEmpty() ? "" : "?" + query);
  }

  /** Returns the URL without secrets. */
  @Override
  public String toString() {
    PostgresUrlText shown =
        new PostgresUrlText(scheme, user == null ? null : Secrets.HIDDEN, hosts, path, options);
    return shown.with(hosts, options.stream().map(UrlOption::shown));
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    List<String> secrets = new ArrayList<>(UrlOption.secrets(options));
    credential("password").ifPresent(secrets::add);
    if (user != null && user.contains(":")) {
      secrets.add(user.substring(user.indexOf(':') + 1));
    }
    return Secrets.of(secrets);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }
}
