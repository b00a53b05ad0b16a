package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.PrivateFiles;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The classes of a server's JVM in the form in which the JVM maps them (class-data sharing), in the
 * user's cache. A first start lists the classes that are loaded, a start of a later process makes
 * the archive of them, once, and that one and later ones use it. Its name changes with the JVM and
 * the jars, so an outdated one is not used.
 *
 * <p>Without an archive a server starts more slowly, and otherwise in the same way, so no failure
 * is reported.
 */
public final class ClassArchive {
  private static final String LIST = ".list";
  private static final long LIMIT_SECONDS = 60;

  private final Path java;
  private final String classPath;

  /** Describes the JVM. */
  public ClassArchive(Path java, String classPath) {
    this.java = java;
    this.classPath = classPath;
  }

  /** Returns the JVM's options. */
  public List<String> options(String server) {
    try {
      Path cache = ServerProgram.userCache();
      PrivateFiles.createDirectory(cache);
      // Two Javas used in turns do not delete each other's.
      return optionsIn(cache, server + "-java" + Runtime.version().feature());
    } catch (IOException e) {
      return List.of();
    }
  }

  List<String> optionsIn(Path cache, String server) throws IOException {
    StringBuilder key = new StringBuilder(classPath);
    key.append(Files.readString(java.resolveSibling("../release")));
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path jar = Path.of(entry);
      if (!Files.isRegularFile(jar)) {
        // The JVM archives no classes from folders.
        return List.of();
      }
      key.append(Files.size(jar)).append(Files.getLastModifiedTime(jar));
    }
    UUID hash = UUID.nameUUIDFromBytes(key.toString().getBytes(StandardCharsets.UTF_8));
    Path archive = cache.resolve(server + "-" + hash + ".jsa");
    if (Files.notExists(archive)) {
      replace(archive, server);
    }
    String option = "-XX:SharedArchiveFile=" + archive;
    if (Files.notExists(archive)) {
      Path list = file(archive, ProcessHandle.current().pid(), LIST);
      if (!Files.isWritable(cache) || Files.exists(list)) {
        return List.of();
      }
      option = "-XX:DumpLoadedClassList=" + list;
    }
    return List.of("-Xlog:cds*=off", option);
  }

  /** Makes the archive from the list of a process that has ended, and deletes outdated files. */
  private void replace(Path archive, String server) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(archive.getParent(), server + "-*.jsa*")) {
      for (Path file : files) {
        String[] parts = file.getFileName().toString().split("\\.", -1);
        if (parts.length > 2 && ProcessHandle.of(Long.parseLong(parts[2])).isPresent()) {
          continue;
        }
        if (file.equals(file(archive, parts.length > 2 ? Long.parseLong(parts[2]) : 0, LIST))) {
          make(archive, file);
        }
        Files.deleteIfExists(file);
      }
    } catch (NumberFormatException e) {
      throw new IOException(e);
    }
  }

  private void make(Path archive, Path list) throws IOException {
    Path draft = file(archive, ProcessHandle.current().pid(), "");
    Process dump =
        new ProcessBuilder(
                java.toString(),
                "-XX:+SuppressFatalErrorMessage",
                "-Xshare:dump",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + draft,
                "-cp",
                classPath)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (dump.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && dump.exitValue() == 0) {
        Files.move(draft, archive, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      dump.destroyForcibly();
      Files.deleteIfExists(draft);
    }
  }

  private static Path file(Path archive, long pid, String suffix) {
    return archive.resolveSibling(archive.getFileName() + "." + pid + suffix);
  }
}
