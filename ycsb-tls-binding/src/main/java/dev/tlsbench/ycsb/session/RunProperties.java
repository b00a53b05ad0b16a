package dev.tlsbench.ycsb.session;

import dev.tlsbench.core.InvalidSettingException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

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
}
