package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.UrlOption;
import java.util.Locale;

/**
 * The values of {@code ssl-mode} (MySQL 9.7 Reference Manual, "Command Options for Encrypted
 * Connections"), except {@code PREFERRED}.
 */
enum SslMode {
  DISABLED,
  REQUIRED,
  VERIFY_CA,
  VERIFY_IDENTITY;

  private static final String CHOICE =
      "; say ssl-mode=VERIFY_IDENTITY (with ssl-ca for an authority of your own), VERIFY_CA or"
          + " REQUIRED for TLS, or ssl-mode=DISABLED for plain text";

  static SslMode of(UrlOption option) {
    String value = option.value().strip().toUpperCase(Locale.ROOT).replace('-', '_');
    return switch (value) {
      case "DISABLED" -> DISABLED;
      case "REQUIRED" -> REQUIRED;
      case "VERIFY_CA" -> VERIFY_CA;
      case "VERIFY_IDENTITY" -> VERIFY_IDENTITY;
      case "PREFERRED" -> throw refusePreferred(option.name() + "=PREFERRED");
      default ->
          throw new InvalidSettingException(
              option.name() + ": there is no mode '" + option.value() + "'" + CHOICE);
    };
  }

  static InvalidSettingException refusePreferred(String what) {
    return new InvalidSettingException(
        what
            + ": falls back to plain text without a word, so nobody knows what was measured"
            + CHOICE);
  }

  /** Returns the error for a URL and properties without any TLS option. */
  static InvalidSettingException refuseSilence(String url) {
    return new InvalidSettingException(
        url
            + ": says neither that TLS is wanted nor that it is not; Connector/J would take"
            + " PREFERRED, which falls back to plain text without a word"
            + CHOICE);
  }

  void apply(TlsSettings.Builder settings) {
    settings
        .enabled(this != DISABLED)
        .allowInvalidCertificates(this == REQUIRED)
        .allowInvalidHostnames(this == REQUIRED || this == VERIFY_CA);
  }
}
