package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

/**
 * The properties that a user sets: in environment variables, in files, and individually on the
 * command line. Later ones in this order override earlier ones, and so does a later file or a later
 * property.
 *
 * <p>Its text has names and no values, which may be secret.
 *
 * @param values by name
 * @param notes remarks for the user, one line each
 */
public record GivenProperties(Map<String, String> values, List<String> notes) {
  /**
   * Reads the properties.
   *
   * @param files the values of {@code -P}
   * @param assignments the values of {@code -p}, {@code name=value}
   * @throws InvalidSettingException if a file cannot be read, an assignment has no value, or a name
   *     is not a property
   */
  public static GivenProperties of(
      Map<String, String> environment, List<String> files, List<String> assignments) {
    Properties merged = new Properties();
    List<String> notes = new ArrayList<>();
    for (String name : files) {
      Map<String, String> file = PropertyFile.read(name);
      ExposedFiles.withPassword(PropertyFile.find(name), file).ifPresent(notes::add);
      merged.putAll(file);
    }
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      if (equals < 1) {
        throw new InvalidSettingException(
            "-p " + nameIn(assignment) + ": no value; write it as -p name=value");
      }
      String name = assignment.substring(0, equals);
      KnownNames.check("-p ", name);
      merged.setProperty(name, assignment.substring(equals + 1));
    }
    Properties ofEnvironment = EnvironmentProperties.of(environment);
    TreeSet<String> taken = new TreeSet<>(ofEnvironment.stringPropertyNames());
    taken.removeAll(merged.stringPropertyNames());
    if (!taken.isEmpty()) {
      notes.add("from the environment: " + String.join(", ", taken));
    }
    ofEnvironment.forEach(merged::putIfAbsent);
    return new GivenProperties(Map.copyOf(RunProperties.strings(merged)), List.copyOf(notes));
  }

  /** Removes property variables from the environment of a process that does not need them. */
  public static void removeFrom(Map<String, String> environment) {
    environment.keySet().removeIf(name -> name.startsWith(EnvironmentProperties.PREFIX));
  }

  /** Returns a new object at each call. */
  public Properties properties() {
    return RunProperties.of(values);
  }

  /** Returns the part of an argument before a value, whatever the separator. */
  public static String nameIn(String argument) {
    return argument.split("[^A-Za-z0-9_.-]", 2)[0];
  }

  @Override
  public String toString() {
    return "GivenProperties" + new TreeSet<>(values.keySet());
  }
}
