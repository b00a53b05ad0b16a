package dev.tlsbench.core.tls.pem;

import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.Nullable;

/** A file of certificates or keys, read whole: PEM, or a key store. */
public final class SecretFile {
  private static final int MEBIBYTES = 16;

  private final Path path;
  private final byte[] content;

  private SecretFile(Path path, byte[] content) {
    this.path = path;
    this.content = content;
  }

  public static SecretFile read(String option, Path path) {
    SecretFile file = new SecretFile(path, bytes(option, path));
    if (!file.isPem() && !file.isPkcs12() && !file.isJks()) {
      throw new InvalidSettingException(
          "%s: %s is neither PEM nor a key store; expected PEM blocks, PKCS#12 or JKS"
              .formatted(option, path));
    }
    return file;
  }

  public static byte[] bytes(String option, Path path) {
    try {
      if (Files.isDirectory(path)) {
        throw new InvalidSettingException(option + ": " + path + " is a directory; name a file");
      }
      byte[] content =
          BoundedFile.bytes(option + ": " + path, path, MEBIBYTES, "certificates and keys");
      if (content.length == 0) {
        throw new InvalidSettingException(
            option + ": " + path + " is empty; expected PEM, PKCS#12 or JKS");
      }
      return content;
    } catch (NoSuchFileException e) {
      throw new InvalidSettingException(
          option + ": " + path + " does not exist; check the path", e);
    } catch (AccessDeniedException e) {
      throw new InvalidSettingException(
          option + ": " + path + " may not be read by this user; check its permissions", e);
    } catch (IOException e) {
      throw new InvalidSettingException(option + ": " + path + " cannot be read", e);
    }
  }

  Path path() {
    return path;
  }

  public byte[] content() {
    return content;
  }

  public boolean isPem() {
    return isPem(content);
  }

  public static boolean isPem(byte[] content) {
    return new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
  }

  /** An ASN.1 sequence (RFC 7292, section 4). */
  private boolean isPkcs12() {
    return content[0] == 0x30;
  }

  private boolean isJks() {
    return content.length > 4 && (content[0] & 0xFF) == 0xFE && (content[1] & 0xFF) == 0xED;
  }

  /** Opens the key store; without a password its integrity is not checked. */
  public KeyStore keyStore(char @Nullable [] password)
      throws IOException, GeneralSecurityException {
    // By its own name: the JDK reads either under both only with keystore.type.compat.
    KeyStore store = KeyStore.getInstance(isJks() ? "JKS" : "PKCS12");
    store.load(new ByteArrayInputStream(content), password);
    return store;
  }
}
