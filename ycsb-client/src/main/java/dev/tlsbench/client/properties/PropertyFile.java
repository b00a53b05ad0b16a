package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.url.Secrets;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A file given with {@code -P}: the syntax of {@link Properties#load(java.io.Reader)}, in UTF-8
 * with or without a byte order mark.
 *
 * <p>If this syntax changes a value in a way that is rarely intended, a note names line and
 * property but not the value.
 */
public final class PropertyFile {
  /** The folder with {@code workloads/}, set by the launcher. */
  private static final String HOME = "tlsbench.home";

  private static final int MEBIBYTES = 1;

  private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n");
  private static final Pattern QUOTED = Pattern.compile("(['\"]).*\\1");
  private static final String BLANKS = " \t\f";

  /** The length of {@code u:p@h}, less one. */
  private static final int SHORTEST_WITH_SECRET = 4;

  private final String name;
  private final Path path;
  private final Map<String, String> values = new LinkedHashMap<>();
  private final Map<String, Integer> lines = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  private PropertyFile(String name, Path path) {
    this.name = name;
    this.path = path;
  }

  /**
   * Reads a file.
   *
   * @param name its path, relative to the current directory or to the folder with {@code
   *     workloads/}
   * @throws InvalidSettingException if the file does not exist, cannot be read, is longer than 1
   *     MiB, or has a line that is probably not intended
   */
  public static PropertyFile read(String name) {
    PropertyFile file = new PropertyFile(name, find(name));
    file.take(file.logicalLines());
    return file;
  }

  /** Returns the values by name. */
  public Map<String, String> values() {
    return values;
  }

  /** Returns remarks for the user. */
  List<String> notes() {
    return notes;
  }

  Path path() {
    return path;
  }

  private static Path find(String name) {
    Path here = BoundedFile.path("-P", name);
    String home = System.getProperty(HOME);
    Path there =
        Files.exists(here) || home == null ? here : BoundedFile.path(HOME, home).resolve(name);
    if (Files.exists(there)) {
      return there;
    }
    throw new InvalidSettingException(
        "-P " + name + ": there is no such file; name one such as workloads/workloada");
  }

  private String text() {
    try {
      return BoundedFile.text("-P " + name + ":", path, MEBIBYTES, "properties");
    } catch (IOException e) {
      throw new InvalidSettingException(
          "-P " + name + ": cannot be read as a property file (" + e.getMessage() + ")", e);
    }
  }

  /**
   * A logical line: one or more lines that form one property.
   *
   * @param goesOn true if a backslash at the end of the first line has joined another line to it
   * @param joinsNothing true if a joined line is blank or looks like a comment
   */
  private record Line(int number, String text, boolean goesOn, boolean joinsNothing) {}

  private List<Line> logicalLines() {
    String[] natural = LINE_END.split(text(), -1);
    List<Line> logical = new ArrayList<>();
    for (int i = 0; i < natural.length; i++) {
      int first = i + 1;
      String line = withoutIndent(natural[i]);
      if (isComment(line)) {
        continue;
      }
      StringBuilder whole = new StringBuilder(line);
      boolean joinsNothing = false;
      while (isContinued(line) && i + 1 < natural.length) {
        i++;
        line = withoutIndent(natural[i]);
        joinsNothing |= line.isEmpty() || isComment(line);
        refuseSwallowed(i, line);
        whole.setLength(whole.length() - 1);
        whole.append(line);
      }
      if (!whole.isEmpty()) {
        // In a continuation line, the comment sign is part of the name.
        String all = whole.toString();
        logical.add(
            new Line(first, isComment(all) ? "\\" + all : all, i + 1 > first, joinsNothing));
      }
    }
    return logical;
  }

  private static boolean isComment(String line) {
    return line.startsWith("#") || line.startsWith("!");
  }

  private static String withoutIndent(String line) {
    return line.substring(skip(line, 0));
  }

  /** Returns the first position, from a given one on, that is not blank. */
  private static int skip(String text, int from) {
    int position = from;
    while (position < text.length() && BLANKS.indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    return position;
  }

  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  /** Refuses a backslash at the end of a password, which would join the next property to it. */
  private void refuseSwallowed(int line, String next) {
    String property = next.substring(0, endOfName(next));
    if (KnownNames.contains(property)) {
      throw new InvalidSettingException(
          place(line)
              + "the backslash at its end makes the next line, "
              + property
              + ", a part of this value; write \\\\ for a backslash");
    }
  }

  private static int endOfName(String text) {
    int end = 0;
    while (end < text.length() && (BLANKS + "=:").indexOf(text.charAt(end)) < 0) {
      end += text.charAt(end) == '\\' ? 2 : 1;
    }
    return Math.min(end, text.length());
  }

  private void take(List<Line> logical) {
    List<Map.Entry<String, String>> entries = new ArrayList<>();
    Properties each =
        new Properties() {
          @Override
          public synchronized @Nullable Object put(Object property, Object value) {
            entries.add(Map.entry((String) property, (String) value));
            return null;
          }
        };
    try {
      each.load(
          new StringReader(logical.stream().map(Line::text).collect(Collectors.joining("\n"))));
    } catch (IOException | IllegalArgumentException e) {
      Line line = logical.get(entries.size());
      String property = line.text().substring(0, endOfName(line.text()));
      throw new InvalidSettingException(
          place(line.number())
              + (KnownNames.contains(property) ? property + ": " : "")
              + "\\u is not followed by four hexadecimal digits; write \\\\ for a backslash",
          e);
    }
    for (int i = 0; i < entries.size(); i++) {
      take(logical.get(i), entries.get(i).getKey(), entries.get(i).getValue());
    }
  }

  private void take(Line line, String property, String value) {
    String place = place(line.number());
    if (!lines.containsKey(property)) {
      KnownNames.check(place, property);
    }
    boolean asItIs = isTakenAsItIs(property, value);
    noteUnlikely(place + property + ": ", line.text(), asItIs);
    if (line.joinsNothing() || (asItIs && line.goesOn())) {
      notes.add(
          place
              + property
              + ": the backslash at the end makes the next line a part of the value; write \\\\ for a"
              + " backslash");
    }
    if (asItIs && QUOTED.matcher(value).matches()) {
      notes.add(place + property + ": the quotes are a part of the value; remove them");
    }
    Integer before = lines.put(property, line.number());
    if (!value.equals(values.put(property, value)) && before != null) {
      notes.add(place + property + ": line " + before + " has another value; this one counts");
    }
  }

  private static boolean isTakenAsItIs(String property, String value) {
    // Cheap questions first: a file may have thousands of lines.
    return property.endsWith(".user")
        || Secrets.isNameOfSecret(property)
        || (value.length() > SHORTEST_WITH_SECRET
            && value.chars().anyMatch(character -> "@=:".indexOf(character) >= 0)
            && !Secrets.in(Map.of(property, value)).isEmpty());
  }

  private void noteUnlikely(String place, String text, boolean blanksCount) {
    int nameEnd = endOfName(text);
    int separator = skip(text, nameEnd);
    boolean hasSign = separator < text.length() && "=:".indexOf(text.charAt(separator)) >= 0;
    int start = hasSign ? skip(text, separator + 1) : separator;
    boolean dropped = false;
    boolean invisible = false;
    boolean blankAtEnd = false;
    for (int i = start; i < text.length(); i++) {
      char character = text.charAt(i);
      if (character == '\\') {
        i++;
        char escaped = i < text.length() ? text.charAt(i) : '\n';
        invisible |= "tnrf".indexOf(escaped) >= 0;
        dropped |= "tnrfu\\:=#! ".indexOf(escaped) < 0;
      } else {
        invisible |= isInvisible(character);
        blankAtEnd = i == text.length() - 1 && isBlank(character);
      }
    }
    if (dropped) {
      notes.add(place + "a backslash is dropped, as in every property file; write \\\\ for one");
    }
    if (invisible) {
      notes.add(
          place + "the value has a control character, as \\t is a tab; write \\\\ for a backslash");
    }
    if (blankAtEnd && blanksCount) {
      notes.add(place + "the blank at the end counts; remove it, or write it as \\u0020");
    }
    if (hasSign && blanksCount && start - separator - 1 > separator - nameEnd) {
      notes.add(
          place + "blanks before the value do not count; remove them, or write \\u0020 for one");
    }
    if (blanksCount && start < text.length() && isBlank(text.charAt(start))) {
      notes.add(place + "the value begins with a blank that counts; remove it if it is not meant");
    }
  }

  /** Includes the no-break space, which text copied from a web page may contain. */
  private static boolean isBlank(char character) {
    return Character.isWhitespace(character) || Character.isSpaceChar(character);
  }

  private static boolean isInvisible(char character) {
    return Character.isISOControl(character)
        || Character.getType(character) == Character.FORMAT
        || Character.getType(character) == Character.LINE_SEPARATOR
        || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
  }

  private String place(int line) {
    return "-P " + name + ": line " + line + ": ";
  }
}
