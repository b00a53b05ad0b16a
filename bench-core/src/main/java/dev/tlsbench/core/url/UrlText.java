package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.HostName;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A URL of any database, taken apart once: {@code scheme://user:password@hosts/path?options}, each
 * part as it is written. Immutable.
 *
 * @param scheme with both slashes
 * @param user {@code null} for none
 * @param password secret; {@code null} for none
 * @param path without the slash
 * @param secrets the passwords, both encoded and decoded
 */
public record UrlText(
    Form form,
    String scheme,
    @Nullable String user,
    @Nullable String password,
    String hosts,
    String path,
    List<UrlOption> options,
    Secrets secrets) {
  private static final String NOT_SHOWN =
      " (not shown, as it may be part of a password; write '&' in one as %26, '?' as %3F)";

  private static final Pattern STRAY_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern SOCKET = Pattern.compile("(?i)\\.sock(?::\\d*)?$");

  private static final Pattern PARTS =
      Pattern.compile(
          "(?<authority>[^/?]*)(?:/(?<path>[^?]*))?(?:\\?(?<query>.*))?", Pattern.DOTALL);

  /** Puts parts together; refuses a user or password that cannot be decoded. */
  public UrlText(
      Form form,
      String scheme,
      @Nullable String user,
      @Nullable String password,
      String hosts,
      String path,
      List<UrlOption> options) {
    this(
        form,
        scheme,
        user,
        password,
        hosts,
        path,
        List.copyOf(options),
        in(form, password, options));
    decodedUser();
  }

  private static Secrets in(Form form, @Nullable String password, List<UrlOption> options) {
    Stream<String> own =
        Stream.ofNullable(password).flatMap(text -> Stream.of(text, decoded(form, text)));
    return Secrets.of(Stream.concat(own, UrlOption.secrets(options).stream()).toList());
  }

  /**
   * How the URLs of a database are written.
   *
   * @param separators the characters between options, as a character class
   * @param flags the options that may stand without a value
   * @param userInFront true if one user stands before all hosts; otherwise an at-sign belongs to a
   *     host
   * @param plusIsBlank true if a plus sign in an option stands for a blank
   * @param fragments true if a number sign ends the URL
   */
  public record Form(
      String product,
      Pattern scheme,
      String example,
      int port,
      String separators,
      Predicate<String> flags,
      boolean userInFront,
      boolean plusIsBlank,
      boolean fragments) {
    /** Returns an error about the URL, which is not quoted: it may hold a password. */
    public InvalidSettingException refusal(String reason) {
      return new InvalidSettingException("the " + product + " URL " + reason);
    }

    private InvalidSettingException unencoded() {
      return refusal(
          "has characters in its user name or password that must be percent-encoded, or no user"
              + " name; write '@' as %40, ':' as %3A, '/' as %2F, '?' as %3F, '#' as %23, '%' as"
              + " %25");
    }

    public InvalidSettingException malformed() {
      return refusal(
          "has a host or port that cannot be read; write "
              + example
              + ", and percent-encode '/', '?', '#' and '@' in user name and password");
    }
  }

  public static UrlText parse(String url, Form form) {
    Matcher scheme = form.scheme.matcher(url);
    if (!scheme.lookingAt()) {
      throw form.refusal("cannot be recognized by its beginning; write " + form.example);
    }
    String rest = url.substring(scheme.end());
    int hash = form.fragments ? rest.indexOf('#') : -1;
    Matcher parts = PARTS.matcher(hash < 0 ? rest : rest.substring(0, hash));
    if (!parts.matches()) {
      throw form.malformed();
    }
    String authority = parts.group("authority");
    String path = Optional.ofNullable(parts.group("path")).orElse("");
    String query = Optional.ofNullable(parts.group("query")).orElse("");
    int at = form.userInFront ? authority.lastIndexOf('@') : -1;
    boolean lost =
        path.contains("@")
            || (hash >= 0 && rest.indexOf('@', hash) >= 0)
            || (form.userInFront && parts.group("path") == null && query.contains("@"));
    if (!authority.contains("@") && lost) {
      throw form.unencoded();
    }
    String userInfo = at < 0 ? null : authority.substring(0, at);
    String[] both = userInfo == null ? new String[0] : userInfo.split(":", 2);
    if (userInfo != null && (both[0].isEmpty() || userInfo.contains("@"))) {
      throw form.unencoded();
    }
    return new UrlText(
        form,
        scheme.group(),
        both.length > 0 ? both[0] : null,
        both.length > 1 ? both[1] : null,
        authority.substring(at + 1),
        path,
        UrlOption.parse(
            form.plusIsBlank ? query : query.replace("+", "%2B"), form.separators, form.flags));
  }

  public UrlText with(List<UrlOption> some) {
    return new UrlText(form, scheme, user, password, hosts, path, some);
  }

  /** {@return the URL with one more option, percent-encoded by this method} */
  public UrlText with(String name, String value) {
    return with(Stream.concat(options.stream(), Stream.of(UrlOption.of(name, value))).toList());
  }

  public UrlText without(Predicate<String> names) {
    return with(options.stream().filter(option -> !names.test(option.name())).toList());
  }

  public UrlText at(String others) {
    return new UrlText(form, scheme, user, password, others, path, options);
  }

  /** {@return the URL with another user and password, encoded by this method} */
  public UrlText as(@Nullable String name, @Nullable String secret) {
    return new UrlText(form, scheme, encoded(name), encoded(secret), hosts, path, options);
  }

  /** {@return the URL with another path, encoded by this method} */
  public UrlText to(String database) {
    return new UrlText(form, scheme, user, password, hosts, UrlOption.encode(database), options);
  }

  private static @Nullable String encoded(@Nullable String text) {
    return text == null ? null : UrlOption.encode(text);
  }

  public Optional<String> decodedUser() {
    return Optional.ofNullable(user).map(text -> decoded(form, text));
  }

  public Optional<String> decodedPassword() {
    return Optional.ofNullable(password).map(text -> decoded(form, text));
  }

  /** {@return the path, not encoded; empty if there is none} */
  public Optional<String> decodedPath() {
    return Optional.of(decoded(form, path)).filter(text -> !text.isEmpty());
  }

  private static String decoded(Form form, String text) {
    return UrlOption.decode(
        text.replace("+", "%2B"),
        "the " + form.product + " URL: a user name, password or database");
  }

  public Optional<String> option(String name) {
    return options.stream()
        .filter(option -> option.name().equalsIgnoreCase(name))
        .map(UrlOption::value)
        .reduce((first, last) -> last);
  }

  /** Parses an option as a whole number from 1 on; an exception does not show the value. */
  public Optional<Integer> number(String name, int most) {
    return option(name)
        .map(
            value -> {
              int number = value.matches("\\d{1,9}") ? Integer.parseInt(value) : 0;
              if (number >= 1 && number <= most) {
                return number;
              }
              throw new InvalidSettingException(
                  name + ": not a whole number from 1 to " + most + "; correct it");
            });
  }

  public List<HostAddress> addresses() {
    return Stream.of(hosts.split(",", -1)).map(host -> address(host, form.port)).toList();
  }

  public HostAddress address(String host, int port) {
    if (STRAY_PERCENT.matcher(host).find()) {
      throw form.malformed();
    }
    String decoded = UrlOption.decode(host.replace("+", "%2B"), form.product);
    refuseUnixSocket(decoded);
    HostAddress address = HostAddress.inUrl(decoded, port).orElseThrow(form::malformed);
    return new HostAddress(
        HostName.toAscii("the " + form.product + " URL", address.host()), address.port());
  }

  /**
   * Refuses the path of a file in the place of a host, or a name that ends in {@code .sock}. It is
   * not quoted: it may be user and password whose at-sign was forgotten.
   */
  public void refuseUnixSocket(String host) {
    if (host.contains("/") || SOCKET.matcher(host).find()) {
      throw form.refusal(
          "has the path of a file or Unix socket as a host; connections are made over TCP, so name"
              + " a host and a port");
    }
  }

  /** The options up to the last at-sign and behind the first secret may be parts of a password. */
  private boolean isDoubtful(UrlOption option) {
    int index = options.indexOf(option);
    return index < 0
        || options.subList(0, index).stream().anyMatch(UrlOption::isSecret)
        || options.stream().skip(index).anyMatch(later -> later.text().contains("@"));
  }

  /** {@return the name of an unknown option, for messages, or a substitute} */
  public String nameOf(UrlOption unknown) {
    return isDoubtful(unknown) ? "an option" + NOT_SHOWN : secrets.hide(unknown.name());
  }

  /** {@return the value of an option in quotes, for messages, or a substitute} */
  public String valueOf(UrlOption option) {
    return quoted(option, option.value());
  }

  public String quoted(UrlOption option, String part) {
    return option.isSecret() || isDoubtful(option)
        ? "the value" + NOT_SHOWN
        : "'" + secrets.hide(part) + "'";
  }

  /** Returns an error without its cause, and without what may be part of a password. */
  public InvalidSettingException refusal(UrlOption option, String message) {
    return new InvalidSettingException(
        option.isSecret() || isDoubtful(option)
            ? option.name() + ": " + valueOf(option) + " cannot be used; correct it"
            : secrets.hideIn(message));
  }

  /** {@return the whole URL; may hold a password, so it must not be printed} */
  public String text() {
    return join(
        user == null ? "" : user + (password == null ? "" : ":" + password) + "@", UrlOption::text);
  }

  /** {@return the URL with user name and passwords hidden} */
  @Override
  public String toString() {
    return join(user == null ? "" : Secrets.HIDDEN + "@", UrlOption::toString);
  }

  private String join(String userInfo, Function<UrlOption, String> shown) {
    String query = options.stream().map(shown).collect(Collectors.joining("&"));
    return scheme + userInfo + hosts + "/" + path + (query.isEmpty() ? "" : "?" + query);
  }
}
