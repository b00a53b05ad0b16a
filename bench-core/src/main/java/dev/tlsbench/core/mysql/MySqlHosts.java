package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.ConnectionUrlParser;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.exceptions.CJException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UnixSocket;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hosts of a URL. Each may have options of its own, {@code (host=h,sslMode=REQUIRED)}, which
 * override the URL's options and properties in Connector/J.
 *
 * <p>All hosts share one TLS setting. TLS options of single hosts are accepted if they agree for
 * all hosts, and refused otherwise; Connector/J receives none of them.
 */
final class MySqlHosts {
  private static final String DEFAULT_HOST = "localhost";
  static final int DEFAULT_PORT = 3306;

  /** Connector/J takes seconds to parse some 30,000 characters of unclosed lists. */
  private static final int LONGEST = 8192;

  private static final Pattern ODD_ADDRESS = Pattern.compile("[\\[\\]]|^$");
  private static final Pattern ODD_NAME = Pattern.compile("[()=,@\\s]");

  private final List<HostInfo> hosts;
  private final List<List<UrlOption>> own;
  private final String authority;
  private final List<UrlOption> query;

  private MySqlHosts(List<HostInfo> hosts, String authority, List<UrlOption> query) {
    this.hosts = List.copyOf(hosts);
    this.own = hosts.stream().map(MySqlHosts::optionsOf).toList();
    this.authority = authority;
    this.query = query;
    own.forEach(options -> options.forEach(MySqlHosts::checkOption));
    for (int i = 0; i < hosts.size(); i++) {
      port(i);
      if (ODD_NAME.matcher(writtenName(i)).find()
          || ODD_ADDRESS.matcher(unbracketed(name(i))).find()) {
        throw malformed();
      }
      UnixSocket.refuseHost("MySQL", name(i));
    }
  }

  /**
   * Reads the hosts with Connector/J's own parser; {@code query} holds the options of the whole
   * URL.
   */
  static MySqlHosts of(String scheme, String authority, List<UrlOption> query) {
    if (authority.length() > LONGEST) {
      throw new InvalidSettingException(
          "the MySQL URL has hosts of more than " + LONGEST + " characters; name fewer of them");
    }
    List<HostInfo> hosts;
    try {
      hosts = ConnectionUrlParser.parseConnectionString(scheme + "//" + authority).getHosts();
    } catch (CJException | IllegalArgumentException e) {
      // Without Connector/J's message, which may quote a password.
      throw malformed();
    }
    if (hosts.isEmpty()) {
      throw malformed();
    }
    return new MySqlHosts(hosts, authority, query);
  }

  static InvalidSettingException malformed() {
    return new InvalidSettingException(
        "the MySQL URL has a host or port that cannot be read; write"
            + " mysql://user:password@host:port/database?options, and percent-encode '/', '?', '#'"
            + " and '@' in user name and password");
  }

  private static List<UrlOption> optionsOf(HostInfo host) {
    List<UrlOption> options = new ArrayList<>();
    new TreeMap<>(host.getHostProperties())
        .forEach(
            (name, value) ->
                options.add(
                    value == null
                        ? new UrlOption(name, "", UrlOption.encode(name))
                        : new UrlOption(
                            name, value, UrlOption.encode(name) + "=" + UrlOption.encode(value))));
    return List.copyOf(options);
  }

  private static void checkOption(UrlOption option) {
    if (!option.hasValue() && !MySqlOptions.isKnown(option.name())) {
      // Unquoted, since it may be the rest of a password with a comma in it.
      throw new InvalidSettingException(
          "the MySQL URL: an option in the parentheses of a host is not of the form name=value;"
              + " check the options, and write a ',' in a user name or password as %2C, a ')' as"
              + " %29");
    }
    if (sharedWord(option) == null) {
      MySqlOptions.checkValue(option);
    }
  }

  /** Returns the options of single hosts that apply to the whole URL, which lacks them. */
  List<UrlOption> shared() {
    List<UrlOption> shared =
        options().stream().filter(option -> sharedWord(option) != null).distinct().toList();
    shared.forEach(this::requireAgreement);
    return shared.stream().filter(option -> valuesOf(option, List.of()).isEmpty()).toList();
  }

  private void requireAgreement(UrlOption option) {
    Set<Set<String>> values =
        own.stream().map(host -> valuesOf(option, host)).collect(Collectors.toSet());
    if (values.size() > 1 || values.iterator().next().size() > 1) {
      throw new InvalidSettingException(
          option.name()
              + ": an option of one host, with another value or none elsewhere; all hosts share one"
              + " TLS setting and one time-out, so put it behind the question mark only");
    }
  }

  /** Returns the values of an option under all of its names, for one host and for all. */
  private Set<String> valuesOf(UrlOption option, List<UrlOption> ofHost) {
    return Stream.concat(ofHost.stream(), query.stream())
        .filter(other -> Objects.equals(sharedWord(option), sharedWord(other)))
        .map(UrlOption::value)
        .collect(Collectors.toSet());
  }

  /** Returns the meaning of an option that must be the same for all hosts. */
  private static @Nullable Object sharedWord(UrlOption option) {
    Optional<MySqlTlsWord> tls = MySqlTlsWord.of(option.name());
    return tls.isPresent() ? tls.get() : MySqlClientWord.of(option.name()).orElse(null);
  }

  /** Returns the hosts for Connector/J, without the options that all of them share. */
  String forDriver() {
    boolean asWritten =
        options().stream()
            .allMatch(
                option ->
                    sharedWord(option) == null
                        && DriverOption.spelling(option.name()).equals(option.name()));
    return asWritten
        ? authority
        : IntStream.range(0, hosts.size())
            .mapToObj(this::rewritten)
            .collect(Collectors.joining(","));
  }

  private String rewritten(int i) {
    HostInfo host = hosts.get(i);
    StringBuilder text = new StringBuilder();
    if (host.getUser() != null) {
      text.append(UrlOption.encode(host.getUser()));
      if (host.getPassword() != null) {
        text.append(':').append(UrlOption.encode(host.getPassword()));
      }
      text.append('@');
    }
    text.append("address=");
    if (host.getHost() != null) {
      append(text, UrlOption.of(PropertyKey.HOST.getKeyName(), host.getHost()));
    }
    if (host.getPort() != HostInfo.NO_PORT) {
      append(text, UrlOption.of(PropertyKey.PORT.getKeyName(), Integer.toString(host.getPort())));
    }
    own.get(i).stream()
        .filter(option -> sharedWord(option) == null)
        .map(DriverOption::respelled)
        .forEach(option -> append(text, option));
    return text.toString();
  }

  private static void append(StringBuilder text, UrlOption option) {
    text.append('(').append(option.text()).append(')');
  }

  /** Returns whether a host is written with options of its own, in parentheses. */
  boolean haveOptions() {
    return authority.contains("(");
  }

  /** Returns the options of single hosts. */
  List<UrlOption> options() {
    return own.stream().flatMap(List::stream).toList();
  }

  List<HostAddress> list() {
    return IntStream.range(0, hosts.size())
        .mapToObj(i -> new HostAddress(unbracketed(name(i)), port(i)))
        .toList();
  }

  private static String unbracketed(String name) {
    return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
  }

  /** Returns the database that the first host or an option of the URL names. */
  Optional<String> database() {
    return value(PropertyKey.DBNAME, 0);
  }

  private String name(int i) {
    return HostName.toAscii("the MySQL URL", writtenName(i));
  }

  private String writtenName(int i) {
    String host = hosts.get(i).getHost();
    return host != null
        ? host
        : value(PropertyKey.HOST, i).filter(name -> !name.isEmpty()).orElse(DEFAULT_HOST);
  }

  private int port(int i) {
    int port = hosts.get(i).getPort();
    try {
      if (port == HostInfo.NO_PORT) {
        port = Integer.parseInt(value(PropertyKey.PORT, i).filter(p -> !p.isEmpty()).orElse("-1"));
      }
    } catch (NumberFormatException e) {
      throw malformed();
    }
    if (port == HostInfo.NO_PORT) {
      return DEFAULT_PORT;
    }
    if (port < 1 || port > 65535) {
      throw malformed();
    }
    return port;
  }

  /** Returns the option of a host or, if it has none with this name, the option of the URL. */
  private Optional<String> value(PropertyKey key, int i) {
    Optional<String> ofHost = last(key, own.get(i));
    return ofHost.isPresent() ? ofHost : last(key, query);
  }

  private static Optional<String> last(PropertyKey key, List<UrlOption> options) {
    return options.stream()
        .filter(option -> DriverOption.of(option.name()).filter(key::equals).isPresent())
        .map(UrlOption::value)
        .reduce((first, last) -> last);
  }

  /** Returns whether any host has a user in front of it. */
  boolean haveUser() {
    return hosts.stream().anyMatch(host -> host.getUser() != null);
  }

  /** Returns whether any host has a password in front of it. */
  boolean havePassword() {
    return hosts.stream().anyMatch(host -> host.getPassword() != null);
  }

  /** Returns a warning if a host has ignored options; otherwise none. */
  List<String> warnings() {
    boolean unknown =
        options().stream()
            .anyMatch(option -> sharedWord(option) == null && !DriverOption.isRead(option.name()));
    // Unquoted, since it may be the rest of a password with a comma in it.
    return unknown
        ? List.of(
            "the MySQL URL: an option of a single host is ignored, as Connector/J reads no such"
                + " option; check the options in parentheses")
        : List.of();
  }

  /** Returns whether the text as written may hold user names or passwords. */
  boolean mayHoldUser() {
    return authority.contains("@") || authority.contains("(");
  }

  /** Returns the passwords, decoded. */
  List<String> passwords() {
    List<String> passwords = new ArrayList<>();
    for (HostInfo host : hosts) {
      if (host.getPassword() != null) {
        passwords.add(host.getPassword());
      }
    }
    options().stream()
        .filter(option -> Secrets.isNameOfSecret(option.name()) && option.hasValue())
        .forEach(option -> passwords.add(option.value()));
    return passwords;
  }
}
