package dev.tlsbench.core.url;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the places in a text where a secret belongs. */
final class SecretPlaces {
  /**
   * Maximum length of a secret that may end in several places; a longer one is hidden up to here.
   */
  private static final int LONGEST_SECRET = 4096;

  /** Maximum number of options whose value may contain '&amp;'. */
  private static final int MOST_WITH_REST = 16;

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

  private static final Pattern END_OF_VALUE = Pattern.compile("[&;,)\"'\\s]|\\z");

  /** A line of a properties file, typed in place of {@code name=value}. */
  private static final Pattern LINE_OF_FILE =
      Pattern.compile("(?:\\A|=)\\s*([A-Za-z0-9_.-]++)\\s*:\\s*(.+)", Pattern.DOTALL);

  /**
   * A possible user and password before the host, read once for the same reason. Quotes are
   * excluded, since the text may be JSON.
   */
  private static final Pattern BEFORE_AT = Pattern.compile("(?<![^@/\"'\\s])[^@/\"'\\s]++(?=@)");

  /** The user before a password; each host of a JDBC URL may have one. */
  private static final Pattern USER = Pattern.compile("(?:\\A|,)[^:,?]*+:(?=.)", Pattern.DOTALL);

  private static final Pattern LATER_USER = Pattern.compile(",[^:,?]*+:(?=.)", Pattern.DOTALL);

  /** User and password with an encoded colon between them, which makes both one name. */
  private static final Pattern ENCODED_COLON = Pattern.compile("://[^/:@\\s]*?%3[Aa]([^/:@\\s]+)@");

  /** User and password in a URL whose password should have been encoded. */
  private static final Pattern ODD_USER_INFO =
      Pattern.compile("(?:^|://)[^/:@\\[\\s]*:(?!//)(.+)@", Pattern.DOTALL);

  /** A port that is not a number, and so a password whose at-sign was forgotten. */
  private static final Pattern ODD_PORT =
      Pattern.compile("://[^/:@\\[\\s]*:(?!\\d+(?:[/?,]|$))([^/@?,\\s]+)");

  /** A secret in MongoDB's {@code authMechanismProperties}, beside harmless ones. */
  private static final Pattern SESSION_TOKEN = Pattern.compile("(?i)_TOKEN(?::|%3A)([^&,\"'\\s]+)");

  private SecretPlaces() {}

  static boolean isName(String option) {
    return NAME.matcher(option).find();
  }

  /** Finds the secret in a line of a properties file. */
  static void findInLine(String text, Consumer<String> to) {
    Matcher line = LINE_OF_FILE.matcher(text);
    if (line.find() && isName(line.group(1))) {
      to.accept(line.group(2));
    }
  }

  /** Finds secrets anywhere; if one may end in several places, reports each of them. */
  static void find(String text, Consumer<String> to) {
    for (Pattern pattern : List.of(ODD_USER_INFO, ODD_PORT, ENCODED_COLON, SESSION_TOKEN)) {
      Matcher matcher = pattern.matcher(text);
      while (matcher.find()) {
        to.accept(matcher.group(1));
      }
    }
    userInfos(text, (start, end) -> to.accept(text.substring(start, end)));
    AtomicInteger options = new AtomicInteger();
    options(
        text,
        (start, end) -> {
          to.accept(text.substring(start, end));
          // These overlap, so reading all of them would take quadratic time.
          if (options.getAndIncrement() < MOST_WITH_REST) {
            to.accept(shortEnough(text.substring(start)));
            to.accept(shortEnough(text.substring(start).split("&", 2)[0]));
          }
        });
  }

  private static String shortEnough(String secret) {
    return secret.substring(0, Math.min(secret.length(), LONGEST_SECRET));
  }

  /** Receives the position of a secret in a text. */
  interface Place {
    void found(int start, int end);
  }

  /** Finds passwords between a colon and an at-sign. */
  static void userInfos(String text, Place place) {
    Matcher before = BEFORE_AT.matcher(text);
    while (before.find()) {
      int start = before.start();
      boolean ofUrl = start == 0 || text.startsWith("://", start - 3);
      Matcher user = (ofUrl ? USER : LATER_USER).matcher(text).region(start, before.end());
      if (user.find()) {
        place.found(user.end(), before.end());
      }
    }
  }

  /** Finds the values of secret options. */
  static void options(String text, Place place) {
    Matcher option = OPTION.matcher(text);
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
