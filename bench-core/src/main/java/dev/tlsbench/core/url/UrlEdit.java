package dev.tlsbench.core.url;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Changes parts of a URL's text, and leaves the rest as it was written. The URL must be one that
 * its database's parser accepts.
 */
public final class UrlEdit {
  private UrlEdit() {}

  /**
   * Removes options; drivers treat the first question mark as their beginning.
   *
   * @param separators the characters between options, as a character class
   * @return the URL without them and without a fragment
   */
  public static String without(String url, Predicate<String> unwanted, String separators) {
    int question = url.indexOf('?');
    if (question < 0) {
      return url;
    }
    String query = url.substring(question + 1).replaceFirst("#.*", "");
    String left =
        Arrays.stream(query.split(separators))
            .filter(option -> !option.isBlank())
            .filter(option -> !unwanted.test(option.strip().split("=", 2)[0]))
            .collect(Collectors.joining("&"));
    return url.substring(0, question) + (left.isEmpty() ? "" : "?" + left);
  }

  /**
   * Adds an option. In some dialects a question mark must follow a slash, in the others it may.
   *
   * @param url a URL without a fragment
   */
  public static String with(String url, String option) {
    if (url.indexOf('?') >= 0) {
      return url + "&" + option;
    }
    int authority = url.indexOf("//") + 2;
    return url + (url.indexOf('/', authority) < 0 ? "/?" : "?") + option;
  }

  /** Replaces the hosts. */
  public static String through(String url, String host) {
    int start = url.indexOf("//") + 2;
    int end = start;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    int at = url.lastIndexOf('@', end);
    return url.substring(0, Math.max(start, at + 1)) + host + url.substring(end);
  }
}
