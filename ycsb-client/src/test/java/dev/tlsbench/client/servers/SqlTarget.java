package dev.tlsbench.client.servers;

import dev.tlsbench.ycsb.RealServers;
import java.nio.file.Path;
import java.util.Map;

/**
 * A server with a JDBC driver under test.
 *
 * @param url its listener, with a user who may connect in any way, and no TLS option
 * @param mutualUrl the same with a user who needs a client certificate
 * @param caFile the authority of its certificate
 * @param clientFile a client certificate that it accepts, with its key
 */
record SqlTarget(String url, String mutualUrl, Path caFile, Path clientFile) {

  /** Returns the real server whose variables start with {@code TLSBENCH_} and this name. */
  static SqlTarget real(String name) {
    RealServers servers = RealServers.running();
    return new SqlTarget(
        servers.url(name + "_URL"),
        servers.url(name + "_X509_URL"),
        servers.file("CA_FILE"),
        servers.file("CLIENT_PEM"));
  }

  Map<String, String> properties(Security security) {
    return security.properties(caFile, clientFile);
  }

  String url(Security security) {
    return security.mutual() ? mutualUrl : url;
  }
}
