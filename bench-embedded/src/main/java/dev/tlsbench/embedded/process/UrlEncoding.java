package dev.tlsbench.embedded.process;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;

/** Encodes text for a URL (RFC 3986, section 2). */
public final class UrlEncoding {
  private static final int RANDOM_BYTES = 18;

  private UrlEncoding() {}

  /** Encodes any text. */
  public static String component(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns 18 random bytes in Base64, which needs no encoding: a password. */
  public static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Encodes a file for a query, where slashes need no encoding. */
  public static String path(Path path) {
    return component(path.toString()).replace("%2F", "/");
  }
}
