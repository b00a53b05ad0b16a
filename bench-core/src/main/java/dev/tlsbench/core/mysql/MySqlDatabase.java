package dev.tlsbench.core.mysql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** MySQL and MariaDB. */
public final class MySqlDatabase implements Database {
  static final int PORT = 3306;

  /** Called by the service loader. */
  public MySqlDatabase() {}

  @Override
  public String id() {
    return "mysql";
  }

  @Override
  public String product() {
    return "MySQL";
  }

  @Override
  public int defaultPort() {
    return PORT;
  }

  @Override
  public List<String> schemes() {
    return List.of("mysql://", "jdbc:mysql:");
  }

  @Override
  public Set<String> programs() {
    return Set.of("mysqld", "mariadbd");
  }

  @Override
  public Preamble preamble() {
    return new MySqlPreamble();
  }

  @Override
  public Optional<String> noteOfProbe(int connections) {
    return Optional.of(
        "The server counts these "
            + connections
            + " connections without a log-in against this host's max_connect_errors (100 unless"
            + " it is set); a successful log-in from here resets the count.");
  }

  @Override
  public List<String> explainCertificates(String host, boolean encrypted, FileNames files) {
    List<String> lines = new ArrayList<>();
    lines.add("MySQL server");
    lines.add(
        "  mysqld --ssl-ca="
            + files.shell("ca.pem")
            + " --ssl-cert="
            + files.shell("server-cert.pem")
            + " --ssl-key="
            + files.shell("server-key.pem"));
    lines.add("MySQL client");
    lines.add(
        "  mysql --host="
            + host.replaceAll("[\\[\\]]", "")
            + " --ssl-mode=VERIFY_IDENTITY --ssl-ca="
            + files.shell("ca.pem")
            + " --ssl-cert="
            + files.shell("client-cert.pem")
            + " --ssl-key="
            + files.shell("client-key.pem"));
    if (encrypted) {
      lines.add("  (mysqld and mysql ask for the password at the terminal)");
    }
    lines.add(
        "  mysql://"
            + host
            + ":3306/?ssl-mode=VERIFY_IDENTITY&ssl-ca="
            + files.url("ca.pem")
            + "&ssl-cert="
            + files.url("client-cert.pem")
            + "&ssl-key="
            + files.url("client-key.pem"));
    return lines;
  }

  @Override
  public DatabaseUrl parse(String url) {
    return MySqlUrl.parse(url);
  }
}
