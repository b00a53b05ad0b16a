package dev.tlsbench.ycsb.client;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/** Finds and reads the files that {@code -P} names. */
public final class PropertyFiles {
  /** Set by the launcher: the folder that holds {@code workloads/}. */
  private static final String HOME = "tlsbench.home";

  private PropertyFiles() {}

  /**
   * Reads a file.
   *
   * @param name its path, from here or from the folder that holds {@code workloads/}
   * @return what it says
   * @throws InvalidSettingException if there is no such file, or it cannot be read
   */
  public static Properties read(String name) {
    Properties properties = new Properties();
    Path file = find(name);
    try (InputStream in = Files.newInputStream(file)) {
      properties.load(in);
      return properties;
    } catch (IOException | IllegalArgumentException e) {
      throw new InvalidSettingException(
          "-P " + name + ": cannot be read as a property file (" + e.getMessage() + ")", e);
    }
  }

  private static Path find(String name) {
    Path here = Path.of(name);
    if (Files.exists(here)) {
      return here;
    }
    String home = System.getProperty(HOME);
    Path there = home == null ? here : Path.of(home).resolve(name);
    if (!Files.exists(there)) {
      throw new InvalidSettingException(
          "-P " + name + ": there is no such file; name one such as workloads/workloada");
    }
    return there;
  }
}
