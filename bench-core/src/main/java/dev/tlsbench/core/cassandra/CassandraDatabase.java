package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.ArrayList;
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
    return new CassandraPreamble();
  }

  @Override
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    List<String> lines = new ArrayList<>();
    lines.add("Cassandra server (4.1 or later), in cassandra.yaml");
    lines.add("  client_encryption_options:");
    lines.add("    enabled: true");
    lines.add("    ssl_context_factory:");
    lines.add("      class_name: org.apache.cassandra.security.PEMBasedSslContextFactory");
    lines.add("    keystore: " + files.shell("server.pem"));
    lines.add("    truststore: " + files.shell("ca.pem"));
    lines.add("    require_client_auth: true");
    lines.add("  (leave require_client_auth out if client certificates are optional)");
    if (encrypted) {
      lines.add("  (the password is keystore_password there)");
    }
    lines.add("Cassandra client");
    lines.add(
        "  cassandra://"
            + host
            + ":9042/?tls=true&tlsCAFile="
            + files.url("ca.pem")
            + "&tlsCertificateKeyFile="
            + files.url("client.pem"));
    return lines;
  }

  @Override
  public DatabaseUrl parse(String url) {
    return CassandraUrl.parse(url);
  }
}
