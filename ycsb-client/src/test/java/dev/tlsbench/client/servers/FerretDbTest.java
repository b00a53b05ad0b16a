package dev.tlsbench.client.servers;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.ycsb.RealServers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** FerretDB 2.7 over DocumentDB, with Go's TLS. */
@Tag("real-servers")
class FerretDbTest extends MongoServerSuite {
  private static MongoTarget target;

  @BeforeAll
  static void find() {
    RealServers servers = RealServers.running();
    target =
        new MongoTarget(
            servers.url("MONGODB_URL"),
            servers.url("MONGODB_TLS_URL"),
            servers.url("MONGODB_X509_URL"),
            servers.file("CA_FILE"),
            servers.file("CLIENT_PEM"));
  }

  @Override
  MongoTarget target() {
    return target;
  }

  /**
   * Under TLS 1.2 Go gives tickets but no session id, and without one the JDK and Bouncy Castle
   * forget the session.
   */
  @Override
  boolean resumes(Security security) {
    return security.protocols().contains("TLSv1.2")
        ? security.provider() == TlsProvider.CONSCRYPT || security.provider() == TlsProvider.OPENSSL
        : super.resumes(security);
  }
}
