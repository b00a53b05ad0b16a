package dev.tlsbench.report.page;

import dev.tlsbench.report.Versions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/** Scripts and styles in each page: the chart library, the project's script and its style sheet. */
final class Assets {
  private Assets() {}

  /** Versions of this project and of Chart.js. */
  static Map<String, String> versions() {
    return Versions.read(Assets.class);
  }

  static String chartJs() {
    String version = versions().get("chart.js");
    String script = read("/META-INF/resources/webjars/chart.js/" + version + "/dist/chart.umd.js");
    // The source map is not embedded; a browser would request it.
    return script.replaceAll("(?m)^//# sourceMappingURL=.*$", "").strip() + "\n";
  }

  /**
   * Returns the source expression that allows a script in a Content-Security-Policy (CSP Level 3,
   * 2.3.1).
   */
  static String hash(String script) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  static String read(String resource) {
    try (InputStream bytes = Assets.class.getResourceAsStream(resource)) {
      if (bytes == null) {
        throw new IllegalStateException(resource + " is missing from the class path");
      }
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
