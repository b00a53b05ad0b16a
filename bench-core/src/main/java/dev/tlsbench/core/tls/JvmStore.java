package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key store that the JVM's own properties name ({@code javax.net.ssl.keyStore}, {@code
 * trustStore}, and each with {@code Password} and {@code Type}). Used where the options name no
 * file (JSSE Reference Guide, "Customizing the Default Keystores and Truststores").
 *
 * @param password {@code null} if none is given
 */
record JvmStore(Path file, @Nullable String password) {
  private static final String KEYS = "javax.net.ssl.keyStore";
  private static final String TRUST = "javax.net.ssl.trustStore";

  /** The JDK's word for a store that is not a file, such as a smart card. */
  private static final String NONE = "NONE";

  /** The JDK opens both kinds of file under either name ({@code keystore.type.compat}). */
  private static final Set<String> FILES = Set.of("", "JKS", "PKCS12");

  /** Returns the store of the client's certificate; empty if the JVM names none. */
  static Optional<JvmStore> keys() {
    if (!property(KEYS).isEmpty() && !isOfFile(KEYS)) {
      throw refused(KEYS + "Type");
    }
    return file(KEYS);
  }

  /**
   * Returns the store of the trusted authorities; empty if the JVM names none, or one that is left
   * to the JDK because it is not a file or has a special type, such as {@code Windows-ROOT}.
   */
  static Optional<JvmStore> trust() {
    if (isOfFile(TRUST)) {
      return file(TRUST);
    }
    String file = property(TRUST);
    if (!file.isEmpty() && !file.equals(NONE) && Files.notExists(BoundedFile.path(TRUST, file))) {
      // The JDK would trust its own authorities instead.
      throw new InvalidSettingException(TRUST + ": " + file + " does not exist; check it");
    }
    return Optional.empty();
  }

  private static boolean isOfFile(String name) {
    return FILES.contains(property(name + "Type").toUpperCase(Locale.ROOT));
  }

  private static Optional<JvmStore> file(String name) {
    String file = property(name);
    if (!file.isEmpty() && !property(name + "Provider").isEmpty()) {
      throw refused(name + "Provider");
    }
    String password = property(name + "Password");
    return file.isEmpty() || file.equals(NONE)
        ? Optional.empty()
        : Optional.of(
            new JvmStore(BoundedFile.path(name, file), password.isEmpty() ? null : password));
  }

  private static InvalidSettingException refused(String setting) {
    return new InvalidSettingException(
        "%s=%s: this store cannot be used; name a PKCS12 or JKS file without a provider"
            .formatted(setting, property(setting)));
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return file.toString();
  }
}
