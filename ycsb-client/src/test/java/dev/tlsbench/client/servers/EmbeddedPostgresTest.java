package dev.tlsbench.client.servers;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.BeforeAll;

/** The embedded PostgreSQL 18, with OpenSSL 1.1.1. */
class EmbeddedPostgresTest extends PostgresServerSuite {
  private static EmbeddedServer server;
  private static SqlTarget target;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.postgres();
    target =
        new SqlTarget(
            url("ycsb"), url("ycsb_x509"), server.caFile(), server.clientCertificateFile());
  }

  private static String url(String user) {
    return "postgresql://"
        + user
        + ":"
        + SharedServers.password(server)
        + "@127.0.0.1:"
        + server.port()
        + "/ycsb";
  }

  @Override
  SqlTarget target() {
    return target;
  }
}
