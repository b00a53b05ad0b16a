package dev.tlsbench.client.servers;

import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;

/** The embedded PostgreSQL 18, with OpenSSL 1.1.1. */
class EmbeddedPostgresTest extends PostgresServerSuite {
  private static EmbeddedPostgres server;
  private static SqlTarget target;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.postgres();
    target =
        new SqlTarget(
            url(server.user()),
            url(server.x509User()),
            server.caFile(),
            server.clientCertificateFile());
  }

  private static String url(String user) {
    return "postgresql://"
        + user
        + ":"
        + server.password()
        + "@127.0.0.1:"
        + server.port()
        + "/"
        + server.database();
  }

  @Override
  SqlTarget target() {
    return target;
  }
}
