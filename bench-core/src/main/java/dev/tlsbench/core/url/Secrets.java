package dev.tlsbench.core.url;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The passwords of a URL, to be kept out of what drivers and servers say about it.
 *
 * <p>Instances are immutable and safe to share between threads.
 */
public final class Secrets {
  /** What is shown in the place of a secret. */
  public static final String HIDDEN = "<hidden>";

  /** A shorter secret occurs in ordinary text by chance; hiding it would show where it occurs. */
  private static final int SHORTEST = 3;

  private static final Set<String> NAMES = Set.of("authmechanismproperties", "proxyusername");

  private final List<String> secrets;

  private Secrets(List<String> secrets) {
    this.secrets = secrets;
  }

  /**
   * Collects secrets.
   *
   * @param secrets passwords, both as they are and as they were written in the URL
   * @return the collection
   */
  public static Secrets of(Collection<String> secrets) {
    return new Secrets(
        secrets.stream()
            .filter(secret -> secret.length() >= SHORTEST)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .collect(Collectors.toUnmodifiableList()));
  }

  /**
   * Adds secrets.
   *
   * @param more passwords
   * @return a collection with these and with the ones that it has
   */
  public Secrets and(Collection<String> more) {
    return of(Stream.concat(secrets.stream(), more.stream()).toList());
  }

  /**
   * Whether an option of this name has a value that must not be shown.
   *
   * @param name the name of an option, in any case
   * @return {@code true} for passwords and for what may hold one
   */
  public static boolean isNameOfSecret(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.contains("password") || lower.contains("secret") || NAMES.contains(lower);
  }

  /**
   * Makes one line of a foreign message, without secrets.
   *
   * @param message what a driver or server said
   * @return the message, with {@link #HIDDEN} in the place of each secret
   */
  public String hide(@Nullable String message) {
    if (message == null) {
      return "";
    }
    String shown = message.replaceAll("\\s*[\\r\\n]+\\s*", " ").strip();
    for (String secret : secrets) {
      shown = shown.replace(secret, HIDDEN);
    }
    return shown;
  }

  /**
   * Gives the failure only if it can be shown: none of the messages of it and of its causes holds a
   * secret.
   *
   * @param failure what a driver threw
   * @return the failure, or empty
   */
  public Optional<Throwable> harmless(Throwable failure) {
    return tells(failure, new HashSet<>()) ? Optional.empty() : Optional.of(failure);
  }

  private boolean tells(@Nullable Throwable failure, Set<Throwable> seen) {
    if (failure == null || !seen.add(failure)) {
      return false;
    }
    String text = failure.toString();
    if (secrets.stream().anyMatch(text::contains) || tells(failure.getCause(), seen)) {
      return true;
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      if (tells(suppressed, seen)) {
        return true;
      }
    }
    return false;
  }
}
