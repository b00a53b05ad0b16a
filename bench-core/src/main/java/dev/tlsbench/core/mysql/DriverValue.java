package dev.tlsbench.core.mysql;

import com.mysql.cj.CharsetMapping;
import com.mysql.cj.conf.PropertyDefinition;
import com.mysql.cj.conf.PropertyDefinitions;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.exceptions.CJException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.UrlOption;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Checks values of Connector/J's options in advance, since Connector/J reports a wrong one as a
 * failed login or silently uses another value.
 */
final class DriverValue {
  private static final Set<String> ZONES_OF_DRIVER = Set.of("", "LOCAL", "SERVER");

  private DriverValue() {}

  /**
   * Checks a value.
   *
   * @throws InvalidSettingException if Connector/J cannot use it
   */
  static void check(PropertyKey key, UrlOption option) {
    String value = option.value();
    switch (key) {
      case characterEncoding, passwordCharacterEncoding, clobCharacterEncoding ->
          checkEncoding(option);
      case connectionCollation -> {
        if (!value.isEmpty() && !Collations.isUsable(value)) {
          throw wrong(
              option,
              "no collation that Connector/J can ask for, and it would take another; name one in"
                  + " lower case, such as utf8mb4_bin");
        }
      }
      case connectionTimeZone -> {
        if (!ZONES_OF_DRIVER.contains(value) && !isZone(value)) {
          throw wrong(
              option, "no time zone; name one such as Europe/Berlin or +02:00, or LOCAL or SERVER");
        }
      }
      case zeroDateTimeBehavior -> {
        // Connector/J still reads the older name of this value.
        if (!value.equalsIgnoreCase("convertToNull")) {
          checkDefinition(key, option);
        }
      }
      default -> checkDefinition(key, option);
    }
  }

  private static void checkEncoding(UrlOption option) {
    try {
      if (Charset.isSupported(option.value())) {
        return;
      }
    } catch (IllegalCharsetNameException e) {
      // Treated as unsupported.
    }
    String java = MySqlClientWord.javaEncoding(option.value());
    throw wrong(
        option,
        java == null
            ? "no encoding that Java knows; name one such as UTF-8"
            : "a character set of MySQL, but this option names Java's encodings; write " + java);
  }

  private static boolean isZone(String value) {
    try {
      ZoneId.of(value);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static void checkDefinition(PropertyKey key, UrlOption option) {
    PropertyDefinition<?> definition = PropertyDefinitions.getPropertyDefinition(key);
    if (definition == null) {
      return;
    }
    if (!isRead(definition, option.value())) {
      throw wrong(option, "not " + expected(definition) + "; correct or remove it");
    }
  }

  private static boolean isRead(PropertyDefinition<?> definition, String value) {
    try {
      return !(definition.parseObject(value, null) instanceof Number number)
          || !definition.isRangeBased()
          || (number.longValue() >= definition.getLowerBound()
              && number.longValue() <= definition.getUpperBound());
    } catch (CJException | IllegalArgumentException e) {
      return false;
    }
  }

  private static String expected(PropertyDefinition<?> definition) {
    String[] choices = definition.getAllowableValues();
    if (choices != null && choices.length > 0) {
      return "one of " + String.join(", ", choices);
    }
    return definition.isRangeBased()
        ? "a number from " + definition.getLowerBound() + " to " + definition.getUpperBound()
        : "a value that Connector/J can read";
  }

  private static InvalidSettingException wrong(UrlOption option, String reason) {
    return new InvalidSettingException(option.name() + ": '" + option.value() + "' is " + reason);
  }

  /** Gives access to a table of Connector/J, which is protected. */
  private static final class Collations extends CharsetMapping {
    /** Returns false for collations of character sets that servers refuse from clients, too. */
    static boolean isUsable(String name) {
      @Nullable Integer index = getStaticCollationIndexForCollationName(name);
      return index != null && index > 0 && !isStaticImpermissibleCollation(index);
    }
  }
}
