package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.exceptions.CJException;
import com.mysql.cj.jdbc.JdbcPropertySetImpl;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.UrlOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options of Connector/J by their names and aliases.
 *
 * <p>Connector/J reads most names in exactly one spelling of upper and lower case, and ignores all
 * others. This class accepts any case, and passes the driver's spelling on.
 */
final class DriverOption {
  /** Options that Connector/J knows but reads only for the X DevAPI. */
  private static final Set<PropertyKey> UNUSED = Set.of(PropertyKey.ADDRESS, PropertyKey.PRIORITY);

  /** An older name, which Connector/J translates before it checks values. */
  private static final String OLD_NULL = "convertToNull";

  private static final Map<String, PropertyKey> BY_NAME = byName();

  private DriverOption() {}

  /** Finds an option by its name or alias, in any case. */
  static Optional<PropertyKey> of(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  /** Returns whether Connector/J reads an option of this name, in any case. */
  static boolean isRead(String name) {
    return of(name).filter(key -> !UNUSED.contains(key)).isPresent();
  }

  /** Returns the spelling that Connector/J reads, or the name as it is if there is none. */
  static String spelling(String name) {
    PropertyKey key = BY_NAME.get(name);
    return key == null || PropertyKey.fromValue(name) != null ? name : key.getKeyName();
  }

  /** Returns the option in the spelling that Connector/J reads, its value unchanged. */
  static UrlOption respelled(UrlOption option) {
    String spelling = spelling(option.name());
    if (spelling.equals(option.name())) {
      return option;
    }
    int value = option.hasValue() ? option.text().indexOf('=') : option.text().length();
    return new UrlOption(spelling, option.value(), spelling + option.text().substring(value));
  }

  /** Returns one name for all aliases and spellings of an option. */
  static String canonical(String name) {
    return of(name).map(PropertyKey::getKeyName).orElse(name);
  }

  /** Refuses a value that Connector/J refuses when it connects. */
  static void check(PropertyKey key, UrlOption option) {
    if (key == PropertyKey.zeroDateTimeBehavior && OLD_NULL.equalsIgnoreCase(option.value())) {
      return;
    }
    Properties alone = new Properties();
    alone.setProperty(key.getKeyName(), option.value());
    try {
      new JdbcPropertySetImpl().initializeProperties(alone);
    } catch (CJException e) {
      throw refused(option, e);
    }
  }

  /** Reports a refusal of Connector/J, without its exception, whose text may hold a password. */
  static InvalidSettingException refused(UrlOption option, CJException refusal) {
    return new InvalidSettingException(
        option.name()
            + ": Connector/J refuses the value: "
            + String.valueOf(refusal.getMessage()).replaceFirst("\\.$", "")
            + "; correct or remove it");
  }

  private static Map<String, PropertyKey> byName() {
    Map<String, PropertyKey> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    Arrays.stream(PropertyKey.values())
        .forEach(key -> names(key).forEach(name -> byName.put(name, key)));
    return byName;
  }

  /** The name and, if there is one, the alias. */
  static Stream<String> names(PropertyKey key) {
    @Nullable String alias = key.getCcAlias();
    return alias == null ? Stream.of(key.getKeyName()) : Stream.of(key.getKeyName(), alias);
  }
}
