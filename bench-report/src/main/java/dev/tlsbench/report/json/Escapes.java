package dev.tlsbench.report.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Escapes characters that a terminal, a browser or an editor obeys instead of showing them: control
 * characters, marks of direction, invisible format characters, halves of surrogate pairs and
 * noncharacters. They are written as in JSON: a backslash, {@code u} and four hexadecimal digits.
 */
public final class Escapes {
  private Escapes() {}

  /** Returns a text on one line in which each of these characters is escaped. */
  public static String of(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (isObeyed(c)) {
                for (char half : Character.toChars(c)) {
                  escaped.append(escape(half));
                }
              } else {
                escaped.appendCodePoint(c);
              }
            });
    return escaped.toString();
  }

  private static String escape(char unit) {
    return "\\u" + HexFormat.of().toHexDigits(unit);
  }

  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      // Noncharacters, which XML excludes too (Unicode, section 23.7).
      default -> (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
    };
  }

  /** Escapes in JSON beyond those that the format requires; the values stay the same. */
  static final class InJson extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    private static final int DELETE = 0x7F;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    /** Escapes each half of a surrogate pair, since the two come one by one. */
    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return isObeyed(c) ? new SerializedString(escape((char) c)) : null;
    }
  }
}
