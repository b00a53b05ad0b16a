package dev.tlsbench.core.tls.trust;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMParser;

/**
 * The blocks of a PEM file (RFC 7468), found line by line. Text between blocks is allowed (section
 * 2), but every boundary must belong to exactly one complete block or the file is refused: no
 * malformed block is skipped.
 */
final class PemText {
  private static final Pattern BOUNDARY = Pattern.compile("-----(BEGIN|END) ([^-]+)-----\\s*");

  /**
   * Base64 of a certificate, or of most other DER content: a line of its own, or a long run within
   * one. A boundary in Base64, as in Kubernetes, begins with LS0.
   */
  private static final Pattern BODY =
      Pattern.compile(
          "[\\s\"']*MI[E-L][A-Za-z0-9+/]{13,}={0,2}[\\s\"',\\\\]*"
              + "|.*(MI[E-L][A-Za-z0-9+/]{58}|LS0tLS1CRUdJTi).*");

  private static final String DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212";

  /** RFC 1421, section 4.6: a field of an encrypted key, or its continuation. */
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]+:.*|\\s+\\S.*");

  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private PemText() {}

  /**
   * One block.
   *
   * @param type the label of its boundaries, such as {@code CERTIFICATE}
   * @param line the line of its first boundary, from 1
   * @param lines the lines between the boundaries
   */
  record Block(String type, int line, List<String> lines) {
    /** Returns the block's content, decoded. */
    byte[] decoded() throws IOException {
      try {
        return Base64.getDecoder().decode(String.join("", lines).replaceAll("[ \\t]", ""));
      } catch (IllegalArgumentException e) {
        throw new IOException(e.getMessage(), e);
      }
    }

    /** Returns whether the block has the headers of a key that OpenSSL encrypted before PKCS#8. */
    boolean hasHeaders() {
      return !lines.isEmpty() && HEADER.matcher(lines.get(0)).matches();
    }

    /** Returns a private key with such headers. */
    PEMEncryptedKeyPair encryptedPair() throws IOException {
      int body = 0;
      while (body < lines.size() && HEADER.matcher(lines.get(body)).matches()) {
        body++;
      }
      new Block(type, line, lines.subList(body, lines.size())).decoded();
      String whole =
          "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
              .formatted(type, String.join("\n", lines));
      try (PEMParser parser = new PEMParser(new StringReader(whole))) {
        if (parser.readObject() instanceof PEMEncryptedKeyPair pair) {
          return pair;
        }
        throw new IOException("fields of an encrypted key are missing");
      }
    }
  }

  /** Returns whether a file is PEM, or text that was probably meant to be. */
  static boolean isPem(byte[] content) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    return text.contains("-----BEGIN") || text.contains("-----END");
  }

  /** Returns whether a file is UTF-16 text, which no reader accepts as PEM. */
  static boolean isUtf16(byte[] content) {
    String text = new String(content, StandardCharsets.ISO_8859_1);
    return text.startsWith("\u00FF\u00FE")
        || text.startsWith("\u00FE\u00FF")
        || text.contains("-\0-\0-\0B\0E\0G\0I\0N")
        || text.contains("\0-\0-\0-\0B\0E\0G\0I\0N");
  }

  /** Finds the blocks of a file. */
  static List<Block> blocks(String subject, byte[] content) {
    List<Block> blocks = new ArrayList<>();
    List<String> lines = new String(content, StandardCharsets.UTF_8).lines().toList();
    int begin = -1;
    String type = "";
    for (int i = 0; i < lines.size(); i++) {
      String line = withoutMark(lines.get(i));
      Matcher boundary = BOUNDARY.matcher(line);
      if (boundary.matches()) {
        boolean begins = boundary.group(1).equals("BEGIN");
        if (begins == (begin >= 0)) {
          throw begins ? noEnd(subject, type, begin) : noBegin(subject, line, i);
        }
        if (begins) {
          begin = i;
          type = boundary.group(2);
        } else if (!boundary.group(2).equals(type)) {
          throw noEnd(subject, type, begin);
        } else {
          blocks.add(new Block(type, begin + 1, bare(lines.subList(begin + 1, i))));
          begin = -1;
        }
      } else if (line.contains("-----BEGIN") || line.contains("-----END")) {
        throw notWhole(subject, i);
      } else if (begin < 0 && line.indexOf('\0') >= 0) {
        throw new InvalidSettingException(
            "%s, line %s: a NUL character where only text may be; keep PEM and binary files apart"
                .formatted(subject, i + 1));
      } else if (begin < 0 && remains(line)) {
        throw new InvalidSettingException(
            ("%s, line %s: looks like part of a PEM block whose '-----BEGIN' line is missing or"
                    + " misspelt; export the file again")
                .formatted(subject, i + 1));
      }
    }
    if (begin >= 0) {
      throw noEnd(subject, type, begin);
    }
    return List.copyOf(blocks);
  }

  /** Returns whether a line is a boundary with other dashes or letters, or follows one. */
  private static boolean remains(String line) {
    int dashes = 0;
    int at = 0;
    while (at < line.length() && !Character.isLetterOrDigit(line.charAt(at))) {
      dashes += DASHES.indexOf(line.charAt(at)) < 0 ? 0 : 1;
      at++;
    }
    return (dashes > 1
            && (line.regionMatches(true, at, "BEGIN ", 0, "BEGIN ".length())
                || line.regionMatches(true, at, "END ", 0, "END ".length())))
        || BODY.matcher(line).matches();
  }

  private static List<String> bare(List<String> lines) {
    return lines.stream().map(String::stripTrailing).toList();
  }

  private static String withoutMark(String line) {
    return line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
  }

  private static InvalidSettingException notWhole(String subject, int index) {
    return new InvalidSettingException(
        ("%s, line %s: a PEM boundary needs a line of its own, '-----BEGIN CERTIFICATE-----' for"
                + " example; break the line there (a file that ends without a line break was"
                + " probably joined with another one)")
            .formatted(subject, index + 1));
  }

  private static InvalidSettingException noEnd(String subject, String type, int begin) {
    return new InvalidSettingException(
        "%s, line %s: the PEM block '%s' has no line '-----END %s-----'; export the file again"
            .formatted(subject, begin + 1, type, type));
  }

  private static InvalidSettingException noBegin(String subject, String line, int index) {
    return new InvalidSettingException(
        "%s, line %s: '%s' ends a PEM block that has not begun; export the file again"
            .formatted(subject, index + 1, line.strip()));
  }
}
