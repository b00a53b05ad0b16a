package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Map;

/**
 * Refuses text of the command line and the environment that this JVM could not decode. It replaces
 * each byte that is invalid in its locale's encoding: under {@code LC_ALL=POSIX} a password or
 * table name would change.
 */
public final class UndecodableText {
  private static final char REPLACEMENT = '\uFFFD';

  private UndecodableText() {}

  /** Verifies a command line and the properties in the environment; shows no value. */
  public static void refuse(Map<String, String> environment, String... args) {
    for (int i = 0; i < args.length; i++) {
      refuse("argument " + (i + 1), args[i]);
    }
    environment.forEach(
        (name, value) -> {
          if (name.startsWith(EnvironmentProperties.PREFIX)) {
            refuse(name, value);
          }
        });
  }

  /** Verifies the value of a name. */
  public static void refuse(String place, String value) {
    if (value.indexOf(REPLACEMENT) >= 0) {
      throw new InvalidSettingException(
          place + ": the locale does not have all of its letters; set LC_ALL=C.UTF-8");
    }
  }
}
