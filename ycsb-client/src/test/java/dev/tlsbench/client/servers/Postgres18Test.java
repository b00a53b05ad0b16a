package dev.tlsbench.client.servers;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** PostgreSQL 18, with OpenSSL 3.6. */
@Tag("real-servers")
class Postgres18Test extends PostgresServerSuite {
  private static SqlTarget target;

  @BeforeAll
  static void find() {
    target = SqlTarget.real("POSTGRESQL");
  }

  @Override
  SqlTarget target() {
    return target;
  }
}
