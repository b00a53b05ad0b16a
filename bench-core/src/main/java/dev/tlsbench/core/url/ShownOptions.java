package dev.tlsbench.core.url;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Makes names and values of a URL's options fit to be shown in a warning.
 *
 * <p>An option may be the rest of a password that contains an unencoded {@code '?'} or {@code '&'}.
 * This is assumed if an {@code '@'} follows, or if the option has an unknown name and follows a
 * secret option.
 */
public final class ShownOptions {
  private static final String NOT_SHOWN =
      "(not shown, as it may be part of a password; write '&' in one as %26, '?' as %3F)";

  private final Secrets secrets;
  private final Predicate<String> known;
  private final Set<UrlOption> doubtful = new HashSet<>();

  /**
   * Finds options that may be the rest of a password.
   *
   * @param options the options of a URL, in their order
   */
  public ShownOptions(List<UrlOption> options, Secrets secrets, Predicate<String> known) {
    this.secrets = secrets;
    this.known = known;
    boolean cut = false;
    for (int at = 0; at < options.size(); at++) {
      UrlOption option = options.get(at);
      if (option.text().contains("@")) {
        doubtful.addAll(options.subList(0, at + 1));
      }
      if (cut) {
        doubtful.add(option);
      }
      cut = option.isSecret() || (cut && !known.test(option.name()));
    }
  }

  /** {@return the name of an unknown option, or a substitute} */
  public String name(UrlOption option) {
    return doubtful.contains(option) ? "an option " + NOT_SHOWN : secrets.hide(option.name());
  }

  /** {@return the value in quotes, or a substitute} */
  public String value(UrlOption option) {
    return quoted(option, option.value());
  }

  /** Returns part of a value, as {@link #value} does. */
  public String quoted(UrlOption option, String part) {
    return doubtful.contains(option) || option.isSecret()
        ? "the value " + NOT_SHOWN
        : "'" + secrets.hide(part) + "'";
  }

  /**
   * Returns a message about the value of an option, unless the message may hold part of a password.
   *
   * @return the message without secrets, or a substitute
   */
  public String message(UrlOption option, String message) {
    return doubtful.contains(option) || option.isSecret()
        ? option.name() + ": " + value(option) + " cannot be used; correct it"
        : secrets.hide(message);
  }

  /** Hides options of unknown names that may be part of a password in a message. */
  public String hide(String message) {
    List<String> parts = new ArrayList<>();
    for (UrlOption option : doubtful) {
      if (!known.test(option.name())) {
        parts.add(option.name());
        parts.add(option.value());
      }
    }
    return Secrets.of(parts).hide(message);
  }
}
