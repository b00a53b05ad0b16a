package dev.tlsbench.client.servers;

import java.nio.file.Path;
import java.util.Map;

/**
 * A MongoDB server under test.
 *
 * @param plainUrl its listener for plain text, with user and password but no TLS option
 * @param tlsUrl its listener for TLS
 * @param mutualUrl its listener that demands a client certificate
 * @param caFile the authority of its certificate
 * @param clientFile a client certificate that it accepts, with its key
 */
record MongoTarget(String plainUrl, String tlsUrl, String mutualUrl, Path caFile, Path clientFile) {

  Map<String, String> properties(Security security) {
    return security.properties(caFile, clientFile);
  }

  String url(Security security) {
    if (!security.encrypted()) {
      return plainUrl;
    }
    return security.mutual() ? mutualUrl : tlsUrl;
  }
}
