package dev.tlsbench.core.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Quotes words for a POSIX shell (<a
 * href="https://pubs.opengroup.org/onlinepubs/9699919799/utilities/V3_chap02.html#tag_18_02">Shell
 * Command Language, section 2.2</a>), so that a printed command can be pasted into a terminal.
 */
public final class ShellWords {
  /** Words without a meaning to a shell; zsh expands an equals sign at their beginning. */
  private static final Pattern PLAIN = Pattern.compile("(?!=)[A-Za-z0-9_./:=,@%+-]+");

  private ShellWords() {}

  /**
   * Quotes a word, if it needs quotes.
   *
   * @param word any text without the character NUL, which no argument can hold
   * @return the word as it must be typed
   */
  public static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /**
   * Quotes the words of a command.
   *
   * @param words the program and its arguments, or a part of them
   * @return the command as it must be typed
   */
  public static String join(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }
}
