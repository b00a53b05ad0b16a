package dev.tlsbench.jmh.database;

import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** MySQL: MariaDB, whose TLS is wolfSSL. */
final class MySqlDatabase implements Database {
  static final String SELECT = "SELECT content FROM records WHERE id = ?";
  static final int KEY = 1;

  private final ServerLease lease;

  private MySqlDatabase(ServerLease lease) {
    this.lease = lease;
  }

  static MySqlDatabase open() throws IOException {
    return new MySqlDatabase(ServerLease.of(ServerKind.MYSQL));
  }

  /** MariaDB comes as a program for one kind of machine, not as Java. */
  static Optional<String> absence() {
    String system = System.getProperty("os.name");
    String processor = System.getProperty("os.arch");
    boolean there = system.equals("Linux") && processor.equals("amd64");
    return there
        ? Optional.empty()
        : Optional.of(
            "not offered by the embedded MariaDB: it runs on Linux on x86-64, not on "
                + system
                + " on "
                + processor);
  }

  @Override
  public Reconnection reconnection(Protection protection) throws IOException, SQLException {
    return MySqlReconnection.open(url(), protection, settings(protection));
  }

  @Override
  public void store(byte[] content) throws IOException, SQLException {
    Protection plain = Protection.plain();
    try (SingleMySql client = SingleMySql.open(url(), settings(plain));
        Connection connection = client.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP TABLE IF EXISTS records");
      statement.execute("CREATE TABLE records (id INT PRIMARY KEY, content LONGBLOB NOT NULL)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO records VALUES (?, ?)")) {
        insert.setInt(1, KEY);
        insert.setBytes(2, content);
        insert.execute();
      }
    }
  }

  @Override
  public RecordReader reader(Protection protection) throws IOException, SQLException {
    return MySqlReader.open(url(), protection, settings(protection));
  }

  @Override
  public void close() {
    lease.close();
  }

  private MySqlUrl url() {
    return MySqlUrl.parse(lease.server().url());
  }

  private TlsSettings settings(Protection protection) {
    return protection.settings(lease.server()::caFile);
  }
}
