package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Set;

/** MongoDB, and servers of its protocol. */
public final class MongoDb extends Database {
  static final int PORT = 27017;

  /** Called by the service loader. */
  public MongoDb() {
    super(
        "mongodb",
        "MongoDB",
        PORT,
        List.of("mongodb://", "mongodb+srv://"),
        Set.of("mongod", "ferretdb", "dev.tlsbench.embedded.mongodb.MongoServerMain"));
  }

  @Override
  public Preamble preamble() {
    return MongoPreamble.create();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return MongoUrl.parse(url);
  }
}
