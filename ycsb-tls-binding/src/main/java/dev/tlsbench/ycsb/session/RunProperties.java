package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Parses properties of a run. */
public final class RunProperties {
  private RunProperties() {}

  /**
   * Parses a whole number.
   *
   * @param properties those of the run
   * @param name the property
   * @param otherwise the default
   * @param least the minimum
   * @return a number from {@code least} on
   * @throws InvalidSettingException if the property is something else
   */
  public static int number(Properties properties, String name, int otherwise, int least) {
    String value = properties.getProperty(name);
    if (value == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(value.strip());
      if (number < least) {
        throw new NumberFormatException("too small");
      }
      return number;
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          name
              + ": '"
              + value
              + "' is not a whole number from "
              + least
              + " to "
              + Integer.MAX_VALUE,
          e);
    }
  }

  /**
   * Parses a switch.
   *
   * @param properties those of the run
   * @param name the property
   * @param otherwise the default
   * @return true if it is on
   * @throws InvalidSettingException if the property is neither {@code true} nor {@code false}
   */
  public static boolean bool(Properties properties, String name, boolean otherwise) {
    String value = properties.getProperty(name, String.valueOf(otherwise)).strip();
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new InvalidSettingException(
              name + ": '" + value + "' is neither true nor false; give one of the two");
    };
  }

  /**
   * Finds a value by its name.
   *
   * @param values the valid values
   * @param id the name of each
   * @param name the requested name
   * @param problem the start of the message if there is no such value
   * @param <E> the type of the values
   * @return the value
   * @throws InvalidSettingException if there is none of that name
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
   * Validates a name that becomes part of a statement without quotes.
   *
   * @param property the property with the name
   * @param value its value
   * @return the same value
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
   * Converts the properties to a map, as bench-core takes it.
   *
   * @param properties those of the run
   * @return a copy, with the strings only
   */
  public static Map<String, String> strings(Properties properties) {
    Map<String, String> strings = new HashMap<>();
    properties
        .stringPropertyNames()
        .forEach(name -> strings.put(name, properties.getProperty(name)));
    return strings;
  }

  /**
   * Converts a map to properties.
   *
   * @param strings values by name
   * @return a new object
   */
  public static Properties of(Map<String, String> strings) {
    Properties properties = new Properties();
    properties.putAll(strings);
    return properties;
  }

  /**
   * Copies the properties.
   *
   * @param properties those of the run
   * @return a new object, with the strings only
   */
  public static Properties copy(Properties properties) {
    return of(strings(properties));
  }
}
