package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.UrlOption;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Resolves the location of a store. Connector/J takes a URL, the mysql client a path; either is
 * accepted for both.
 */
final class StoreLocation {
  /** At least two letters, so that a Windows drive is not a scheme. */
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  private StoreLocation() {}

  static Path of(UrlOption option) {
    String value = option.value().strip();
    if (!SCHEME.matcher(value).matches()) {
      return TlsOption.path(option.name(), value);
    }
    if (!value.toLowerCase(Locale.ROOT).startsWith("file:")) {
      throw new InvalidSettingException(
          option.name() + ": " + value + " is not a file; give a path, or a URL file:/path");
    }
    try {
      URI uri = URI.create(value);
      return uri.isOpaque()
          ? BoundedFile.path(option.name(), uri.getSchemeSpecificPart())
          : Path.of(uri);
    } catch (InvalidSettingException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw new InvalidSettingException(
          option.name() + ": " + value + " is not the URL of a file; write file:/path", e);
    }
  }
}
