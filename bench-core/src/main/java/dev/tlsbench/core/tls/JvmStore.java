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
      throw new InvalidSettingException(
          KEYS
              + "Type="
              + property(KEYS + "Type")
              + ": client certificates are read from PKCS12 and JKS files only; name one, or a PEM"
              + " file with tls.certificateKeyFile");
    }
    refuseProvider(KEYS);
    return store(KEYS);
  }

  /**
   * Returns the store of the trusted authorities; empty if the JVM names none, or one that is left
   * to the JDK because it is not a file or has a special type, such as {@code Windows-ROOT}.
   */
  static Optional<JvmStore> trust() {
    Optional<JvmStore> store = store(TRUST);
    if (isOfFile(TRUST)) {
      refuseProvider(TRUST);
      return store;
    }
    if (store.isPresent() && Files.notExists(store.get().file())) {
      // The JDK would trust its own authorities instead.
      throw new InvalidSettingException(TRUST + ": " + store.get() + " does not exist; check it");
    }
    return Optional.empty();
  }

  private static void refuseProvider(String name) {
    if (!property(name).isEmpty() && !property(name + "Provider").isEmpty()) {
      throw new InvalidSettingException(
          name
              + "Provider="
              + property(name + "Provider")
              + ": PKCS12 and JKS files are read without it; leave the setting out");
    }
  }

  private static boolean isOfFile(String name) {
    return FILES.contains(property(name + "Type").toUpperCase(Locale.ROOT));
  }

  private static Optional<JvmStore> store(String name) {
    String file = property(name);
    if (file.isEmpty() || file.equals(NONE)) {
      return Optional.empty();
    }
    String password = property(name + "Password");
    return Optional.of(
        new JvmStore(BoundedFile.path(name, file), password.isEmpty() ? null : password));
  }

  private static String property(String name) {
    return System.getProperty(name, "");
  }

  /**
   * Returns a failure to use such a store, with the JVM's property names in place of the options'.
   */
  static InvalidSettingException named(InvalidSettingException failure) {
    String message =
        String.valueOf(failure.getMessage())
            .replace("tls.certificateKeyFile", KEYS)
            .replace("tls.caFile", TRUST);
    return new InvalidSettingException(message, failure);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return file.toString();
  }
}
