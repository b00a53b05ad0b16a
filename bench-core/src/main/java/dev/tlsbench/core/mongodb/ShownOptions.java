package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.UrlOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Names and values of a URL's options as a warning may show them.
 *
 * <p>An option may be the rest of a password that has an unencoded {@code '?'} or {@code '&'} in
 * it. That is so if an {@code '@'} follows, or if it stands behind an option with a secret and has
 * a name that is not known.
 */
final class ShownOptions {
  private static final String NOT_SHOWN =
      "(not shown, as it may be part of a password; write '&' in one as %26, '?' as %3F)";

  private final Secrets secrets;
  private final Set<UrlOption> doubtful = new HashSet<>();

  ShownOptions(List<UrlOption> options, Secrets secrets) {
    this.secrets = secrets;
    boolean cut = false;
    for (int at = 0; at < options.size(); at++) {
      UrlOption option = options.get(at);
      if (option.text().contains("@")) {
        doubtful.addAll(options.subList(0, at + 1));
      }
      if (cut) {
        doubtful.add(option);
      }
      cut = option.isSecret() || (cut && !isKnown(option));
    }
  }

  private static boolean isKnown(UrlOption option) {
    return MongoOption.of(option.name()).isPresent() || MongoTlsOptions.isKnown(option);
  }

  /** Returns the name of an option that is not known. */
  String name(UrlOption option) {
    return doubtful.contains(option) ? "an option " + NOT_SHOWN : secrets.hide(option.name());
  }

  /** Returns a value in quotes and in one line. */
  String value(UrlOption option) {
    return quoted(option, option.value());
  }

  /** Returns part of a value, as {@link #value} does. */
  String quoted(UrlOption option, String part) {
    return doubtful.contains(option) || option.isSecret()
        ? "the value " + NOT_SHOWN
        : "'" + secrets.hide(part) + "'";
  }
}
