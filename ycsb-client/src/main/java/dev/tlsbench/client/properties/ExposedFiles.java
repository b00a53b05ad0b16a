package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.option.TlsProperties;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Files that hold secrets, and that every user of the machine may read: a warning, which names the
 * file and the remedy. The mode of the file counts; that of the folders above it is not looked at.
 */
public final class ExposedFiles {
  private static final int PERMISSIONS = 0777;
  private static final int OTHERS_READ = 04;

  private ExposedFiles() {}

  /**
   * Looks at the private key of the client.
   *
   * @return one line; empty if there is no key, or others may not read it
   */
  public static Optional<String> key(Binding binding, Properties properties) {
    try {
      return tls(binding, properties).keyFile().flatMap(file -> warning(file, "private key"));
    } catch (InvalidSettingException e) {
      // Whoever connects will say so, and nobody has read the key then.
      return Optional.empty();
    }
  }

  /** Without a URL an embedded server will be started, and have one. */
  private static TlsSettings tls(Binding binding, Properties properties) {
    if (properties.containsKey(binding.urlProperty())) {
      return binding.tls(properties);
    }
    TlsSettings.Builder settings = TlsSettings.builder();
    TlsProperties.override(RunProperties.strings(properties), settings);
    return settings.build();
  }

  /**
   * Looks at a file of properties or variants.
   *
   * @return one line; empty if there is no password in it, or others may not read it
   */
  public static Optional<String> withPassword(Path file, Map<String, String> properties) {
    return Secrets.in(properties).isEmpty()
        ? Optional.empty()
        : warning(file, "file with a password in it");
  }

  /**
   * Looks at a file.
   *
   * @param file one that holds a secret
   * @param what it is, such as {@code private key}
   * @return one line; empty if others may not read it, it is not there, or it has no mode
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
      // Whoever reads the file says what is wrong with it; without modes there is no telling.
      return Optional.empty();
    }
  }
}
