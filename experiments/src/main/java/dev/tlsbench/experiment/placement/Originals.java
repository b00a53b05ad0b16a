package dev.tlsbench.experiment.placement;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The user's folder of what was before, one file for each run that confines. A run holds the lock
 * beside its file, so that a file whose lock is free is of a run that has ended without restoring.
 */
final class Originals {
  private static final String FILE = ".json";
  private static final String LOCK = ".lock";

  /** Held by whoever reads or changes the folder: one process, and in it one thread. */
  private static final String DOOR = "door";

  private static final ReentrantLock DOOR_OF_THIS_JVM = new ReentrantLock();

  /** Files of this JVM. Opening and closing the lock of one would give up the lock (fcntl(2)). */
  private static final List<Path> OWN = new ArrayList<>();

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  private Originals(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens the folder of this user on this machine.
   *
   * @throws IOException if it cannot be made, or belongs to another user
   */
  static Originals ofUser() throws IOException {
    return in(pathOfUser());
  }

  private static Path pathOfUser() throws IOException {
    int user = Tasks.user(ProcessHandle.current().pid());
    return Path.of(System.getProperty("java.io.tmpdir"), "tlsbench-cores-" + user);
  }

  /** Opens a folder. */
  static Originals in(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      Files.createDirectory(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    Object owner = Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (!owner.equals(Tasks.user(ProcessHandle.current().pid()))) {
      throw new IOException(folder + " belongs to another user");
    }
    return new Originals(folder);
  }

  Path folder() {
    return folder;
  }

  /** Returns true if no run of this user has left anything. */
  static boolean isEmpty() {
    try (Stream<Path> files = Files.list(pathOfUser())) {
      return files.noneMatch(file -> file.toString().endsWith(FILE));
    } catch (IOException e) {
      return true;
    }
  }

  /** Work in the folder. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Works in the folder while nobody else does. */
  <T> T alone(Work<T> work) throws IOException {
    DOOR_OF_THIS_JVM.lock();
    try (FileChannel door = open(folder.resolve(DOOR))) {
      door.lock();
      return work.run();
    } finally {
      DOOR_OF_THIS_JVM.unlock();
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  /**
   * The file of a run.
   *
   * @param file with what was before
   */
  record Held(Path file, FileChannel channel) {
    /**
     * Gives up the file. It is deleted only if all was restored: it is for a later run otherwise.
     */
    void release(boolean restored) throws IOException {
      if (restored) {
        Files.deleteIfExists(file);
        Files.deleteIfExists(lockOf(file));
      }
      OWN.remove(file);
      channel.close();
    }
  }

  /** Writes the file of a run to disk and holds its lock; for {@link #alone}. */
  Held hold(Original original) throws IOException {
    Path file = folder.resolve(UUID.randomUUID() + FILE);
    FileChannel channel = open(lockOf(file));
    try {
      channel.lock();
      Files.write(
          file,
          JSON.writeValueAsBytes(original),
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.SYNC);
      OWN.add(file);
      return new Held(file, channel);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static Path lockOf(Path file) {
    return Path.of(file.toString().replace(FILE, LOCK));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(FILE)).sorted().toList();
    }
  }

  /** Returns the files of runs that go on; for {@link #alone}. */
  List<Original> ofRuns() throws IOException {
    List<Original> running = new ArrayList<>();
    for (Path file : files()) {
      read(file).ifPresent(running::add);
    }
    return running;
  }

  /**
   * Restores what runs have left behind; for {@link #alone}.
   *
   * @return the processes that were restored
   */
  List<Long> repair() throws IOException {
    List<Long> repaired = new ArrayList<>();
    for (Path file : files()) {
      if (!OWN.contains(file)) {
        try (FileChannel channel = open(lockOf(file))) {
          if (channel.tryLock() != null) {
            repaired.addAll(repair(file));
          }
        }
      }
    }
    return repaired;
  }

  private static List<Long> repair(Path file) throws IOException {
    Original original = read(file).orElse(null);
    // An unreadable file was not complete, so that nothing was confined yet.
    boolean restored = original == null || original.restore().isEmpty();
    if (restored) {
      Files.deleteIfExists(file);
      Files.deleteIfExists(lockOf(file));
    }
    return original == null || !restored ? List.of() : original.living();
  }

  private static Optional<Original> read(Path file) {
    try {
      return Optional.of(JSON.readValue(file.toFile(), Original.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
