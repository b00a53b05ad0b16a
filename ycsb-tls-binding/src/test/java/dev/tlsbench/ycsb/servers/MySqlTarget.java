package dev.tlsbench.ycsb.servers;

import java.nio.file.Path;
import java.util.Map;

/**
 * A MySQL or MariaDB server under test.
 *
 * @param url its listener, with a user who may connect in any way, and no TLS option
 * @param mutualUrl the same with a user who needs a client certificate
 * @param caFile the authority of its certificate
 * @param clientFile a client certificate that it accepts, with its key
 */
record MySqlTarget(String url, String mutualUrl, Path caFile, Path clientFile) {

  Map<String, String> properties(Security security) {
    return security.properties(caFile, clientFile);
  }

  String url(Security security) {
    return security.mutual() ? mutualUrl : url;
  }
}
