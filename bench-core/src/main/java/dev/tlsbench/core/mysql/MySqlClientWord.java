package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.BooleanWords;
import dev.tlsbench.core.url.UrlOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * Options of the mysql client that do not concern TLS and have a counterpart in Connector/J (MySQL
 * 9.7 Reference Manual, "mysql Client Options"). Names are accepted in any case, with dashes or
 * underscores.
 */
enum MySqlClientWord {
  CONNECT_TIMEOUT("connect-timeout", PropertyKey.connectTimeout, MySqlClientWord::millis),
  CHARACTER_SET(
      "default-character-set", PropertyKey.characterEncoding, MySqlClientWord::javaEncoding),
  COMPRESS("compress", PropertyKey.useCompression, MySqlClientWord::flag),
  LOCAL_INFILE("local-infile", PropertyKey.allowLoadLocalInfile, MySqlClientWord::flag),
  PUBLIC_KEY("get-server-public-key", PropertyKey.allowPublicKeyRetrieval, MySqlClientWord::flag);

  /** The largest number of seconds that fits into Connector/J's milliseconds. */
  private static final int MOST_SECONDS = Integer.MAX_VALUE / 1000;

  private static final BooleanWords FLAG =
      new BooleanWords(List.of("1", "true", "on", "yes"), List.of("0", "false", "off", "no"), true);

  private final String name;
  private final PropertyKey key;

  @SuppressWarnings("ImmutableEnumChecker") // method references without state
  private final Function<UrlOption, String> value;

  MySqlClientWord(String name, PropertyKey key, Function<UrlOption, String> value) {
    this.name = name;
    this.key = key;
    this.value = value;
  }

  static Optional<MySqlClientWord> of(String name) {
    String dashed = name.toLowerCase(Locale.ROOT).replace('_', '-');
    return Arrays.stream(values()).filter(word -> word.name.equals(dashed)).findFirst();
  }

  /**
   * Translates an option with this name.
   *
   * @throws InvalidSettingException if the mysql client does not accept its value, or the value has
   *     no counterpart
   */
  UrlOption translate(UrlOption option) {
    return UrlOption.of(key.getKeyName(), value.apply(option));
  }

  private static String millis(UrlOption option) {
    String value = option.value().strip();
    if (value.matches("\\d{1,9}") && Integer.parseInt(value) <= MOST_SECONDS) {
      return Long.toString(1000L * Integer.parseInt(value));
    }
    throw new InvalidSettingException(
        ("%s: '%s' is not a whole number of seconds from 0 to %s; give one, or say connectTimeout"
                + " for milliseconds")
            .formatted(option.name(), option.value(), MOST_SECONDS));
  }

  /** Returns whether two values of an option mean the same, such as {@code yes} and TRUE. */
  static boolean isSame(String one, String other) {
    Optional<Boolean> flag = FLAG.read(one);
    return one.equalsIgnoreCase(other) || (flag.isPresent() && flag.equals(FLAG.read(other)));
  }

  private static String flag(UrlOption option) {
    if (!option.hasValue()) {
      return "true";
    }
    return FLAG.read(option.value())
        .map(String::valueOf)
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "%s: '%s' is neither on nor off; give 1 or 0, or the name alone for 1"
                        .formatted(option.name(), option.value())));
  }

  private static String javaEncoding(UrlOption option) {
    String encoding = CharacterSets.javaEncoding(option.value());
    if (encoding == null) {
      throw new InvalidSettingException(
          ("%s: '%s' is no character set of MySQL that Connector/J can use for a connection; give"
                  + " one such as utf8mb4 or latin1, or name a Java encoding with characterEncoding")
              .formatted(option.name(), option.value()));
    }
    return encoding;
  }
}
