package dev.tlsbench.report.json;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * Escapes characters that control a terminal, a browser or an editor: control characters,
 * directional marks, invisible format characters, unpaired surrogates and noncharacters. They are
 * written as in JSON: a backslash, {@code u} and four hexadecimal digits.
 */
public final class Escapes {
  private Escapes() {}

  /** Returns a text on one line with all of these characters escaped. */
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

  /** Escapes for JSON in addition to the required ones; the values stay the same. */
  static final class InJson extends CharacterEscapes {
    private static final int DELETE = 0x7F;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[DELETE] = ESCAPE_STANDARD;
      return codes;
    }

    /** Escapes each half of a surrogate pair, since they are processed one by one. */
    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return isObeyed(c) ? new SerializedString(escape((char) c)) : null;
    }
  }
}
