package dev.tlsbench.core;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A file that a user names, read whole, but no more of it than there may be. Its size is not asked
 * for before: a device, a pipe and what is in {@code /proc} do not say how much there is, and may
 * have no end.
 */
public final class BoundedFile {
  private BoundedFile() {}

  /**
   * Reads a file.
   *
   * @param subject what a refusal begins with, such as {@code tls.caFile: /etc/ca.pem}
   * @param file which one
   * @param mebibytes how long it may be, 1 to 1024
   * @param purpose what would be that long, such as {@code certificates and keys}
   * @return its content
   * @throws InvalidSettingException if it is longer
   * @throws IOException if it cannot be read
   */
  public static byte[] bytes(String subject, Path file, int mebibytes, String purpose)
      throws IOException {
    int longest = mebibytes << 20;
    try (InputStream content = Files.newInputStream(file)) {
      byte[] bytes = content.readNBytes(longest + 1);
      if (bytes.length > longest) {
        throw new InvalidSettingException(
            subject + " is longer than " + mebibytes + " MiB, too long for " + purpose);
      }
      return bytes;
    }
  }

  /**
   * Reads a file of text in UTF-8.
   *
   * @param subject what a refusal begins with, such as {@code --variants mine.yaml}
   * @param file which one
   * @param mebibytes how long it may be, 1 to 1024
   * @param purpose what would be that long, such as {@code variants}
   * @return its content
   * @throws InvalidSettingException if it is longer
   * @throws IOException if it cannot be read, or is not in UTF-8
   */
  public static String text(String subject, Path file, int mebibytes, String purpose)
      throws IOException {
    byte[] bytes = bytes(subject, file, mebibytes, purpose);
    return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
  }
}
