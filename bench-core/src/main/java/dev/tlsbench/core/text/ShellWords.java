package dev.tlsbench.core.text;

import java.util.ArrayList;
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

  public static String quote(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  public static String join(List<String> words) {
    return words.stream().map(ShellWords::quote).collect(Collectors.joining(" "));
  }

  /** Splits words with single quotes and backslashes; the inverse of {@link #join}. */
  public static List<String> split(String command) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isQuoted = false;
    boolean isWord = false;
    for (int i = 0; i < command.length(); i++) {
      char next = command.charAt(i);
      if (next == '\'') {
        isQuoted = !isQuoted;
        isWord = true;
      } else if (isQuoted || next != ' ') {
        boolean isEscape = next == '\\' && !isQuoted && i + 1 < command.length();
        word.append(isEscape ? command.charAt(++i) : next);
        isWord = true;
      } else if (isWord) {
        words.add(word.toString());
        word.setLength(0);
        isWord = false;
      }
    }
    if (isWord) {
      words.add(word.toString());
    }
    return words;
  }
}
