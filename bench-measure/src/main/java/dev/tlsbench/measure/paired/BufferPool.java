package dev.tlsbench.measure.paired;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.measure.fork.Disk;
import dev.tlsbench.measure.placement.Watchdog;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The buffer pool of InnoDB, shrunk below the size of the tables for a run, so that pages move
 * between memory and disk as in a larger database. Closing restores its size; if this process is
 * killed, a watchdog does.
 *
 * <p>For one thread.
 */
public final class BufferPool implements AutoCloseable {
  /** InnoDB's own limit is 5 MiB. */
  private static final long LEAST_BYTES = 8 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Original original;
  private final String note;
  private final @Nullable Watchdog watchdog;

  private BufferPool(Original original, String note, @Nullable Watchdog watchdog) {
    this.original = original;
    this.note = note;
    this.watchdog = watchdog;
  }

  /**
   * The pool before the run.
   *
   * @param database the {@link Database#id}
   * @param server the properties of a client that can connect
   */
  record Original(String database, Map<String, String> server, long bytes) {
    void restore() throws ConnectFailedException {
      try (StorageEngine engine = BufferPool.open(database, RunProperties.of(server))) {
        engine.resizePool(bytes);
      }
    }

    /** Omits the properties, which may be secret. */
    @Override
    public String toString() {
      return "Original[" + bytes + "]";
    }
  }

  private static StorageEngine open(String database, Properties properties)
      throws ConnectFailedException {
    return MeasuredDatabase.of(Database.of(database)).storage(properties).orElseThrow();
  }

  /**
   * Shrinks the pool, unless it is small enough, or the server refuses.
   *
   * @param database one with a storage engine
   * @param clients the properties of each variant's clients, of which the first can connect
   * @param times the size of their tables together as a multiple of the pool's
   * @throws InvalidSettingException if their tables are not known
   * @throws ConnectFailedException if the server does not answer, or does not complete it
   */
  public static BufferPool shrink(Database database, List<Properties> clients, double times)
      throws ConnectFailedException {
    Set<String> tables = new LinkedHashSet<>();
    clients.forEach(client -> tables.addAll(Disk.tablesOf(client)));
    Properties server = clients.get(0);
    try (StorageEngine engine = open(database.id(), server)) {
      long data = engine.bytesOf(tables);
      long before = engine.poolBytes();
      long step = engine.poolStepBytes();
      long least = (LEAST_BYTES + step - 1) / step;
      long wanted = step * Math.max(least, Math.round(data / times / step));
      Original original = new Original(database.id(), RunProperties.strings(server), before);
      if (wanted >= before) {
        return new BufferPool(original, note(data, before, ""), null);
      }
      Watchdog watchdog =
          Watchdog.start(BufferPool.class, List.of(), JSON.writeValueAsString(original));
      try {
        engine.setPool(wanted);
      } catch (ConnectFailedException e) {
        watchdog.close();
        String more = ", which could not be made smaller (" + e.getMessage() + ")";
        return new BufferPool(original, note(data, before, more), null);
      }
      // A slow server continues: the watchdog restores the pool when this run ends.
      engine.awaitPool(wanted);
      String more = ", which had " + Numbers.size(before) + " before";
      return new BufferPool(original, note(data, engine.poolBytes(), more), watchdog);
    } catch (IOException e) {
      if (e instanceof ConnectFailedException failed) {
        throw failed;
      }
      throw new ConnectFailedException(
          "the buffer pool cannot be resized, as nothing could restore it: " + e.getMessage(), e);
    }
  }

  private static String note(long data, long pool, String more) {
    return "The tables have "
        + Numbers.bytes((double) data)
        + ", "
        + Numbers.significant((double) data / pool)
        + " times the server's buffer pool of "
        + Numbers.size(pool)
        + more
        + (data < pool ? ". All of them fit into it, so no page is read twice." : ".");
  }

  /** Returns a note for readers of the result. */
  public String note() {
    return note;
  }

  /**
   * Restores the pool if the process that changed it was killed; the main class of the watchdog.
   */
  public static void main(String[] args) throws IOException {
    JSON.readValue(System.in, Original.class).restore();
  }

  /**
   * Restores the pool.
   *
   * @throws ConnectFailedException if the server refuses or does not answer
   */
  @Override
  public void close() throws ConnectFailedException {
    if (watchdog != null) {
      original.restore();
      watchdog.close();
    }
  }
}
