package dev.tlsbench.core.mysql;

import com.mysql.cj.CharsetMapping;
import com.mysql.cj.ServerVersion;
import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.UrlOption;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The character sets of Connector/J, whose tables are protected. */
final class CharacterSets extends CharsetMapping {
  /** The oldest version with today's tables: utf8mb4 for UTF-8. */
  private static final ServerVersion VERSION = new ServerVersion(8, 0, 11);

  private CharacterSets() {}

  /**
   * Checks names of encodings and collations, since Connector/J silently uses others for unknown
   * ones.
   *
   * @throws InvalidSettingException if Connector/J cannot use the value
   */
  static void check(PropertyKey key, UrlOption option) {
    String value = option.value();
    if (key == PropertyKey.connectionCollation) {
      if (!value.isEmpty() && !isUsable(getStaticCollationIndexForCollationName(value))) {
        throw wrong(
            option,
            "no collation that Connector/J can ask for, and it would take another; name one in"
                + " lower case, such as utf8mb4_bin");
      }
    } else if (key.getKeyName().endsWith("haracterEncoding") && !isEncoding(value)) {
      String java = javaEncoding(value);
      throw wrong(
          option,
          java == null
              ? "no encoding that Java knows; name one such as UTF-8"
              : "a character set of MySQL, but this option names Java's encodings; write " + java);
    }
  }

  private static boolean isEncoding(String name) {
    try {
      return Charset.isSupported(name);
    } catch (IllegalCharsetNameException e) {
      return false;
    }
  }

  /** Returns false for collations of character sets that servers refuse from clients, too. */
  private static boolean isUsable(@Nullable Integer collation) {
    return collation != null && collation > 0 && !isStaticImpermissibleCollation(collation);
  }

  private static InvalidSettingException wrong(UrlOption option, String reason) {
    return new InvalidSettingException(option.name() + ": '" + option.value() + "' is " + reason);
  }

  /**
   * Finds the Java encoding for which Connector/J chooses a character set of MySQL.
   *
   * @return {@code null} if there is none, or if servers refuse the set from clients
   */
  static @Nullable String javaEncoding(String charset) {
    String name = charset.strip().toLowerCase(Locale.ROOT);
    String wanted = name.matches("utf8|utf8mb3") ? MYSQL_CHARSET_NAME_utf8mb4 : name;
    String encoding = getStaticJavaEncodingForMysqlCharset(wanted);
    if (encoding == null
        || isStaticImpermissibleCollation(getStaticCollationIndexForMysqlCharsetName(wanted))
        || !wanted.equals(getStaticMysqlCharsetForJavaEncoding(encoding, VERSION))) {
      return null;
    }
    try {
      return Charset.forName(encoding).name();
    } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
      return null;
    }
  }
}
