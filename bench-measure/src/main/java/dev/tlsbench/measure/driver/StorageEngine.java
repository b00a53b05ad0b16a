package dev.tlsbench.measure.driver;

import dev.tlsbench.core.ConnectFailedException;
import java.util.Collection;

/**
 * The part of a server that stores tables on disk, with a pool of pages in memory. For one thread
 * at a time.
 */
public interface StorageEngine extends AutoCloseable {
  /** Pages of all tables since the server started. */
  record Pages(long read, long written) {
    public Pages since(Pages before) {
      return new Pages(read - before.read, written - before.written);
    }
  }

  Pages pages() throws ConnectFailedException;

  /** Writes all changed pages of tables to disk. Operations on them wait meanwhile. */
  void flush(Collection<String> tables) throws ConnectFailedException;

  /** Queries the size of tables and their indexes on disk, in bytes; about 1 % may be missing. */
  long bytesOf(Collection<String> tables) throws ConnectFailedException;

  long poolBytes() throws ConnectFailedException;

  /** Queries the unit of the pool's size, in bytes. */
  long poolStepBytes() throws ConnectFailedException;

  String poolStatement(long bytes);

  /** Sets the size of the pool without waiting. */
  void setPool(long bytes) throws ConnectFailedException;

  void awaitPool(long bytes) throws ConnectFailedException;

  @Override
  void close();
}
