package dev.tlsbench.core.secret;

import dev.tlsbench.core.OneLine;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The passwords of URLs and properties, to be kept out of what is said about them.
 *
 * <p>A secret is known by where it stands: before the at-sign of a URL, or behind the name of an
 * option that is one of a secret. What is hidden is each of the secrets that were found, as it is
 * and percent-encoded, and besides whatever stands in such a place of the text that is to be shown.
 *
 * <p>Instances are immutable and safe to share between threads.
 */
public final class Secrets {
  /** The text in place of a secret. */
  public static final String HIDDEN = "<hidden>";

  /** Knows of no secret, and hides what stands where one belongs. */
  public static final Secrets NONE = of(List.of());

  /** A shorter secret occurs in ordinary text by chance; hiding it would show where it occurs. */
  private static final int SHORTEST = 3;

  /** More than this of a foreign message helps nobody, while servers may send megabytes. */
  private static final int LONGEST_MESSAGE = 2000;

  private final Set<String> values;

  /** The values in all forms that are looked for, the longest first. */
  private final List<String> secrets;

  private Secrets(Set<String> values) {
    this.values = values;
    this.secrets =
        values.stream()
            .flatMap(Secrets::forms)
            .filter(secret -> secret.length() >= SHORTEST)
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .collect(Collectors.toUnmodifiableList());
  }

  /**
   * {@return a collection of these secrets}
   *
   * @param secrets passwords, as they are or as they were written in a URL
   */
  public static Secrets of(Collection<String> secrets) {
    return new Secrets(Set.copyOf(secrets));
  }

  /**
   * {@return the secrets of properties}
   *
   * @param properties values by name: passwords, URLs with passwords, and others
   */
  public static Secrets in(Map<String, String> properties) {
    List<String> found = new ArrayList<>();
    properties.forEach(
        (name, value) -> {
          if (isNameOfSecret(name)) {
            found.add(value);
          }
          SecretPlaces.find(value, found::add);
        });
    return of(found);
  }

  /**
   * {@return the secrets of arguments of a command line, be they URLs, {@code name=value} or
   * mistakes}
   *
   * @param arguments in any order
   */
  public static Secrets in(Collection<String> arguments) {
    List<String> found = new ArrayList<>();
    for (String argument : arguments) {
      SecretPlaces.find(argument, found::add);
      SecretPlaces.findInLine(argument, found::add);
    }
    return of(found);
  }

  /** As it is, in one line, and with percent-encoding or without. */
  private static Stream<String> forms(String secret) {
    String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    Stream<String> written =
        Stream.of(secret, OneLine.of(secret), encoded, encoded.replace("+", "%20"));
    try {
      String decoded = URLDecoder.decode(secret.replace("+", "%2B"), StandardCharsets.UTF_8);
      return Stream.concat(written, Stream.of(decoded));
    } catch (IllegalArgumentException e) {
      // A stray percent sign: then it is not encoded.
      return written;
    }
  }

  /** {@return whether there is nothing to hide} */
  public boolean isEmpty() {
    return secrets.isEmpty();
  }

  /**
   * {@return these secrets and more; this collection if it has all of them}
   *
   * @param more passwords
   */
  public Secrets and(Collection<String> more) {
    if (values.containsAll(more)) {
      return this;
    }
    Set<String> all = new HashSet<>(values);
    all.addAll(more);
    return of(all);
  }

  /**
   * Puts two collections together, for {@link #hideIn} to know all secrets at once: of two that
   * overlap, the one that is hidden first would leave the end of the other.
   *
   * @param other more secrets
   * @return a collection with those of both; this one if the other adds none
   */
  public Secrets and(Secrets other) {
    return and(other.values);
  }

  /**
   * {@return whether the value of this option is a password, or may hold one}
   *
   * @param name the name of an option, in any case
   */
  public static boolean isNameOfSecret(String name) {
    return SecretPlaces.isName(name);
  }

  /**
   * Makes one line of a foreign message, without secrets.
   *
   * @param message what a driver or server said, of which 2,000 characters are kept
   * @return the message, with {@link #HIDDEN} in the place of each secret
   */
  public String hide(@Nullable String message) {
    if (message == null) {
      return "";
    }
    int end = Math.min(message.length(), LONGEST_MESSAGE);
    // Far enough to know a secret that begins before the end.
    int longest = secrets.isEmpty() ? 0 : secrets.get(0).length();
    int known = end + Math.max(longest, LONGEST_MESSAGE);
    String read = message.substring(0, Math.min(message.length(), known));
    String line = OneLine.of(shown(read, end)).strip();
    return end < message.length() ? line + "…" : line;
  }

  /**
   * {@return a text of any number of lines, with {@link #HIDDEN} in the place of each secret}
   *
   * @param text what is to be shown
   */
  public String hideIn(String text) {
    return shown(text, text.length());
  }

  /** The text up to an end, though a secret may go on behind it. */
  private String shown(String text, int end) {
    BitSet hidden = hidden(text);
    hidden.clear(end, text.length());
    StringBuilder shown = new StringBuilder();
    int done = 0;
    for (int secret = hidden.nextSetBit(0); secret >= 0; secret = hidden.nextSetBit(done)) {
      shown.append(text, done, secret).append(HIDDEN);
      done = hidden.nextClearBit(secret);
    }
    return shown.append(text, done, end).toString();
  }

  /**
   * Finds the characters that belong to a secret. All are marked before one is taken out: secrets
   * may overlap, and without its beginning the end of one would no longer be known.
   */
  private BitSet hidden(String text) {
    BitSet hidden = new BitSet(text.length());
    for (String secret : secrets) {
      for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        hidden.set(at, at + secret.length());
      }
    }
    SecretPlaces.userInfos(text, hidden::set);
    SecretPlaces.options(text, hidden::set);
    return hidden;
  }

  /**
   * {@return the failure if none of the messages of it and of its causes holds a secret, otherwise
   * empty}
   *
   * @param failure what a driver threw
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
