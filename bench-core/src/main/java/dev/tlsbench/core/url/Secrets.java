package dev.tlsbench.core.url;

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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  /** What is shown in the place of a secret. */
  public static final String HIDDEN = "<hidden>";

  /** Knows of no secret, and hides what stands where one belongs. */
  public static final Secrets NONE = of(List.of());

  /** A shorter secret occurs in ordinary text by chance; hiding it would show where it occurs. */
  private static final int SHORTEST = 3;

  /** Of secrets that may end in more than one place; whatever is longer is hidden up to here. */
  private static final int LONGEST_SECRET = 4096;

  /** Of how many options in one text it is considered that a value may go on behind its end. */
  private static final int MOST_WITH_REST = 16;

  /** More than this of a foreign message helps nobody, while servers may send megabytes. */
  private static final int LONGEST_MESSAGE = 2000;

  /**
   * Names of secrets by their ends: {@code password1} to {@code password3} are Connector/J's, while
   * its {@code disconnectOnExpiredPasswords} is none, and "true" nothing to hide wherever it
   * stands.
   */
  private static final Pattern NAME =
      Pattern.compile(
          "(?i)secret|token|(?:passw(?:or)?d|passphrase|pwd)\\d?\\z"
              + "|(?:authMechanismProperties|proxyUsername)\\z");

  /**
   * The name of any option. Each run of such characters is read once, and only then held against
   * {@link #NAME}: servers choose the text, and this must not take the square of its length.
   */
  private static final Pattern OPTION = Pattern.compile("(?<![A-Za-z0-9_.-])([A-Za-z0-9_.-]++)=");

  private static final Pattern END_OF_VALUE = Pattern.compile("[&;,)\"'\\s]|\\z");

  /** A line of a file of properties, typed where {@code name=value} belongs. */
  private static final Pattern LINE_OF_FILE =
      Pattern.compile("(?:\\A|=)\\s*([A-Za-z0-9_.-]++)\\s*:\\s*(.+)", Pattern.DOTALL);

  /**
   * What may be user and password before the host, read once for the reason above. No quotes, for
   * the text may be JSON.
   */
  private static final Pattern BEFORE_AT = Pattern.compile("(?<![^@/\"'\\s])[^@/\"'\\s]++(?=@)");

  /** The user before a password; several hosts of a JDBC URL have one each. */
  private static final Pattern USER = Pattern.compile("(?:\\A|,)[^:,?]*+:(?=.)", Pattern.DOTALL);

  private static final Pattern LATER_USER = Pattern.compile(",[^:,?]*+:(?=.)", Pattern.DOTALL);

  /** User and password with an encoded colon between them, which makes one name of both. */
  private static final Pattern ENCODED_COLON = Pattern.compile("://[^/:@\\s]*?%3[Aa]([^/:@\\s]+)@");

  /** The same in a URL whose password should have been encoded. */
  private static final Pattern ODD_USER_INFO =
      Pattern.compile("(?:^|://)[^/:@\\[\\s]*:(?!//)(.+)@", Pattern.DOTALL);

  /** A port that is no number, and so a password whose at-sign was forgotten. */
  private static final Pattern ODD_PORT =
      Pattern.compile("://[^/:@\\[\\s]*:(?!\\d+(?:[/?,]|$))([^/@?,\\s]+)");

  /** In MongoDB's {@code authMechanismProperties}, beside what is no secret. */
  private static final Pattern SESSION_TOKEN = Pattern.compile("(?i)_TOKEN(?::|%3A)([^&,\"'\\s]+)");

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
   * Collects secrets.
   *
   * @param secrets passwords, as they are or as they were written in a URL
   * @return the collection
   */
  public static Secrets of(Collection<String> secrets) {
    return new Secrets(Set.copyOf(secrets));
  }

  /**
   * Finds the secrets of properties.
   *
   * @param properties values by name: passwords, URLs with passwords, and others
   * @return what of the values must not be shown
   */
  public static Secrets in(Map<String, String> properties) {
    List<String> found = new ArrayList<>();
    properties.forEach(
        (name, value) -> {
          if (isNameOfSecret(name)) {
            found.add(value);
          }
          find(value, found::add);
        });
    return of(found);
  }

  /**
   * Finds the secrets of arguments of a command line, be they URLs, {@code name=value} or mistakes.
   *
   * @param arguments in any order
   * @return what of them must not be shown
   */
  public static Secrets in(Collection<String> arguments) {
    List<String> found = new ArrayList<>();
    for (String argument : arguments) {
      find(argument, found::add);
      Matcher line = LINE_OF_FILE.matcher(argument);
      if (line.find() && isNameOfSecret(line.group(1))) {
        found.add(line.group(2));
      }
    }
    return of(found);
  }

  /** Where a secret may end in more than one place, each of them is taken. */
  private static void find(String text, Consumer<String> to) {
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
          // These overlap, so that all of many would take the square of the text's length.
          if (options.getAndIncrement() < MOST_WITH_REST) {
            to.accept(shortEnough(text.substring(start)));
            to.accept(shortEnough(text.substring(start).split("&", 2)[0]));
          }
        });
  }

  private static String shortEnough(String secret) {
    return secret.substring(0, Math.min(secret.length(), LONGEST_SECRET));
  }

  /** What is done with a secret that stands in a text. */
  private interface Place {
    void found(int start, int end);
  }

  /** Finds passwords between a colon and an at-sign. */
  private static void userInfos(String text, Place place) {
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

  /** Finds the values of options that are secrets by their names. */
  private static void options(String text, Place place) {
    Matcher option = OPTION.matcher(text);
    Matcher value = END_OF_VALUE.matcher(text);
    int next = 0;
    while (option.find(next)) {
      next = option.end();
      if (isNameOfSecret(option.group(1)) && value.find(next) && value.start() > next) {
        place.found(next, value.start());
        next = value.start();
      }
    }
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

  /**
   * Whether there is nothing to hide.
   *
   * @return {@code true} if no secret was found
   */
  public boolean isEmpty() {
    return secrets.isEmpty();
  }

  /**
   * Adds secrets.
   *
   * @param more passwords
   * @return a collection with these and with the ones that it has; this one if they are the same
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
   * Whether an option of this name has a value that must not be shown.
   *
   * @param name the name of an option, in any case
   * @return {@code true} for passwords and for what may hold one
   */
  public static boolean isNameOfSecret(String name) {
    return NAME.matcher(name).find();
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
   * Takes the secrets out of a text of any number of lines.
   *
   * @param text what is to be shown
   * @return the text, with {@link #HIDDEN} in the place of each secret
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
   * Which characters are of a secret. All are marked before one is taken out: secrets may overlap,
   * and without its beginning the end of one would no longer be known.
   */
  private BitSet hidden(String text) {
    BitSet hidden = new BitSet(text.length());
    for (String secret : secrets) {
      for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
        hidden.set(at, at + secret.length());
      }
    }
    userInfos(text, hidden::set);
    options(text, hidden::set);
    return hidden;
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
