package dev.tlsbench.jmh.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * JMH's lock on the machine, held from the first fork to the last, because two runs at once would
 * disturb each other. JMH itself takes the lock for one fork at a time, and another run could start
 * in between, so its own locking is switched off. Closing releases this lock.
 */
final class MachineLock implements AutoCloseable {
  /** The property that switches JMH's lock off; users may set it, too. */
  private static final String IGNORE = "jmh.ignoreLock";

  private final @Nullable FileChannel channel;

  private MachineLock(@Nullable FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock; empty if another run has it. Must come before the first use of JMH's {@code
   * Runner}, which reads once whether to lock by itself.
   */
  static Optional<MachineLock> take() throws IOException {
    if (Boolean.getBoolean(IGNORE)) {
      return Optional.of(new MachineLock(null));
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(file(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (AccessDeniedException e) {
      throw new IOException(
          file()
              + ", by which runs of JMH wait for each other, is another user's; delete it, or set"
              + " JAVA_OPTS=-D"
              + IGNORE
              + "=true",
          e);
    }
    FileLock lock = null;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // another run in this JVM has it
    }
    if (lock == null) {
      channel.close();
      return Optional.empty();
    }
    System.setProperty(IGNORE, "true");
    return Optional.of(new MachineLock(channel));
  }

  static Path file() {
    return Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "jmh.lock");
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
    }
  }
}
