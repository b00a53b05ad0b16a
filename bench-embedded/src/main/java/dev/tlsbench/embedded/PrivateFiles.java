package dev.tlsbench.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Files and directories that only their owner may read, from the moment they exist. */
public final class PrivateFiles {
  private PrivateFiles() {}

  /**
   * Puts a file in place in one step: a reader sees the old content or the new, never a part. Where
   * the file system knows POSIX permissions its mode is 0600 before the first byte is written.
   *
   * @param file its path; its directory is there
   * @param content what will be in it
   * @throws IOException if it cannot be written; what was there before is left as it was
   */
  public static void write(Path file, byte[] content) throws IOException {
    Path target = file.toAbsolutePath();
    Path draft = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      try (FileChannel channel =
          FileChannel.open(
              draft,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              ownerOnly(draft, "rw-------"))) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
      }
      Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /**
   * Makes a directory of mode 0700, and those above it; one that is there keeps its mode.
   *
   * @param directory its path
   * @throws IOException if it cannot be made
   */
  public static void createDirectory(Path directory) throws IOException {
    Path absolute = directory.toAbsolutePath();
    if (!Files.isDirectory(absolute)) {
      Files.createDirectories(absolute, ownerOnly(absolute, "rwx------"));
    }
  }

  /**
   * Deletes a directory and all that is in it; symbolic links are removed, not followed. Another
   * process may be deleting it at the same time.
   *
   * @param directory its path
   * @throws IOException if a file cannot be deleted; others may have been
   */
  public static void deleteRecursively(Path directory) throws IOException {
    Files.walkFileTree(
        directory,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    if (!path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }
}
