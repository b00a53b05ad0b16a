package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Set;

/** Apache Cassandra, and servers of its protocol. */
public final class CassandraDatabase implements Database {
  static final int PORT = 9042;
  static final String SCHEME = "cassandra://";

  /** Called by the service loader. */
  public CassandraDatabase() {}

  @Override
  public String id() {
    return "cassandra";
  }

  @Override
  public String product() {
    return "Cassandra";
  }

  @Override
  public int defaultPort() {
    return PORT;
  }

  @Override
  public List<String> schemes() {
    return List.of(SCHEME);
  }

  @Override
  public Set<String> programs() {
    return Set.of("org.apache.cassandra.service.CassandraDaemon", "scylla");
  }

  @Override
  public Preamble preamble() {
    return CassandraPreamble.create();
  }

  @Override
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    return """
        Cassandra server (4.1 or later), in cassandra.yaml
          client_encryption_options:
            enabled: true
            ssl_context_factory:
              class_name: org.apache.cassandra.security.PEMBasedSslContextFactory
            keystore: %s
            truststore: %s
            require_client_auth: true
          (leave require_client_auth out if client certificates are optional)
        %sCassandra client
          cassandra://%s:9042/?tls=true&tlsCAFile=%s&tlsCertificateKeyFile=%s
        """
        .formatted(
            files.shell("server.pem"),
            files.shell("ca.pem"),
            encrypted ? "  (the password is keystore_password there)\n" : "",
            host,
            files.url("ca.pem"),
            files.url("client.pem"))
        .lines()
        .toList();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return CassandraUrl.parse(url);
  }
}
