package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeSet;

/**
 * A file given with {@code -P}: the syntax of {@link Properties#load(java.io.Reader)}, in UTF-8
 * with or without a byte order mark.
 */
public final class PropertyFile {
  /** The folder with {@code workloads/}, set by the launcher. */
  private static final String HOME = "tlsbench.home";

  private static final int MEBIBYTES = 1;

  private PropertyFile() {}

  /**
   * Reads a file.
   *
   * @param name its path, relative to the current directory or to the folder with {@code
   *     workloads/}
   * @return its values by name, some of which may be secret
   * @throws InvalidSettingException if the file does not exist, cannot be read, is longer than 1
   *     MiB, or has a name that is misspelt
   */
  public static Map<String, String> read(String name) {
    String text = text(name);
    String place = "-P " + name + ": ";
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidSettingException(
          place + "\\u is not followed by four hexadecimal digits; write \\\\ for a backslash", e);
    }
    new TreeSet<>(properties.stringPropertyNames())
        .forEach(property -> KnownNames.check(place, property));
    return RunProperties.strings(properties);
  }

  private static String text(String name) {
    try {
      return BoundedFile.text("-P " + name + ":", find(name), MEBIBYTES, "properties");
    } catch (IOException e) {
      throw new InvalidSettingException(
          "-P " + name + ": cannot be read as a property file (" + e.getMessage() + ")", e);
    }
  }

  /** Returns the path of a file that exists. */
  static Path find(String name) {
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
}
