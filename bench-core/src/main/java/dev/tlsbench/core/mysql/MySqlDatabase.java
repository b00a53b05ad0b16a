package dev.tlsbench.core.mysql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Preamble;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** MySQL and MariaDB. */
public final class MySqlDatabase implements Database {
  static final int PORT = 3306;

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
    return """
        MySQL server
          mysqld --ssl-ca=%1$s --ssl-cert=%2$s --ssl-key=%3$s
        MySQL client
          mysql --host=%4$s --ssl-mode=VERIFY_IDENTITY --ssl-ca=%1$s --ssl-cert=%5$s --ssl-key=%6$s
        %7$s  mysql://%8$s:3306/?ssl-mode=VERIFY_IDENTITY&ssl-ca=%9$s&ssl-cert=%10$s&ssl-key=%11$s
        """
        .formatted(
            files.shell("ca.pem"),
            files.shell("server-cert.pem"),
            files.shell("server-key.pem"),
            host.replaceAll("[\\[\\]]", ""),
            files.shell("client-cert.pem"),
            files.shell("client-key.pem"),
            encrypted ? "  (mysqld and mysql ask for the password at the terminal)\n" : "",
            host,
            files.url("ca.pem"),
            files.url("client-cert.pem"),
            files.url("client-key.pem"))
        .lines()
        .toList();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return MySqlUrl.parse(url);
  }
}
