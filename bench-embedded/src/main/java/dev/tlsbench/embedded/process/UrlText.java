package dev.tlsbench.embedded.process;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Encodes text for a URL (RFC 3986, section 2). */
public final class UrlText {
  private UrlText() {}

  /** Encodes any text. */
  public static String component(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Encodes a file for a query, where slashes need no encoding. */
  public static String path(Path path) {
    return component(path.toString()).replace("%2F", "/");
  }
}
