package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One option of a URL, {@code name=value} or a {@code name} alone.
 *
 * @param value the value without percent-encoding; a plus sign stands for a space, as in the
 *     drivers of all databases
 */
public record UrlOption(String name, String value, String text, boolean isSecret) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]*");

  /**
   * Parses the part of a URL after the question mark.
   *
   * @param flags accepts the names of options that may stand without a value, which is empty then
   */
  public static List<UrlOption> parse(String query, String separators, Predicate<String> flags) {
    List<UrlOption> options = new ArrayList<>();
    for (String text : query.split("[" + separators + "]", -1)) {
      if (!text.isBlank()) {
        options.add(parse(text, flags));
      }
    }
    return List.copyOf(options);
  }

  private static UrlOption parse(String text, Predicate<String> flags) {
    int equals = text.indexOf('=');
    String name = equals < 0 ? text : text.substring(0, equals);
    if (!NAME.matcher(name).matches() || (equals < 0 && !flags.test(name))) {
      // This may be the end of a password with a question mark in it.
      throw new InvalidSettingException(
          "the URL: an option after the question mark is not of the form name=value; check the"
              + " options, and write a '?' in a user name or password as %3F, an '&' as %26");
    }
    String value =
        equals < 0 ? "" : decode(text.substring(equals + 1), "the URL: the value of " + name);
    return new UrlOption(name, value, text, Secrets.isNameOfSecret(name));
  }

  /** {@return an option that no URL spells out, with its value percent-encoded in the text} */
  public static UrlOption of(String name, String value) {
    return new UrlOption(name, value, name + "=" + encode(value), Secrets.isNameOfSecret(name));
  }

  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("*", "%2A");
  }

  /** Decodes percent-encoding, and plus signs as spaces. */
  public static String decode(String text, String what) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      // Without the cause, which may quote a password.
      throw new InvalidSettingException(
          what
              + " has a '%' that is not followed by two hexadecimal digits; write a percent sign"
              + " as %25");
    }
  }

  /** Returns false for a name alone. */
  public boolean hasValue() {
    return text.indexOf('=') >= 0;
  }

  /** {@return the values that must not be shown, each decoded and as written} */
  public static List<String> secrets(List<UrlOption> options) {
    return options.stream()
        .filter(option -> option.isSecret() && option.hasValue())
        .flatMap(option -> Stream.of(option.value, option.text.split("=", 2)[1]))
        .toList();
  }

  /** Returns the option as it was written, or with its value hidden. */
  @Override
  public String toString() {
    return isSecret && hasValue() ? name + "=" + Secrets.HIDDEN : text;
  }
}
