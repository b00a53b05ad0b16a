package dev.tlsbench.client.properties;

import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Finds and reads the files that {@code -P} names. */
public final class PropertyFiles {
  /** Set by the launcher: the folder that holds {@code workloads/}. */
  private static final String HOME = "tlsbench.home";

  private static final int MEBIBYTES = 1;

  private PropertyFiles() {}

  /**
   * Reads a file.
   *
   * @param name its path, from here or from the folder that holds {@code workloads/}
   * @throws InvalidSettingException if there is no such file, it cannot be read, or it is longer
   *     than 1 MiB
   */
  public static Properties read(String name) {
    Properties properties = new Properties();
    Path file = find(name);
    try {
      byte[] content = BoundedFile.bytes("-P " + name + ":", file, MEBIBYTES, "properties");
      properties.load(new ByteArrayInputStream(content));
      return properties;
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidSettingException(
          "-P " + name + ": cannot be read as a property file (" + e.getMessage() + ")", e);
    }
  }

  /**
   * Finds a file.
   *
   * @param name its path, from here or from the folder that holds {@code workloads/}
   * @throws InvalidSettingException if there is no such file
   */
  static Path find(String name) {
    Path here = BoundedFile.path("-P", name);
    if (Files.exists(here)) {
      return here;
    }
    String home = System.getProperty(HOME);
    Path there = home == null ? here : BoundedFile.path(HOME, home).resolve(name);
    if (!Files.exists(there)) {
      throw new InvalidSettingException(
          "-P " + name + ": there is no such file; name one such as workloads/workloada");
    }
    return there;
  }
}
