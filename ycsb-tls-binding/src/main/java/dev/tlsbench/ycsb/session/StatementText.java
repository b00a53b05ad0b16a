package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.Secrets;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of a statement of the user's: SQL, CQL, or a command of MongoDB in JSON. Its literals
 * may be secrets, and databases differ in what ends one. What may be part of one counts as one:
 * text in double quotes that is not the key of a JSON object, and all after a backslash in a
 * string.
 */
public final class StatementText {
  private static final Pattern TOKEN =
      Pattern.compile(
          "(?s)(?<comment>--[^\\n]*|#[^\\n]*|/\\*.*?(?:\\*/|$))"
              + "|(?<key>\"[^\"\\\\]*\"(?=\\s*:(?!:)))"
              + "|(?<literal>'(?:[^'\\\\]++|'')*+(?:'|\\\\.*|$)"
              + "|\"(?:[^\"\\\\]++|\"\")*+(?:\"|\\\\.*|$)"
              + "|\\$(?<tag>\\w*)\\$.*?(?:\\$\\k<tag>\\$|$)"
              + "|(?<=[:,\\[(]\\s{0,9})/[^/*][^/]*/"
              + "|(?<![\\w$])\\d[\\w.]*)");

  /** Servers cut long literals in messages; a shorter beginning of one tells little. */
  private static final int LEAST_PART = 5;

  private static final int MOST_PART = 100;

  private StatementText() {}

  /** {@return the text without comments, and with {@code ?} in the place of each literal} */
  public static String shown(String text) {
    return TOKEN
        .matcher(text)
        .replaceAll(
            token ->
                token.group(1) != null
                    ? ""
                    : token.group(2) != null ? Matcher.quoteReplacement(token.group()) : "?")
        .strip();
  }

  /** Requires a single statement that begins with a word for reading; else throws. */
  public static void requireReading(String text, Set<String> words) {
    String shown = shown(text);
    if (shown.contains(";")) {
      throw new InvalidSettingException(
          "there is a ';' in it; end each statement with a ';' at the end of its line");
    }
    String word = shown.replaceFirst("^[\\s(]+", "").split("\\W", 2)[0].toUpperCase(Locale.ROOT);
    requireWord(word, words);
  }

  /** Requires one of the words with which what reads begins; else throws. */
  public static void requireWord(String word, Set<String> words) {
    if (!words.contains(word)) {
      throw new InvalidSettingException(
          "%s may write; add --writes (statement.writes=true) if it is to, else begin with %s"
              .formatted(word, String.join(", ", new TreeSet<>(words))));
    }
  }

  /** Requires a value for each parameter; else throws. */
  public static void requireCount(int parameters, int values) {
    if (parameters != values) {
      throw new InvalidSettingException(
          ("parameters in it: %d, with values: %d; give --parameters (statement.parameters) a"
                  + " range, a pattern or a column of a CSV file for each")
              .formatted(parameters, values));
    }
  }

  /**
   * {@return a message about a statement in one line, with {@code ?} in the place of literals}
   *
   * @param values of its parameters, which are replaced, too
   */
  public static String hide(String message, String text, Collection<?> values) {
    Stream<String> literals =
        TOKEN
            .matcher(text)
            .results()
            .filter(token -> token.group(3) != null)
            .map(token -> token.group().replaceAll("^['\"]|['\"]$", ""))
            .flatMap(
                all ->
                    Stream.concat(Stream.of(all), Stream.of(all.split("\\W+|\\b\\w{1,2}\\b", -1))));
    String hidden = message;
    for (String secret :
        Stream.concat(literals, values.stream().map(Object::toString))
            // "Line 1" is more useful than a number of two digits is secret.
            .filter(each -> !each.matches("\\s*|\\d{1,2}"))
            .collect(Collectors.toSet())) {
      hidden = hidden.replaceAll("(?<!\\w)" + Pattern.quote(secret) + "(?!\\w)", "?");
      for (int end = Math.min(secret.length(), MOST_PART); end >= LEAST_PART; end--) {
        hidden = hidden.replace(secret.substring(0, end), "?");
      }
    }
    return Secrets.NONE.hide(hidden);
  }
}
