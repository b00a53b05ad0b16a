package dev.tlsbench.core;

/**
 * Makes one line of text from elsewhere: line breaks, and whatever else a terminal would obey
 * instead of showing it, become a space.
 *
 * <p>Takes time in proportion to the text, whatever stands in it.
 */
public final class OneLine {
  private OneLine() {}

  /**
   * Makes one line.
   *
   * @param text what a server, a driver or a file says
   * @return the text with one space in the place of control characters, marks of direction, halves
   *     of surrogate pairs and the blanks around them, and none of them at either end; tabs stay
   */
  public static String of(String text) {
    StringBuilder line = new StringBuilder(text.length());
    boolean gap = false;
    for (int at = 0; at < text.length(); ) {
      int c = text.codePointAt(at);
      at += Character.charCount(c);
      if (isObeyed(c)) {
        gap = true;
      } else if (!gap) {
        line.appendCodePoint(c);
      } else if (!Character.isWhitespace(c)) {
        endWithSpace(line).appendCodePoint(c);
        gap = false;
      }
    }
    return gap ? line.toString().stripTrailing() : line.toString();
  }

  /** Ends what there is with one space. */
  private static StringBuilder endWithSpace(StringBuilder line) {
    int length = line.length();
    while (length > 0 && Character.isWhitespace(line.charAt(length - 1))) {
      length--;
    }
    line.setLength(length);
    return length == 0 ? line : line.append(' ');
  }

  private static boolean isObeyed(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL -> c != '\t';
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }
}
