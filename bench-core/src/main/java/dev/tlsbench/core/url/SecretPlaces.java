package dev.tlsbench.core.url;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the places in a text where a secret belongs. */
final class SecretPlaces {
  /**
   * Matches names of secrets by their ends: {@code password1} to {@code password3} are
   * Connector/J's, while its {@code disconnectOnExpiredPasswords} is not secret, and "true" need
   * not be hidden anywhere.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?i)secret|token|(?:passw(?:or)?d|passphrase|pwd)\\d?\\z"
              + "|(?:authMechanismProperties|proxyUsername)\\z");

  /**
   * The name of any option. Each run of such characters is read once, and only then matched with
   * {@link #NAME}: servers choose the text, so this must not take quadratic time.
   */
  private static final Pattern OPTION = Pattern.compile("(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]++)=");

  /** The same, or a name before a colon, as in a line of a properties file. */
  private static final Pattern GIVEN =
      Pattern.compile("(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]++)\\s*+[=:]\\s*+");

  private static final Pattern END_OF_VALUE = Pattern.compile("[&;,)\"'\\s]|\\z");

  /**
   * A user and password before a host; each host of a JDBC URL may have one. Quotes are excluded,
   * since the text may be JSON.
   */
  private static final Pattern USER_INFO =
      Pattern.compile("(?:\\A|://|,)[^/:@,\"'\\s]*+:([^/@\"'\\s]++)@");

  /**
   * Passwords in URLs that are not encoded, or encode the colon, or lack the at-sign; and a secret
   * in MongoDB's {@code authMechanismProperties}, beside harmless ones.
   */
  private static final List<Pattern> ODD =
      List.of(
          Pattern.compile("(?:\\A|://)[^/:@\\[\\s]*?(?::|%3[Aa])(?!//)(.+)@", Pattern.DOTALL),
          Pattern.compile("://[^/:@\\[\\s]*:(?!\\d+(?:[/?,]|$))([^/@?,\\s]+)"),
          Pattern.compile("(?i)_TOKEN(?::|%3A)([^&,\"'\\s]+)"));

  private SecretPlaces() {}

  static boolean isName(String option) {
    return NAME.matcher(option).find();
  }

  /** Finds secrets in a URL, a property or an argument, which may be mistyped. */
  static void find(String text, Consumer<String> to) {
    for (Pattern pattern : ODD) {
      pattern.matcher(text).results().forEach(found -> to.accept(found.group(1)));
    }
    userInfos(text, (start, end) -> to.accept(text.substring(start, end)));
    List<String> rest = new ArrayList<>();
    options(
        GIVEN,
        text,
        (start, end) -> {
          to.accept(text.substring(start, end));
          if (rest.isEmpty()) { // a password may contain what ends others
            rest.add(text.substring(start));
          }
        });
    rest.forEach(to);
  }

  /** Receives the position of a secret in a text. */
  interface Place {
    void found(int start, int end);
  }

  /** Finds what stands in the place of a secret in a message, which a server may have chosen. */
  static void inMessage(String text, Place place) {
    userInfos(text, place);
    options(OPTION, text, place);
  }

  private static void userInfos(String text, Place place) {
    USER_INFO.matcher(text).results().forEach(found -> place.found(found.start(1), found.end(1)));
  }

  private static void options(Pattern name, String text, Place place) {
    Matcher option = name.matcher(text);
    Matcher value = END_OF_VALUE.matcher(text);
    int next = 0;
    while (option.find(next)) {
      next = option.end();
      if (isName(option.group(1)) && value.find(next) && value.start() > next) {
        place.found(next, value.start());
        next = value.start();
      }
    }
  }
}
