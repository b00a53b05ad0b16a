package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Warns about files with secrets that every user of the machine can read, with the file and the
 * remedy. Only the mode of the file counts, not the modes of its parent folders.
 */
public final class ExposedFiles {
  private static final int PERMISSIONS = 0777;
  private static final int OTHERS_READ = 04;

  private ExposedFiles() {}

  /** Returns a line about the private key of the client; empty if others cannot read it. */
  public static Optional<String> key(Binding binding, Properties properties) {
    try {
      return tls(binding, properties)
          .identity()
          .keyFile()
          .flatMap(file -> warning(file, "private key"));
    } catch (InvalidSettingException e) {
      // Connecting reports this failure, and the key has not been read.
      return Optional.empty();
    }
  }

  /**
   * Returns the TLS settings; without a URL, the settings for the embedded server that will be
   * started.
   */
  private static TlsSettings tls(Binding binding, Properties properties) {
    if (properties.containsKey(binding.urlProperty())) {
      return binding.tls(properties);
    }
    TlsSettings.Builder settings = TlsSettings.builder();
    TlsOption.override(RunProperties.strings(properties), settings);
    return settings.build();
  }

  /** Returns a line about a file of properties or variants, if there is a password in it. */
  public static Optional<String> withPassword(Path file, Map<String, String> properties) {
    return Secrets.in(properties).isEmpty()
        ? Optional.empty()
        : warning(file, "file with a password in it");
  }

  /**
   * Checks a file.
   *
   * @param file a file with a secret
   * @param what the kind of secret, such as {@code private key}
   * @return one line; empty if others cannot read it, it does not exist, or it has no mode
   */
  public static Optional<String> warning(Path file, String what) {
    try {
      int mode = (int) Files.getAttribute(file, "unix:mode") & PERMISSIONS;
      return (mode & OTHERS_READ) == 0
          ? Optional.empty()
          : Optional.of(
              String.format(
                  Locale.ROOT,
                  "%s: every user of this machine may read this %s (mode %04o); chmod 600 %s",
                  file,
                  what,
                  mode,
                  file));
    } catch (IOException | UnsupportedOperationException e) {
      // Reading the file reports this failure; without modes there is nothing to check.
      return Optional.empty();
    }
  }
}
