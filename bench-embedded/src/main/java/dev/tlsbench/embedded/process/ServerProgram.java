package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.CodeSource;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The program of a server for Linux on x86-64, unpacked from a library once, into a directory that
 * all processes of the user share.
 */
public final class ServerProgram {
  private static final List<String> X86_64 = List.of("amd64", "x86_64");
  private static final Object ONE_THREAD_UNPACKS = new Object();

  private final String server;
  private final String version;
  private final int megabytes;

  /** Copies a server's files from the library into a directory. */
  @FunctionalInterface
  public interface Library {
    void copyTo(Path directory) throws IOException;
  }

  /**
   * Describes the program.
   *
   * @param neighbour a class in the package of the resource that holds the version, {@code
   *     SERVER.properties}
   */
  public ServerProgram(Class<?> neighbour, String server, int megabytes) {
    this.server = server;
    this.version = version(neighbour, server.toLowerCase(Locale.ROOT) + ".properties");
    this.megabytes = megabytes;
  }

  public String version() {
    return version;
  }

  /** Returns the directory's name without the machine, such as {@code mariadb-11.4.5}. */
  public String name() {
    return server.toLowerCase(Locale.ROOT) + "-" + version;
  }

  /**
   * Finds the files, or unpacks them.
   *
   * @param cache the directory to keep them in; null for {@code tlsbench} in the user's cache
   *     directory
   * @throws StartFailedException if there is no such server for this machine
   */
  public Path in(@Nullable Path cache, String os, String architecture, Library library)
      throws IOException {
    if (!os.equals("Linux") || !X86_64.contains(architecture)) {
      throw new StartFailedException(
          server
              + ": no embedded server for "
              + os
              + " on "
              + architecture
              + "; use Linux on x86-64, or the URL of a real server");
    }
    Path parent = (cache == null ? userCache() : cache).toAbsolutePath();
    Path base = parent.resolve(name() + "-linux-x86_64");
    if (!Files.isDirectory(base)) {
      try {
        unpack(library, parent, base);
      } catch (FileSystemException e) {
        throw new StartFailedException(
            server
                + ": cannot be unpacked into "
                + parent
                + " ("
                + e
                + "); set XDG_CACHE_HOME to a directory of your own with "
                + megabytes
                + " MB to spare");
      }
    }
    return base;
  }

  /** Returns the cache directory by the XDG base directory specification. */
  static Path userCache() {
    String xdg = System.getenv("XDG_CACHE_HOME");
    Path caches =
        xdg == null || xdg.isEmpty()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(xdg);
    return caches.resolve("tlsbench");
  }

  private static void unpack(Library library, Path parent, Path base) throws IOException {
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
          library.copyTo(draft);
          Files.move(draft, base, StandardCopyOption.ATOMIC_MOVE);
        }
      }
    }
  }

  /** Returns the options of the JVM of every server that runs in one. */
  public static List<String> jvmOptions() {
    String options = System.getProperty("tlsbench.embedded.jvmOptions", "").strip();
    return options.isEmpty() ? List.of() : List.of(options.split("\\s+", -1));
  }

  /** Returns the jar or directory of a class, for the class path of a server's JVM. */
  public static Path placeOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    try {
      return Path.of(source.getLocation().toURI());
    } catch (URISyntaxException | RuntimeException e) {
      throw new IllegalStateException(
          type.getName() + " was not loaded from a file, so no other JVM can load it", e);
    }
  }

  private static String version(Class<?> neighbour, String resource) {
    Properties properties = new Properties();
    try (InputStream in = neighbour.getResourceAsStream(resource)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version");
  }
}
