package dev.tlsbench.jmh.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Versions of what is measured, as Maven resolved them when this was built: the manifests that
 * would tell them are merged away in {@code benchmarks.jar}.
 */
final class Versions {
  private Versions() {}

  /** By name, sorted. */
  static Map<String, String> ofLibraries() {
    Properties properties = new Properties();
    try (InputStream bytes = Versions.class.getResourceAsStream("versions.properties")) {
      if (bytes == null) {
        throw new IllegalStateException("versions.properties is missing from the class path");
      }
      Reader reader = new InputStreamReader(bytes, StandardCharsets.UTF_8);
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read versions.properties", e);
    }
    Map<String, String> versions = new TreeMap<>();
    properties.stringPropertyNames().forEach(n -> versions.put(n, properties.getProperty(n, "")));
    return versions;
  }
}
