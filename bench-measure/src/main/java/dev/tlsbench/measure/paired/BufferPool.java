package dev.tlsbench.measure.paired;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.StorageEngine;
import dev.tlsbench.measure.fork.Disk;
import dev.tlsbench.measure.placement.Undo;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The buffer pool of InnoDB, shrunk below the size of the tables for a run, so that pages move
 * between memory and disk as in a larger database. Closing restores its size, as does the end of
 * this JVM.
 *
 * <p>For one thread.
 */
public record BufferPool(String note, @Nullable Undo<ConnectFailedException> undo)
    implements AutoCloseable {
  /** InnoDB's own limit is 5 MiB. */
  private static final long LEAST_BYTES = 8 << 20;

  private static StorageEngine open(Database database, Properties properties)
      throws ConnectFailedException {
    return MeasuredDatabase.of(database).storage(properties).orElseThrow();
  }

  /**
   * Shrinks the pool, unless it is small enough, or the server refuses.
   *
   * @param clients the properties of each variant's clients, of which the first can connect
   * @param messages receives the statement that restores the pool by hand, before it is shrunk
   * @throws ConnectFailedException if the server does not answer, or does not complete it
   */
  public static BufferPool shrink(
      Database database, List<Properties> clients, double times, Consumer<String> messages)
      throws ConnectFailedException {
    Set<String> tables = new LinkedHashSet<>();
    clients.forEach(client -> tables.addAll(Disk.tablesOf(client)));
    Properties server = clients.get(0);
    try (StorageEngine engine = open(database, server)) {
      long data = engine.bytesOf(tables);
      long before = engine.poolBytes();
      long step = engine.poolStepBytes();
      long least = (LEAST_BYTES + step - 1) / step;
      long wanted = step * Math.max(least, Math.round(data / times / step));
      if (wanted >= before) {
        return new BufferPool(note(data, before, ""), null);
      }
      messages.accept(
          "the server's buffer pool is shrunk until this command ends; if it is killed with -9,"
              + " restore it by hand:");
      messages.accept(engine.poolStatement(before));
      Undo<ConnectFailedException> undo;
      try {
        undo = Undo.after(() -> engine.setPool(wanted), () -> restore(database, server, before));
      } catch (ConnectFailedException e) {
        String more = ", which could not be made smaller (" + e.getMessage() + ")";
        return new BufferPool(note(data, before, more), null);
      }
      // A slow server continues, and the pool is restored when this run ends.
      engine.awaitPool(wanted);
      String more = ", which had " + Numbers.size(before) + " before";
      return new BufferPool(note(data, engine.poolBytes(), more), undo);
    }
  }

  private static void restore(Database database, Properties server, long bytes)
      throws ConnectFailedException {
    try (StorageEngine engine = open(database, RunProperties.copy(server))) {
      engine.setPool(bytes);
      // A server resizes in the background; at the end it overwrites what was set meanwhile.
      engine.awaitPool(bytes);
    }
  }

  private static String note(long data, long pool, String more) {
    return "The tables have %s, %s times the server's buffer pool of %s%s%s"
        .formatted(
            Numbers.bytes((double) data),
            Numbers.significant((double) data / pool),
            Numbers.size(pool),
            more,
            data < pool ? ". All of them fit into it, so no page is read twice." : ".");
  }

  @Override
  public void close() throws ConnectFailedException {
    if (undo != null) {
      undo.run();
    }
  }
}
