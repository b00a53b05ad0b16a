package dev.tlsbench.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** Versions of this project and its libraries, as Maven resolved them at build time. */
public final class Versions {
  private Versions() {}

  /** Reads the resource {@code versions.properties}; {@code tlsbench} is this project. */
  public static Map<String, String> read(Class<?> beside) {
    Properties properties = new Properties();
    try (InputStream bytes = beside.getResourceAsStream("versions.properties")) {
      if (bytes == null) {
        throw new IllegalStateException("versions.properties is missing from the class path");
      }
      properties.load(new InputStreamReader(bytes, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read versions.properties", e);
    }
    Map<String, String> versions = new TreeMap<>();
    properties.stringPropertyNames().forEach(n -> versions.put(n, properties.getProperty(n, "")));
    return versions;
  }
}
