package dev.tlsbench.core.url;

import dev.tlsbench.core.text.OneLine;
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
 * The passwords of URLs and properties, to be kept out of messages.
 *
 * <p>A secret is recognized by its place: before the at-sign of a URL, or behind the name of a
 * secret option. Every known secret is hidden, as it is and percent-encoded, and so is any text in
 * such a place of the message itself.
 *
 * <p>Instances are immutable and safe to share between threads.
 */
public final class Secrets {
  public static final String HIDDEN = "<hidden>";

  /** Knows no secret, but still hides text in the place of one. */
  public static final Secrets NONE = of(List.of());

  /** A shorter secret occurs in ordinary text by chance; hiding it would show where it occurs. */
  private static final int SHORTEST = 3;

  /** The maximum length that is kept of a foreign message; servers may send megabytes. */
  private static final int LONGEST_MESSAGE = 2000;

  private final Set<String> values;

  /** All forms of the secrets, the longest first. */
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

  public static Secrets of(Collection<String> secrets) {
    return new Secrets(Set.copyOf(secrets));
  }

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

  /** Finds secrets in a command line's arguments: URLs, {@code name=value} or mistakes. */
  public static Secrets in(Collection<String> arguments) {
    List<String> found = new ArrayList<>();
    for (String argument : arguments) {
      SecretPlaces.find(argument, found::add);
      SecretPlaces.findInLine(argument, found::add);
    }
    return of(found);
  }

  /** Returns the forms of a secret: as it is, in one line, and with or without percent-encoding. */
  private static Stream<String> forms(String secret) {
    String encoded = URLEncoder.encode(secret, StandardCharsets.UTF_8);
    Stream<String> written =
        Stream.of(secret, OneLine.of(secret), encoded, encoded.replace("+", "%20"));
    try {
      String decoded = URLDecoder.decode(secret.replace("+", "%2B"), StandardCharsets.UTF_8);
      return Stream.concat(written, Stream.of(decoded));
    } catch (IllegalArgumentException e) {
      // A stray percent sign: the text is not encoded.
      return written;
    }
  }

  public boolean isEmpty() {
    return secrets.isEmpty();
  }

  /** {@return these secrets and more; this collection if it has all of them} */
  public Secrets and(Collection<String> more) {
    if (values.containsAll(more)) {
      return this;
    }
    Set<String> all = new HashSet<>(values);
    all.addAll(more);
    return of(all);
  }

  /**
   * Merges two collections, so that {@link #hideIn} knows all secrets at once: if two secrets
   * overlap, hiding one first would leave the end of the other.
   */
  public Secrets and(Secrets other) {
    return and(other.values);
  }

  /** {@return whether the value of this option is a password, or may contain one} */
  public static boolean isNameOfSecret(String name) {
    return SecretPlaces.isName(name);
  }

  /**
   * Makes one line of a foreign message, without secrets.
   *
   * @param message a message of a driver or server; the first 2,000 characters are kept
   */
  public String hide(@Nullable String message) {
    if (message == null) {
      return "";
    }
    int end = Math.min(message.length(), LONGEST_MESSAGE);
    // Long enough to recognize a secret that begins before the end.
    int longest = secrets.isEmpty() ? 0 : secrets.get(0).length();
    int known = end + Math.max(longest, LONGEST_MESSAGE);
    String read = message.substring(0, Math.min(message.length(), known));
    String line = OneLine.of(shown(read, end)).strip();
    return end < message.length() ? line + "…" : line;
  }

  /** {@return a text of any number of lines, with {@link #HIDDEN} in the place of each secret} */
  public String hideIn(String text) {
    return shown(text, text.length());
  }

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
   * Finds the characters that belong to a secret. All are marked before any is removed: secrets may
   * overlap, and the end of one would not be recognized without its beginning.
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
   * {@return the failure if its messages and those of its causes hold no secret, otherwise empty}
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
