package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** PostgreSQL. Immutable. */
public final class PostgresDatabase implements Database {
  static final int PORT = 5432;

  @Override
  public String id() {
    return "postgresql";
  }

  @Override
  public String product() {
    return "PostgreSQL";
  }

  @Override
  public int defaultPort() {
    return PORT;
  }

  @Override
  public List<String> schemes() {
    return List.of("postgresql://", "postgres://", "jdbc:postgresql:");
  }

  @Override
  public Set<String> programs() {
    return Set.of("postgres", "pgbouncer", "yb-tserver", "cockroach");
  }

  @Override
  public Preamble preamble() {
    return new PostgresPreamble();
  }

  @Override
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    List<String> lines = new ArrayList<>();
    lines.add("PostgreSQL server (postgresql.conf)");
    lines.add("  ssl = on");
    lines.add("  ssl_ca_file = " + files.shell("ca.pem"));
    lines.add("  ssl_cert_file = " + files.shell("server-cert.pem"));
    lines.add("  ssl_key_file = " + files.shell("server-key.pem"));
    if (encrypted) {
      lines.add("  ssl_passphrase_command = 'a program that prints the password'");
    }
    lines.add("PostgreSQL client");
    String url =
        "postgresql://"
            + host
            + ":5432/postgres?sslmode=verify-full&sslrootcert="
            + files.url("ca.pem")
            + "&sslcert="
            + files.url("client-cert.pem")
            + "&sslkey="
            + files.url("client-key.pem");
    lines.add("  psql '" + url + "'");
    lines.add("  " + url);
    return lines;
  }

  @Override
  public DatabaseUrl parse(String url) {
    return PostgresUrl.parse(url);
  }
}
