package dev.tlsbench.ycsb.session;

import static java.util.Locale.ROOT;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.url.TlsOption;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Parses properties of a run. */
public final class RunProperties {
  /** U+FEFF in UTF-8, read as Latin-1. */
  private static final String BYTE_ORDER_MARK = "\u00EF\u00BB\u00BF";

  private RunProperties() {}

  /**
   * Parses a whole number.
   *
   * @param otherwise the default
   * @throws InvalidSettingException if the property is something else, or a lesser number
   */
  public static int number(Properties properties, String name, int otherwise, int least) {
    String value = properties.getProperty(name);
    if (value == null) {
      return otherwise;
    }
    return (int) whole(name, value, least, Integer.MAX_VALUE);
  }

  /**
   * Parses a whole number.
   *
   * @throws InvalidSettingException if the value is something else than a number in this range
   */
  public static long whole(String name, String value, long least, long most) {
    return within(name, value, "whole number", least, most, Long::valueOf);
  }

  /**
   * Parses a decimal number.
   *
   * @throws InvalidSettingException if the value is something else than a number in this range
   */
  public static double decimal(String name, String value, double least, double most) {
    return within(name, value, "number", least, most, Double::valueOf);
  }

  private static <N extends Number & Comparable<N>> N within(
      String name, String value, String kind, N least, N most, Function<String, N> parser) {
    try {
      N number = parser.apply(value.strip());
      if (number.compareTo(least) >= 0 && number.compareTo(most) <= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw outOfRange(name, value, kind, least, most);
    }
    throw outOfRange(name, value, kind, least, most);
  }

  private static InvalidSettingException outOfRange(
      String name, String value, String kind, Number least, Number most) {
    DecimalFormat plain = new DecimalFormat("0.#########", DecimalFormatSymbols.getInstance(ROOT));
    return new InvalidSettingException(
        name
            + ": '"
            + value
            + "' is not a "
            + kind
            + " from "
            + plain.format(least)
            + " to "
            + plain.format(most));
  }

  /**
   * Parses a switch.
   *
   * @param otherwise the default
   * @throws InvalidSettingException if the property is neither {@code true} nor {@code false}
   */
  public static boolean bool(Properties properties, String name, boolean otherwise) {
    String value = properties.getProperty(name);
    return value == null ? otherwise : TlsOption.bool(name, value);
  }

  /**
   * Finds a value by its name.
   *
   * @throws InvalidSettingException if the name is unknown
   */
  public static <E> E choice(E[] values, Function<E, String> id, String name, String problem) {
    return Arrays.stream(values)
        .filter(value -> id.apply(value).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    problem
                        + "; choose one of "
                        + Arrays.stream(values).map(id).collect(Collectors.joining(", "))));
  }

  /**
   * Validates a name that is used in a statement without quotes.
   *
   * @throws InvalidSettingException if it has other characters than letters, digits and {@code _}
   */
  public static String name(String property, String value) {
    if (value.matches("\\w+")) {
      return value;
    }
    throw new InvalidSettingException(
        property + ": '" + value + "' is not a name; use letters, digits and _");
  }

  /**
   * {@return the value of an option of sysbench, whose name may be written with {@code -} or {@code
   * _}, without surrounding blanks}
   *
   * @param otherwise the default
   * @throws InvalidSettingException if both spellings are given with different values
   */
  public static String dashed(Properties properties, String name, String otherwise) {
    String other = name.contains("_") ? name.replace('_', '-') : name.replace('-', '_');
    String value = properties.getProperty(name);
    String otherValue = other.equals(name) ? null : properties.getProperty(other);
    if (value != null && otherValue != null && !value.strip().equals(otherValue.strip())) {
      throw new InvalidSettingException(
          name
              + ": it is "
              + value
              + ", and "
              + other
              + ", which means the same, is "
              + otherValue);
    }
    String given = value == null ? otherValue : value;
    return given == null ? otherwise : given.strip();
  }

  /**
   * Verifies that all names with a prefix are known. A misspelt name would have no effect.
   *
   * @param prefix such as {@code tls.}
   * @throws InvalidSettingException if one is unknown, or begins with a byte order mark, which
   *     YCSB's own client takes for a part of the first name in a file
   */
  public static void requireKnown(Set<String> names, String prefix, Set<String> known) {
    for (String name : new TreeSet<>(names)) {
      if (name.startsWith(BYTE_ORDER_MARK)) {
        throw new InvalidSettingException(
            name.substring(BYTE_ORDER_MARK.length())
                + ": a byte order mark stands before this name; save the file without one");
      }
      if (name.startsWith(prefix) && !known.contains(name)) {
        throw new InvalidSettingException(unknown(name, known));
      }
    }
  }

  /** Refuses a workload that scans, for a database without an order of keys. */
  public static void refuseScans(Properties properties, String product) {
    String name = "scanproportion";
    String scans = properties.getProperty(name, "0");
    if (decimal(name, scans, 0, Double.MAX_VALUE) > 0) {
      throw new InvalidSettingException(
          ("%s: %s, but %s keeps its records in the order of hashed keys, and has no scan in the"
                  + " order of keys; run workloade on another database, or set it to 0")
              .formatted(name, scans, product));
    }
  }

  /** Describes an unknown property. */
  public static String unknown(String name, Set<String> known) {
    return name + ": there is no such property; did you mean " + NearestName.of(name, known) + "?";
  }

  /** Converts the properties to a map for bench-core. */
  public static Map<String, String> strings(Properties properties) {
    Map<String, String> strings = new HashMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> strings.put(name, properties.getProperty(name)));
    return strings;
  }

  /** Converts a map to properties. */
  public static Properties of(Map<String, String> strings) {
    Properties properties = new Properties();
    properties.putAll(strings);
    return properties;
  }

  /** Copies the properties. */
  public static Properties copy(Properties properties) {
    return of(strings(properties));
  }
}
