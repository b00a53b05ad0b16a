package dev.tlsbench.ycsb.workload;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of a statement's parameters: {@code 1..1000} and {@code user{1..1000}}, separated by
 * commas, or the rows of a CSV file without a header. A number is a {@code Long}, all else text.
 *
 * @param columns empty for a file
 */
public record ParameterValues(List<Numbers> columns, List<List<Object>> rows) {
  private static final int MEBIBYTES = 16;
  private static final Pattern NUMBERS =
      Pattern.compile("(?:(.*)\\{)?(-?\\d{1,18})\\.\\.(-?\\d{1,18})(?:}(.*))?");
  private static final Pattern FIELD =
      Pattern.compile("\\G(?:\"((?:[^\"]++|\"\")*+)\"|([^\",\\r\\n]*+))(,|\\r?\\n|$)");

  /** Numbers in a text, with as many digits as the first one if that begins with 0. */
  record Numbers(@Nullable String before, long from, long to, @Nullable String after, int digits) {
    static Numbers of(String text) {
      Matcher numbers = NUMBERS.matcher(text);
      if (!numbers.matches()
          || (numbers.group(1) == null) != (numbers.group(4) == null)
          || Long.parseLong(numbers.group(2)) > Long.parseLong(numbers.group(3))) {
        throw new InvalidSettingException(
            "parameters: a value (not shown, as it may be a secret) is neither a range such as"
                + " 1..1000, nor a pattern such as user{1..1000}, nor a file such as keys.csv");
      }
      String first = numbers.group(2);
      return new Numbers(
          numbers.group(1),
          Long.parseLong(first),
          Long.parseLong(numbers.group(3)),
          numbers.group(4),
          first.startsWith("0") ? first.length() : 1);
    }

    Object value(long number) {
      if (before == null) {
        return number;
      }
      String written = Long.toString(number);
      return before + "0".repeat(Math.max(0, digits - written.length())) + written + after;
    }
  }

  /**
   * Parses values; none of a blank text.
   *
   * @throws InvalidSettingException if it is none of the forms, or the file cannot be read
   */
  public static ParameterValues of(String text) {
    if (text.strip().toLowerCase(Locale.ROOT).endsWith(".csv")) {
      return new ParameterValues(List.of(), csv(text.strip()));
    }
    return new ParameterValues(
        text.isBlank()
            ? List.of()
            : Stream.of(text.split(",", -1)).map(String::strip).map(Numbers::of).toList(),
        List.of());
  }

  private static List<List<Object>> csv(String name) {
    String subject = "parameters: " + name;
    String text;
    try {
      text = BoundedFile.text(subject, BoundedFile.path(subject, name), MEBIBYTES, "parameters");
    } catch (IOException e) {
      throw new InvalidSettingException(subject + ": cannot be read (" + e + ")", e);
    }
    List<List<Object>> rows = new ArrayList<>();
    List<Object> row = new ArrayList<>();
    Matcher field = FIELD.matcher(text);
    int end = 0;
    while (end < text.length() && field.find()) {
      end = field.end();
      String quoted = field.group(1);
      row.add(quoted == null ? value(field.group(2)) : quoted.replace("\"\"", "\""));
      if (!field.group(3).equals(",")) {
        rows.add(row);
        row = new ArrayList<>();
      }
    }
    if (end < text.length() || rows.stream().mapToInt(List::size).distinct().count() != 1) {
      throw new InvalidSettingException(
          subject
              + ": is no table; each row needs a column for each parameter, and \"\" for a quote"
              + " inside quotes");
    }
    return rows;
  }

  private static Object value(String field) {
    return field.matches("0|-?[1-9]\\d{0,17}") ? (Object) Long.valueOf(field) : field;
  }

  /** {@return the values of an operation: a row, or a number of each range} */
  public List<Object> draw() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return rows.isEmpty()
        ? values(column -> random.nextLong(column.from(), column.to() + 1))
        : rows.get(random.nextInt(rows.size()));
  }

  /** {@return the first and the last values} */
  public List<List<Object>> samples() {
    return rows.isEmpty()
        ? Stream.of(values(Numbers::from), values(Numbers::to)).distinct().toList()
        : List.of(rows.get(0), rows.get(rows.size() - 1));
  }

  private List<Object> values(ToLongFunction<Numbers> number) {
    return columns.stream().map(column -> column.value(number.applyAsLong(column))).toList();
  }
}
