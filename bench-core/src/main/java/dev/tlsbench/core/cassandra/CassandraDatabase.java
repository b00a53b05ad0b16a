package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Set;

/** Apache Cassandra, and servers of its protocol. */
public final class CassandraDatabase extends Database {
  /** Called by the service loader. */
  public CassandraDatabase() {
    super(
        "cassandra",
        "Cassandra",
        9042,
        List.of("cassandra://"),
        Set.of("org.apache.cassandra.service.CassandraDaemon", "scylla"));
  }

  @Override
  public Preamble preamble() {
    return CassandraPreamble.create();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return CassandraUrl.parse(url);
  }
}
