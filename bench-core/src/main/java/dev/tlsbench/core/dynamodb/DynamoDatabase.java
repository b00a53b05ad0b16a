package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Set;

/** Amazon DynamoDB, and servers of its protocol, JSON over HTTP 1.1. */
public final class DynamoDatabase extends Database {
  /** Called by the service loader. */
  public DynamoDatabase() {
    super(
        "dynamodb",
        "DynamoDB",
        443,
        List.of("https://", "http://"),
        // An emulator of it, and what has its TLS.
        Set.of("node", "haproxy"));
  }

  @Override
  public Preamble preamble() {
    return new HealthCheck();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return DynamoUrl.parse(url);
  }
}
