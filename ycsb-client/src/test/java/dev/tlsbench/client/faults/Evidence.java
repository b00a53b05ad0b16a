package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.measurements.Measurements;

/** Records of a server, read over a connection of its own. */
final class Evidence {
  private Evidence() {}

  /** Starts with an empty table. */
  static void clear(FaultTarget target) throws Exception {
    Properties properties = target.direct();
    // Only dropped: the run makes it.
    target.binding().createTableProperty().ifPresent(properties::remove);
    Session session = target.binding().share(properties, ConnectionListener.NONE);
    try {
      session.clear(JournalledWorkload.table());
    } finally {
      target.binding().release(properties);
    }
  }

  /** Those keys that have no record; a record with another value is an error. */
  static Set<String> missing(FaultTarget target, List<String> keys) throws Exception {
    Properties properties = target.direct();
    Measurements.setProperties(properties);
    target.binding().share(properties, ConnectionListener.NONE);
    DB db = target.binding().newClient();
    db.setProperties(properties);
    db.init();
    Set<String> missing = new LinkedHashSet<>();
    try {
      for (String key : keys) {
        Map<String, ByteIterator> fields = new HashMap<>();
        if (!db.read(JournalledWorkload.table(), key, null, fields).isOk()) {
          missing.add(key);
        } else {
          assertThat(fields.get(JournalledWorkload.FIELD))
              .hasToString(JournalledWorkload.value(key));
        }
      }
    } finally {
      db.cleanup();
      target.binding().release(properties);
    }
    return missing;
  }
}
