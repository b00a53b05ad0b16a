package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/**
 * Inserts records, and enters what became of each in the {@link Journal} of the test that started
 * the client, until the test says that it is enough. Every fifth operation reads a record that was
 * acknowledged before, and compares it with what was written: the series {@code VERIFY}.
 */
public final class JournalledWorkload extends Workload {
  /** The property with the port of the journal. */
  static final String PORT = "journal.port";

  static final String FIELD = "field0";
  private static final int LENGTH = 200;
  private static final int READ_EVERY = 5;

  private final AtomicLong next = new AtomicLong();
  private int port;
  private @Nullable JournalWriter journal;

  /** Made by its name. */
  public JournalledWorkload() {}

  /** Returns the fields of the record with this key. */
  static String value(String key) {
    return (key + ":").repeat(LENGTH).substring(0, LENGTH);
  }

  @Override
  public void init(Properties properties) {
    port = RunProperties.number(properties, PORT, 0, 1);
  }

  @Override
  public boolean doInsert(DB db, Object state) {
    String key = "key" + next.getAndIncrement();
    Map<String, ByteIterator> values = new HashMap<>();
    values.put(FIELD, new StringByteIterator(value(key)));
    boolean acknowledged = db.insert(table(), key, values).isOk();
    journal().enter(key, acknowledged);
    return acknowledged;
  }

  @Override
  public boolean doTransaction(DB db, Object state) {
    String written = next.get() % READ_EVERY == 0 ? journal().anyAcknowledged() : null;
    if (written == null) {
      doInsert(db, state);
    } else {
      next.getAndIncrement();
      read(db, written);
    }
    return true;
  }

  private static void read(DB db, String key) {
    Map<String, ByteIterator> fields = new HashMap<>();
    if (db.read(table(), key, Set.of(FIELD), fields).isOk()) {
      ByteIterator read = fields.get(FIELD);
      boolean same = read != null && read.toString().equals(value(key));
      Measurements.getMeasurements()
          .reportStatus("VERIFY", same ? Status.OK : Status.UNEXPECTED_STATE);
    }
  }

  /** Made with the first operation: more than one workload is made before a run. */
  private synchronized JournalWriter journal() {
    if (journal == null) {
      try {
        journal = new JournalWriter(port, this::requestStop);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return journal;
  }

  static String table() {
    return "faults";
  }
}
