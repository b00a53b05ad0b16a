package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Properties in environment variables: {@code TLSBENCH_P_} and the property's name in capitals,
 * with {@code _} for a point and {@code __} for an underscore or a dash. {@code
 * TLSBENCH_P_MYSQL_URL} is {@code mysql.url}, and {@code TLSBENCH_P_TABLE__SIZE} is {@code
 * table_size}.
 *
 * <p>The spellings of {@link KnownNames} are known, so {@code TLSBENCH_P_TLS_CAFILE} is {@code
 * tls.caFile}. Other names are in lower case.
 */
final class EnvironmentProperties {
  static final String PREFIX = "TLSBENCH_P_";

  private static final Map<String, String> KNOWN =
      KnownNames.all().stream()
          .collect(
              Collectors.toUnmodifiableMap(name -> name.toLowerCase(Locale.ROOT), name -> name));

  private static final Pattern NAME = Pattern.compile("(?!\\.)[A-Za-z0-9_.-]+(?<!\\.)");

  private EnvironmentProperties() {}

  /**
   * Parses the environment.
   *
   * @throws InvalidSettingException if a variable names no property, or two name the same
   */
  static Properties of(Map<String, String> environment) {
    Properties properties = new Properties();
    Map<String, String> variables = new HashMap<>();
    new TreeMap<>(environment)
        .forEach(
            (variable, value) -> {
              if (variable.startsWith(PREFIX)) {
                String name = nameOf(variable);
                String other = variables.put(name, variable);
                if (other != null) {
                  throw new InvalidSettingException(
                      other + ", " + variable + ": both are " + name + "; unset one of them");
                }
                KnownNames.check(variable + ": ", name);
                properties.setProperty(name, value);
              }
            });
    return properties;
  }

  private static String nameOf(String variable) {
    String rest = variable.substring(PREFIX.length());
    String written = rest.replace("__", "\0").replace('_', '.').replace('\0', '_');
    if (!NAME.matcher(written).matches()) {
      throw new InvalidSettingException(
          variable + ": names no property; write it as " + PREFIX + "MYSQL_URL for mysql.url");
    }
    String name = written.toLowerCase(Locale.ROOT);
    return KNOWN.getOrDefault(name, name);
  }
}
