package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UnixSocket;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a URL, each as it was written.
 *
 * @param userInfo the text before the at-sign; {@code null} if there is none
 * @param path the text between the slash and the question mark
 */
record MongoUrlText(
    String scheme, @Nullable String userInfo, String hosts, String path, List<UrlOption> options) {
  private static final String PLAIN = "mongodb://";
  private static final String SRV = "mongodb+srv://";

  /** A host, or an IPv6 address in brackets, with a port or without. */
  private static final Pattern HOST =
      Pattern.compile("(?:\\[[^\\[\\]]+\\]|[^\\[\\]:]+)(?::\\d{1,5})?");

  private static final String SESSION_TOKEN = "AWS_SESSION_TOKEN";

  /** Properties of mechanisms whose values are not secret; MongoDB Authentication specification. */
  private static final Set<String> HARMLESS =
      Set.of(
          "SERVICE_NAME",
          "SERVICE_REALM",
          "SERVICE_HOST",
          "CANONICALIZE_HOST_NAME",
          "ENVIRONMENT",
          "TOKEN_RESOURCE",
          "ALLOWED_HOSTS");

  private static final Pattern BOOLEAN = Pattern.compile("(?i)true|false");

  static MongoUrlText of(String url) {
    String scheme = url.startsWith(SRV) ? SRV : PLAIN;
    if (!url.startsWith(scheme)) {
      throw new InvalidSettingException(
          "the MongoDB URL starts with neither mongodb:// nor mongodb+srv://; put one of them in"
              + " front of the host");
    }
    String rest = url.substring(scheme.length());
    int slash = rest.indexOf('/');
    int question = rest.indexOf('?');
    boolean hasPath = slash >= 0 && (question < 0 || slash < question);
    int end = hasPath ? slash : question >= 0 ? question : rest.length();
    String authority = rest.substring(0, end);
    int at = authority.lastIndexOf('@');
    String userInfo = at < 0 ? null : authority.substring(0, at);
    String path = hasPath ? rest.substring(slash + 1, question < 0 ? rest.length() : question) : "";
    if (userInfo == null && (path.contains("@") || (!hasPath && rest.contains("@")))) {
      throw unencodedUser();
    }
    checkUser(userInfo);
    String hosts = authority.substring(at + 1);
    checkHosts(hosts);
    hosts = Stream.of(hosts.split(",")).map(MongoUrlText::ascii).collect(Collectors.joining(","));
    String query = question < 0 ? "" : rest.substring(question + 1);
    return new MongoUrlText(scheme, userInfo, hosts, path, UrlOption.parse(query, "&;"));
  }

  private static String ascii(String host) {
    int port = Math.max(host.lastIndexOf(':'), 0);
    return port == 0
        ? HostName.toAscii("the MongoDB URL", host)
        : HostName.toAscii("the MongoDB URL", host.substring(0, port)) + host.substring(port);
  }

  private static void checkUser(@Nullable String userInfo) {
    if (userInfo == null) {
      return;
    }
    if (userInfo.isEmpty() || userInfo.startsWith(":")) {
      throw new InvalidSettingException(
          "the MongoDB URL has an '@' without a user name in front; give one, or remove the '@'");
    }
    if (userInfo.contains("@") || userInfo.indexOf(':') != userInfo.lastIndexOf(':')) {
      throw unencodedUser();
    }
    UrlOption.decode(userInfo, "the user name or password of the MongoDB URL");
  }

  private static void checkHosts(String hosts) {
    for (String host : hosts.split(",", -1)) {
      if (host.isBlank() || host.startsWith(":") || host.startsWith("[]")) {
        throw new InvalidSettingException(
            "the MongoDB URL has no host where one is expected; write"
                + " mongodb://host:port/database?options");
      }
      if (!HOST.matcher(host).matches()) {
        // Without the port: it may be a password whose at-sign was forgotten.
        throw new InvalidSettingException(
            "the MongoDB URL has a port that is not a number from 1 to 65535; write"
                + " mongodb://host:port/database?options, and encode a '/' in a user name or"
                + " password as %2F");
      }
      UnixSocket.refuseHost("MongoDB", host);
    }
  }

  private static InvalidSettingException unencodedUser() {
    return new InvalidSettingException(
        "the MongoDB URL has characters in its user name or password that must be"
            + " percent-encoded; write '@' as %40, ':' as %3A, '/' as %2F, '?' as %3F, '%' as %25");
  }

  boolean isSrv() {
    return scheme.equals(SRV);
  }

  /** Returns the URL with only these options, as the driver reads it. */
  String with(List<UrlOption> some) {
    return join(userInfo == null ? "" : userInfo + "@", some, UrlOption::text);
  }

  /** Returns the URL without secrets. */
  String shown() {
    return join(userInfo == null ? "" : Secrets.HIDDEN + "@", options, UrlOption::shown);
  }

  private String join(String user, List<UrlOption> some, Function<UrlOption, String> text) {
    String query = some.stream().map(text).collect(Collectors.joining("&"));
    return scheme + user + hosts + "/" + path + (query.isEmpty() ? "" : "?" + query);
  }

  @Override
  public String toString() {
    return shown();
  }

  /** Returns the passwords, both encoded and decoded. */
  Secrets secrets() {
    List<String> secrets = new ArrayList<>();
    if (userInfo != null && userInfo.contains(":")) {
      String password = userInfo.substring(userInfo.indexOf(':') + 1);
      secrets.add(password);
      secrets.add(UrlOption.decode(password.replace("+", "%2B"), "the password"));
    }
    secrets.addAll(UrlOption.secrets(options));
    options.stream()
        .filter(option -> option.name().equalsIgnoreCase("authMechanismProperties"))
        .forEach(option -> addOddProperties(option.value(), secrets));
    return Secrets.of(secrets);
  }

  /**
   * Adds mechanism properties that the driver does not understand, since it quotes them in its
   * messages and they may be secrets in the wrong place. Known harmless properties are not added:
   * they occur in other messages too.
   */
  private static void addOddProperties(String properties, List<String> secrets) {
    for (String property : properties.split(",", -1)) {
      String[] parts = property.split(":", -1);
      boolean known = parts.length == 2 && HARMLESS.contains(parts[0].toUpperCase(Locale.ROOT));
      if (!known) {
        Stream.of(parts)
            .filter(part -> !part.isEmpty() && !part.equalsIgnoreCase(SESSION_TOKEN))
            .filter(part -> !BOOLEAN.matcher(part).matches())
            .forEach(secrets::add);
      }
    }
  }
}
