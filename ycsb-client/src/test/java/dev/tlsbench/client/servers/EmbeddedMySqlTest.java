package dev.tlsbench.client.servers;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.SharedServers;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** The embedded MariaDB 11.4, with wolfSSL. */
class EmbeddedMySqlTest extends MySqlServerSuite {
  private static EmbeddedServer server;
  private static SqlTarget target;

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mySql();
    target =
        new SqlTarget(
            url("ycsb"), url("ycsb_x509"), server.caFile(), server.clientCertificateFile());
  }

  private static String url(String user) {
    return "mysql://"
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

  /** wolfSSL, as MariaDB uses it, sends no tickets under TLS 1.3. */
  @Override
  boolean resumes(Security security) {
    return security.protocols().contains("TLSv1.2") && !security.mutual();
  }

  /**
   * wolfSSL forgets the client's certificate when it resumes a session, and MariaDB then turns away
   * a user who needs one.
   */
  @Override
  Map<String, String> properties(Security security) {
    Map<String, String> properties = super.properties(security);
    if (security.mutual()) {
      properties.put("tls.resumption", "false");
    }
    return properties;
  }

  /** It stays 0, though the ServerHello on the wire says that the session was resumed. */
  @Override
  boolean countsResumedSessions() {
    return false;
  }

  /** The embedded MariaDB has no plugin that knows keys. */
  @Override
  boolean encryptsAtRest() {
    return false;
  }

  @Override
  boolean saysTypesOfParameters() {
    return false;
  }
}
