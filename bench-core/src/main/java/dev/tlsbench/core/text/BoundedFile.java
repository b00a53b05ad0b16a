package dev.tlsbench.core.text;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads a file that a user names, up to a size limit. Does not ask for the size first: devices,
 * pipes and files in {@code /proc} do not report one, and may be endless.
 *
 * <p>Pipes and devices, such as the {@code /dev/fd/63} of {@code <(cat ca.pem)}, can be read once.
 * Their content is kept in memory for as long as the JVM runs, and returned whenever the file is
 * read again, under this or another of its names. Regular files are read anew each time, so that a
 * renewed certificate counts.
 */
public final class BoundedFile {
  /** Keyed by the file's identity, or by its absolute path if another process has read it. */
  private static final Map<Object, AtomicReference<byte[]>> KEPT = new ConcurrentHashMap<>();

  private BoundedFile() {}

  /** Refuses a name that cannot be a path: the JVM's locale may lack its letters. */
  public static Path path(String option, String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new InvalidSettingException(
          ("%s: '%s' is not a path on this system; give the path of a file, or set LC_ALL=C.UTF-8 if"
                  + " the locale has no such letters")
              .formatted(option, name),
          e);
    }
  }

  public static boolean isReadOnce(Path file) {
    try {
      return Files.readAttributes(file, BasicFileAttributes.class).isOther();
    } catch (IOException e) {
      return false;
    }
  }

  /** Keeps the content of a file that another process has read, and that this one cannot read. */
  public static void keep(Path file, byte[] content) {
    KEPT.put(file.toAbsolutePath(), new AtomicReference<>(content.clone()));
  }

  /**
   * Reads a file; refuses a longer one.
   *
   * @param subject the beginning of an error, such as {@code tls.caFile: /etc/ca.pem}
   * @param purpose the expected content, such as {@code certificates and keys}; for an error
   */
  public static byte[] bytes(String subject, Path file, int mebibytes, String purpose)
      throws IOException {
    int longest = mebibytes << 20;
    byte[] bytes = content(file, longest + 1);
    if (bytes.length > longest) {
      throw new InvalidSettingException(
          subject + " is longer than " + mebibytes + " MiB, too long for " + purpose);
    }
    return bytes;
  }

  private static byte[] content(Path file, int limit) throws IOException {
    AtomicReference<byte[]> kept = KEPT.get(file.toAbsolutePath());
    if (kept == null) {
      if (!isReadOnce(file)) {
        return read(file, limit);
      }
      kept = KEPT.computeIfAbsent(identity(file), known -> new AtomicReference<>());
    }
    synchronized (kept) { // the first of several threads reads it; a pipe may never have an end
      byte[] content = kept.get();
      if (content == null) {
        content = read(file, limit);
        if (content.length < limit) {
          kept.set(content);
        }
      }
      return content.clone();
    }
  }

  /** Returns one identity for all names of a file; a pipe without a name has no real path. */
  private static Object identity(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    try {
      Path real = file.toRealPath();
      return key == null ? real : Map.entry(real, key);
    } catch (IOException e) {
      return key == null ? file.toAbsolutePath() : key;
    }
  }

  private static byte[] read(Path file, int limit) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      return content.readNBytes(limit);
    }
  }

  /**
   * Reads a text file like {@link #bytes}, in UTF-8 with or without a byte order mark; returns it
   * without the mark.
   */
  public static String text(String subject, Path file, int mebibytes, String purpose)
      throws IOException {
    byte[] bytes = bytes(subject, file, mebibytes, purpose);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
      }
    } catch (CharacterCodingException e) {
      // Refused like text with a NUL, such as UTF-16.
    }
    boolean marked = bytes.length > 1 && (bytes[0] & 0xFF) + (bytes[1] & 0xFF) == 0xFE + 0xFF;
    throw new InvalidSettingException(
        subject
            + " is "
            + (marked ? "text in UTF-16" : "not text in UTF-8")
            + "; save the file in UTF-8");
  }
}
