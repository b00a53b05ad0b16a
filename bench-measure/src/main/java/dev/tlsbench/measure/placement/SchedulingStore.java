package dev.tlsbench.measure.placement;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The user's directory of saved affinities, one file for each run that confines. A run holds a lock
 * for its file, so a file whose lock is free belongs to a run that ended without restoring.
 */
final class SchedulingStore {
  private static final String FILE = ".json";
  private static final String LOCK = ".lock";

  /** The lock for reading or changing the folder: for one thread of one process at a time. */
  private static final String DOOR = "door";

  private static final ReentrantLock DOOR_OF_THIS_JVM = new ReentrantLock();

  /** Files of this JVM. Opening and closing a lock file again would release its lock (fcntl(2)). */
  private static final List<Path> OWN = new ArrayList<>();

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;

  private SchedulingStore(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens the folder of this user for the machine's current boot.
   *
   * @throws IOException if it cannot be created
   */
  static SchedulingStore ofUser() throws IOException {
    return in(pathOfUser());
  }

  private static Path pathOfUser() {
    return Path.of(System.getProperty("user.home"), ".cache", "tlsbench", "cores-" + Tasks.boot());
  }

  /** Opens a folder. */
  static SchedulingStore in(Path folder) throws IOException {
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    } catch (IOException e) {
      throw new IOException("the folder " + folder + " cannot be made", e);
    }
    return new SchedulingStore(folder);
  }

  Path folder() {
    return folder;
  }

  /** Returns true if no run of this user confines any process or has left one confined. */
  static boolean isEmpty() {
    if (!Tasks.areListed()) {
      return true;
    }
    try (Stream<Path> files = Files.list(pathOfUser())) {
      return files.noneMatch(SchedulingStore::isFile);
    } catch (IOException e) {
      return true;
    }
  }

  private static boolean isFile(Path path) {
    return path.toString().endsWith(FILE);
  }

  /** Work in the folder. */
  interface Work<T> {
    T run() throws IOException;
  }

  /** Works in the folder exclusively. */
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
   * The locked file of a run.
   *
   * @param file holds the saved affinities
   */
  record Held(Path file, FileChannel channel) {
    /**
     * Releases the file; for {@link #alone}.
     *
     * @param restored false to leave it to the next run
     */
    void release(boolean restored) throws IOException {
      try (channel) {
        if (restored) {
          delete(file);
        }
      } finally {
        OWN.remove(file);
      }
    }
  }

  private static void delete(Path file) throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(lockOf(file));
  }

  /** Writes the file of a run to disk and holds its lock; for {@link #alone}. */
  Held hold(SavedScheduling original) throws IOException {
    Path file = folder.resolve(UUID.randomUUID() + FILE);
    FileChannel channel = open(lockOf(file));
    try {
      channel.lock();
      Path draft = Files.createTempFile(folder, "draft", "");
      Files.write(draft, JSON.writeValueAsBytes(original), StandardOpenOption.SYNC);
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
      OWN.add(file);
      return new Held(file, channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static Path lockOf(Path file) {
    return Path.of(file.toString().replace(FILE, LOCK));
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(SchedulingStore::isFile).sorted().toList();
    }
  }

  /** Returns the affinities that running runs have saved; for {@link #alone}. */
  List<SavedScheduling> ofRuns() throws IOException {
    List<SavedScheduling> running = new ArrayList<>();
    for (Path file : files()) {
      if (OWN.contains(file) || !isLeft(file, () -> true)) {
        read(file).ifPresent(running::add);
      }
    }
    return running;
  }

  /** Does some work on a file unless a run holds it; returns true if the work succeeded. */
  private static boolean isLeft(Path file, Work<Boolean> work) throws IOException {
    try (FileChannel channel = open(lockOf(file))) {
      return channel.tryLock() != null && work.run();
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /**
   * The outcome of a repair.
   *
   * @param restored the processes that were restored
   * @param failures the reasons why others were not
   */
  record Repaired(List<Long> restored, List<String> failures) {}

  /** Restores processes that ended runs left confined; for {@link #alone}. */
  Repaired repair() throws IOException {
    Repaired all = new Repaired(new ArrayList<>(), new ArrayList<>());
    for (Path file : files()) {
      if (!OWN.contains(file)) {
        isLeft(file, () -> repair(file, all));
      }
    }
    return all;
  }

  private static boolean repair(Path file, Repaired all) throws IOException {
    Optional<SavedScheduling> left = read(file);
    if (left.isEmpty()) {
      all.failures().add(file + " cannot be read");
      return true;
    }
    SavedScheduling original = left.get();
    List<Long> living = original.living();
    List<String> failures = original.restore();
    if (failures.isEmpty()) {
      all.restored().addAll(living);
      delete(file);
    } else {
      all.failures().addAll(failures);
    }
    return true;
  }

  private static Optional<SavedScheduling> read(Path file) {
    try {
      return Optional.of(JSON.readValue(file.toFile(), SavedScheduling.class));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
