package dev.tlsbench.core;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
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
   * Reads a file of text in UTF-8, with or without a byte order mark.
   *
   * @param subject what a refusal begins with, such as {@code --variants mine.yaml:}
   * @param file which one
   * @param mebibytes how long it may be, 1 to 1024
   * @param purpose what would be that long, such as {@code variants}
   * @return its content, without the mark
   * @throws InvalidSettingException if it is longer, or is not text in UTF-8
   * @throws IOException if it cannot be read
   */
  public static String text(String subject, Path file, int mebibytes, String purpose)
      throws IOException {
    byte[] bytes = bytes(subject, file, mebibytes, purpose);
    refuseWideCharacters(subject, bytes);
    int mark = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
    ByteBuffer content = ByteBuffer.wrap(bytes, mark, bytes.length - mark);
    CharBuffer text = CharBuffer.allocate(bytes.length);
    CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(content, text, true);
    if (result.isError()) {
      throw new InvalidSettingException(
          subject
              + " line "
              + lineOf(bytes, content.position())
              + " is not in UTF-8; save the file in that encoding");
    }
    return text.flip().toString();
  }

  /** The Unicode Standard, section 23.8, "Encoding Signature". */
  private static void refuseWideCharacters(String subject, byte[] bytes) {
    boolean utf32 = startsWith(bytes, 0xFF, 0xFE, 0, 0) || startsWith(bytes, 0, 0, 0xFE, 0xFF);
    boolean marked = startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF);
    boolean alternating = bytes.length > 1 && (bytes[0] == 0) != (bytes[1] == 0);
    if (utf32 || marked || alternating) {
      throw new InvalidSettingException(
          subject + " is in " + (utf32 ? "UTF-32" : "UTF-16") + "; save the file in UTF-8");
    }
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == 0) {
        throw new InvalidSettingException(
            subject
                + " line "
                + lineOf(bytes, i)
                + " has a NUL character, so this is not text; save the file as text in UTF-8");
      }
    }
  }

  private static boolean startsWith(byte[] bytes, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if (i >= bytes.length || (bytes[i] & 0xFF) != prefix[i]) {
        return false;
      }
    }
    return true;
  }

  /** Lines end with CR LF, LF or CR. */
  private static int lineOf(byte[] bytes, int position) {
    int line = 1;
    for (int i = 0; i < position; i++) {
      if (bytes[i] == '\n' || (bytes[i] == '\r' && (i + 1 == position || bytes[i + 1] != '\n'))) {
        line++;
      }
    }
    return line;
  }
}
