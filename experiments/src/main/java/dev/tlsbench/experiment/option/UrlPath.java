package dev.tlsbench.experiment.option;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Escapes a file name for the query of a URL (RFC 3986, section 3.4). */
public final class UrlPath {
  private UrlPath() {}

  /** Encodes a path for an option of a URL. */
  public static String of(Path path) {
    return URLEncoder.encode(path.toString(), StandardCharsets.UTF_8)
        .replace("+", "%20")
        .replace("%2F", "/");
  }
}
