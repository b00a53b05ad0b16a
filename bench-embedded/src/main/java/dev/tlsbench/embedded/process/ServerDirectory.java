package dev.tlsbench.embedded.process;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The directory of one server: temporary, or the caller's and locked against a second server.
 *
 * <p>The lock belongs to this process, so the system releases it even after a crash. The server may
 * run a moment longer to write its data; its process id, kept beside the lock, lets the next owner
 * wait for it.
 */
final class ServerDirectory implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** The approximate difference between the kernel's and the JVM's start time of a process. */
  private static final Duration CLOCK_SLACK = Duration.ofSeconds(2);

  /** Beyond the content, since a mandatory lock would make it unreadable. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private final Path path;
  private final @Nullable FileChannel lock;

  private ServerDirectory(Path path, @Nullable FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  static ServerDirectory open(@Nullable Path directory) throws IOException {
    return directory == null ? makeTemporary() : claim(directory.toAbsolutePath().normalize());
  }

  Path path() {
    return path;
  }

  Path resolve(String name) {
    return path.resolve(name);
  }

  boolean temporary() {
    return lock == null;
  }

  /** Records the process that uses the directory, for the next owner if this process is killed. */
  void usedBy(ProcessHandle server) throws IOException {
    if (!temporary()) {
      long started = server.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
      PrivateFiles.write(
          resolve("server.pid"),
          (server.pid() + " " + started).getBytes(StandardCharsets.US_ASCII));
    }
  }

  @Override
  public void close() {
    try {
      if (lock == null) {
        PrivateFiles.deleteRecursively(path);
      } else {
        lock.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ServerDirectory makeTemporary() throws IOException {
    return new ServerDirectory(Files.createTempDirectory("tlsbench-").toRealPath(), null);
  }

  private static ServerDirectory claim(Path path) throws IOException {
    FileChannel channel = openLock(path);
    try {
      if (!lock(channel)) {
        throw inUse(path, read(channel));
      }
      awaitPreviousServer(path);
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
          0);
      return new ServerDirectory(path.toRealPath(), channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel openLock(Path path) throws IOException {
    try {
      PrivateFiles.createDirectory(path);
      return FileChannel.open(
          path.resolve("lock"),
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE);
    } catch (FileSystemException e) {
      throw new StartFailedException(
          path + ": cannot be written (" + e + "); give a directory of your own");
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock(LOCKED_BYTE, 1, false);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static void awaitPreviousServer(Path path) throws IOException {
    Optional<ProcessHandle> previous = previousServer(path);
    if (previous.isEmpty()) {
      return;
    }
    String pid = Long.toString(previous.get().pid());
    try {
      previous.get().onExit().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw inUse(path, pid);
    } catch (ExecutionException | TimeoutException e) {
      throw inUse(path, pid);
    }
  }

  /** Returns the previous server; empty also if another process has its id now. */
  private static Optional<ProcessHandle> previousServer(Path path) throws IOException {
    Path file = path.resolve("server.pid");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String[] noted = Files.readString(file).strip().split(" ", -1);
    try {
      Instant started = Instant.ofEpochMilli(Long.parseLong(noted[1]));
      return ProcessHandle.of(Long.parseLong(noted[0]))
          .filter(
              process ->
                  process
                      .info()
                      .startInstant()
                      .filter(at -> Duration.between(at, started).abs().compareTo(CLOCK_SLACK) < 0)
                      .isPresent());
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(Long.toString(Long.MAX_VALUE).length());
    int length = channel.read(content, 0);
    return length <= 0
        ? "unknown"
        : new String(content.array(), 0, length, StandardCharsets.US_ASCII);
  }

  private static StartFailedException inUse(Path path, String pid) {
    return new StartFailedException(
        path + ": in use by process " + pid + "; stop it, or give another directory");
  }
}
