package dev.tlsbench.core.tls.pem;

import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** A file of certificates or keys, read whole, and what kind it is. */
public final class SecretFile {
  private final Path path;
  private final byte[] content;
  private final Kind kind;

  private SecretFile(Path path, byte[] content, Kind kind) {
    this.path = path;
    this.content = content;
    this.kind = kind;
  }

  /** The format of a file, found by its first bytes. */
  public enum Kind {
    PEM,
    PKCS12,
    JKS
  }

  private static final int MEBIBYTES = 16;
  private static final int ASN1_SEQUENCE = 0x30;

  public static SecretFile read(String option, Path path) {
    byte[] content = bytes(option, path);
    return new SecretFile(path, content, kind(option, path, content));
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

  private static Kind kind(String option, Path path, byte[] content) {
    if (isPem(content)) {
      return Kind.PEM;
    }
    if (content.length > 4 && (content[0] & 0xFF) == 0xFE && (content[1] & 0xFF) == 0xED) {
      return Kind.JKS;
    }
    if (content[0] == ASN1_SEQUENCE) {
      return Kind.PKCS12;
    }
    throw new InvalidSettingException(
        option
            + ": "
            + path
            + " is neither PEM nor a key store; expected PEM blocks, PKCS#12 or JKS");
  }

  Path path() {
    return path;
  }

  public byte[] content() {
    return content;
  }

  public Kind kind() {
    return kind;
  }

  public static boolean isPem(byte[] content) {
    return new String(content, StandardCharsets.ISO_8859_1).contains("-----BEGIN ");
  }

  public String storeType() {
    return kind.name().toUpperCase(Locale.ROOT);
  }
}
