package dev.tlsbench.core.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Turns foreign text into one line without characters that control a terminal. Control characters,
 * directional marks, invisible format characters, unpaired surrogates and noncharacters are written
 * as a backslash, {@code u} and four hexadecimal digits.
 *
 * <p>Runs in time linear in the length of the text, whatever its content.
 */
public final class OneLine {
  private OneLine() {}

  /**
   * Makes one line of a message: replaces line breaks and the blanks around them by a space, and
   * {@linkplain #escape escapes} the other characters that control a terminal. Tabs stay.
   */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    boolean gap = false;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (isLineBreak(c)) {
        gap = true;
      } else if (!gap) {
        add(line, c, c == '\t');
      } else if (!Character.isWhitespace(c)) {
        add(endWithSpace(line), c, false);
        gap = false;
      }
    }
    return gap ? line.toString().stripTrailing() : line.toString();
  }

  /**
   * Escapes a value, such as a name in a certificate: it stays recognizable, and two different
   * values stay different.
   */
  public static String escape(String value) {
    StringBuilder line = new StringBuilder(value.length());
    value.codePoints().forEach(c -> add(line, c, false));
    return line.toString();
  }

  /** Returns a stack trace in which no message can forge a frame or a cause. */
  public static List<String> trace(Throwable failure, UnaryOperator<String> hide) {
    List<String> lines = new ArrayList<>();
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    trace(failure, "", new StackTraceElement[0], hide, seen, lines);
    return lines;
  }

  private static void trace(
      @Nullable Throwable failure,
      String caption,
      StackTraceElement[] above,
      UnaryOperator<String> hide,
      Set<Throwable> seen,
      List<String> lines) {
    if (failure == null || !seen.add(failure)) {
      return;
    }
    lines.add(caption + of(hide.apply(failure.toString())));
    StackTraceElement[] frames = failure.getStackTrace();
    int own = frames.length;
    for (int i = above.length; own > 0 && i > 0 && frames[own - 1].equals(above[i - 1]); i--) {
      own--;
    }
    Arrays.stream(frames).limit(own).forEach(frame -> lines.add("\tat " + of(frame.toString())));
    if (own < frames.length) {
      lines.add("\t... " + (frames.length - own) + " more");
    }
    for (Throwable suppressed : failure.getSuppressed()) {
      trace(suppressed, "Suppressed: ", frames, hide, seen, lines);
    }
    trace(failure.getCause(), "Caused by: ", frames, hide, seen, lines);
  }

  private static void add(StringBuilder line, int c, boolean asItIs) {
    if (asItIs || !isObeyed(c)) {
      line.appendCodePoint(c);
      return;
    }
    for (char half : Character.toChars(c)) {
      line.append("\\u").append(HexFormat.of().toHexDigits(half));
    }
  }

  private static StringBuilder endWithSpace(StringBuilder line) {
    int length = line.length();
    while (length > 0 && Character.isWhitespace(line.charAt(length - 1))) {
      length--;
    }
    line.setLength(length);
    return length == 0 ? line : line.append(' ');
  }

  /** The mandatory breaks of Unicode (UAX 14, classes BK, CR, LF and NL). */
  private static boolean isLineBreak(int c) {
    return (c >= '\n' && c <= '\r') || c == 0x85 || c == 0x2028 || c == 0x2029;
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
}
