package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.DBException;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** Tests for every MySQL or MariaDB server. */
abstract class MySqlServerSuite {
  private static final String ALL = "dev.tlsbench.client.servers.Security#all";
  private static final String ENCRYPTED = "dev.tlsbench.client.servers.Security#encryptedOnes";
  private static final String MUTUAL = "dev.tlsbench.client.servers.Security#mutualOnes";

  abstract MySqlTarget target();

  /** Returns whether a session of this kind is resumed between this client and this server. */
  boolean resumes(Security security) {
    return security.resumes();
  }

  /** The properties with which this server is connected to. */
  Map<String, String> properties(Security security) {
    return target().properties(security);
  }

  /** Returns whether the status variable {@code Ssl_sessions_reused} counts them. */
  boolean countsResumedSessions() {
    return true;
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void readsInKeyOrderWhatItWrote(Security security) throws Exception {
    try (MySqlConnections connections = connections(security);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS suite");
      statement.executeUpdate("CREATE TABLE suite (id VARCHAR(9) PRIMARY KEY, n INT)");
      statement.executeUpdate("INSERT INTO suite VALUES ('b', 2), ('c', 3), ('a', 1)");
      List<Integer> read = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("SELECT n FROM suite ORDER BY id")) {
        while (rows.next()) {
          read.add(rows.getInt(1));
        }
      }
      assertThat(read).containsExactly(1, 2, 3);
    }
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void negotiatesWhatWasAskedForAsTheServerSeesIt(Security security) throws Exception {
    try (MySqlConnections connections = connections(security);
        Connection connection = connections.connect()) {
      NegotiatedTls negotiated = connections.ledger().handshakes().keySet().iterator().next();
      assertThat(negotiated.protocol()).isEqualTo(security.protocols().get(0));
      assertThat(connections.ledger().differences(settings(security))).isEmpty();
      assertThat(status(connection, "Ssl_version")).isEqualTo(negotiated.protocol());
    }
  }

  @Test
  void negotiatesNothingInPlainText() throws Exception {
    try (MySqlConnections connections = connections(Security.PLAIN);
        Connection connection = connections.connect()) {
      assertThat(connections.ledger().handshakes()).isEmpty();
      assertThat(connections.ledger().tcpConnectNanos().getTotalCount()).isEqualTo(1);
      assertThat(status(connection, "Ssl_cipher")).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void resumesSessionsWhereBothSidesCan(Security security) throws Exception {
    try (MySqlConnections connections = connections(security)) {
      for (int i = 0; i < 5; i++) {
        long resumedBefore = connections.ledger().resumedHandshakes();
        try (Connection connection = connections.connect()) {
          boolean resumed = connections.ledger().resumedHandshakes() > resumedBefore;
          boolean counted = !status(connection, "Ssl_sessions_reused").equals("0");
          assertThat(counted).isEqualTo(resumed && countsResumedSessions());
        }
      }
      assertThat(connections.ledger().resumedHandshakes() > 0).isEqualTo(resumes(security));
    }
  }

  /** Returns whether the server has keys for encryption at rest. */
  boolean encryptsAtRest() {
    return true;
  }

  @Test
  void encryptsTablesAtRestOrSaysThatItCannot() throws Exception {
    Properties properties = new Properties();
    properties.putAll(properties(Security.PLAIN));
    properties.setProperty("mysql.url", target().url(Security.PLAIN));
    properties.setProperty("mysql.createtable", "true");
    properties.setProperty("mysql.table", "at_rest");
    try (MySqlConnections connections = connections(Security.PLAIN);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS at_rest");
      properties.setProperty("mysql.table.encryption", "Y");
      if (!encryptsAtRest()) {
        assertThatThrownBy(() -> Binding.of("mysql-tls").share(properties, ConnectionListener.NONE))
            .isInstanceOf(DBException.class)
            .hasMessageContaining("mysql.table.encryption");
        return;
      }
      Binding.of("mysql-tls").share(properties, ConnectionListener.NONE);
      Binding.of("mysql-tls").release(properties);
      try (ResultSet row = statement.executeQuery("SHOW CREATE TABLE at_rest")) {
        row.next();
        assertThat(row.getString(2)).containsPattern("ENCRYPTION='Y'|`ENCRYPTED`='?YES");
      }

      Properties otherwise = new Properties();
      otherwise.putAll(properties);
      otherwise.setProperty("mysql.table.encryption", "N");
      assertThatThrownBy(() -> Binding.of("mysql-tls").share(otherwise, ConnectionListener.NONE))
          .isInstanceOf(DBException.class)
          .hasMessageContaining("at_rest exists, and is encrypted");
    }
  }

  @Test
  void returnsWhatWorkloadAWrote(@TempDir Path directory) throws Exception {
    Security security = Security.TLS_13;
    try (MySqlConnections connections = connections(security);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + IntegrityRun.TABLE);
    }
    Map<String, String> properties = properties(security);
    properties.put("mysql.url", target().url(security));
    properties.put("mysql.createtable", "true");
    IntegrityRun.endsWithoutAMismatch(directory, "mysql-tls", properties);
  }

  @Test
  void createsAMissingTableForALoadOnly(@TempDir Path directory) throws Exception {
    String table = "missing";
    try (MySqlConnections connections = connections(Security.PLAIN);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + table);
      assertThat(workload(directory, "run", table))
          .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
          .extracting(Outcome::err)
          .asString()
          .contains("the database has no table missing; load it first: bin/ycsb load mysql");
      assertThat(workload(directory, "load", table, "-p", "mysql.createtable=false"))
          .satisfies(load -> assertThat(load.exitCode()).isEqualTo(2))
          .extracting(Outcome::err)
          .asString()
          .contains("mysql.createtable: false, but the database has no table missing; create it");

      Outcome load = workload(directory, "load", table, "-threads", "8");
      assertThat(load.exitCode()).as(load.err()).isZero();
      assertThat(load.lines("[INSERT], Return")).containsExactly("[INSERT], Return=OK, 100");
      assertThat(workload(directory, "load", table, "-p", "mysql.createtable=false").messages())
          .last()
          .asString()
          .contains("INSERT ERROR 1; first error, seen once: Duplicate entry", "earlier load");
      statement.executeUpdate("DROP TABLE " + table);
    }
  }

  private Outcome workload(Path directory, String phase, String table, String... more)
      throws IOException {
    Properties properties = new Properties();
    properties.putAll(properties(Security.TLS_13));
    properties.setProperty("mysql.url", target().url(Security.TLS_13));
    properties.setProperty("table", table);
    Path file = directory.resolve("server.properties");
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    String workload = ClientProcess.workload(directory).toString();
    List<String> arguments =
        new ArrayList<>(List.of(phase, "mysql-tls", "-P", workload, "-P", file.toString()));
    arguments.addAll(List.of(more));
    return new LocalClient(directory).run(arguments.toArray(String[]::new));
  }

  /** More of them than MariaDB takes at once by default, which is 16 MiB. */
  @Test
  void loadsRecordsOfAMebibyte() throws Exception {
    String table = "mebibytes";
    try (MySqlConnections connections = connections(Security.PLAIN);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + table);
      Properties properties = new Properties();
      properties.putAll(properties(Security.PLAIN));
      properties.putAll(
          Map.of("mysql.url", target().url(Security.PLAIN), "mysql.createtable", "true"));
      properties.putAll(
          Map.of("table", table, "recordcount", "20", "fieldcount", "1", "fieldlength", "1048576"));
      properties.setProperty("workload", CoreWorkload.class.getName());
      Measurements.setProperties(properties);
      new RecordLoader(Binding.of("mysql-tls"), properties, message -> {}).loadIfEmpty();

      try (ResultSet rows =
          statement.executeQuery("SELECT COUNT(*), MIN(LENGTH(FIELD0)) FROM " + table)) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(20);
        assertThat(rows.getInt(2)).isEqualTo(1 << 20);
      }
      statement.executeUpdate("DROP TABLE " + table);
    }
  }

  @ParameterizedTest
  @MethodSource(MUTUAL)
  void turnsAwayAClientWithoutCertificate(Security security) {
    Map<String, String> properties = properties(security);
    properties.remove("tls.certificateKeyFile");
    MySqlUrl url = MySqlUrl.parse(target().mutualUrl());
    assertThatThrownBy(() -> connect(url, url.settings(properties)))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("denied");
  }

  /** The time-out of the login ends with it. */
  @Test
  void waitsForAStatementThatTakesLongerThanALoginMay() throws Exception {
    try (MySqlConnections connections = connections(Security.TLS_13, "connectTimeout=3000");
        Connection connection = connections.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT SLEEP(3.2)")) {
      row.next();
      assertThat(row.getInt(1)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesAStatementUpWhenTheReadTimeOutIsOver(TlsProvider provider) throws Exception {
    Security security = new Security("TLS 1.3", provider, List.of("TLSv1.3"), false);
    try (MySqlConnections connections = connections(security, "socketTimeout=1000");
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery("SELECT SLEEP(30)"))
          .hasMessageContaining("Communications link failure");
    }
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void isNotTrustedWithoutItsAuthority(Security security) {
    Map<String, String> properties = properties(security);
    properties.remove("tls.caFile");
    MySqlUrl url = MySqlUrl.parse(target().url(security));
    assertThatThrownBy(() -> connect(url, url.settings(properties)))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("no trusted authority issued the certificate");
  }

  /** Reads one of the "Server Status Variables" of the MySQL 9.7 Reference Manual. */
  private static String status(Connection connection, String variable) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SHOW SESSION STATUS WHERE Variable_name = '" + variable + "'")) {
      assertThat(row.next()).as(variable).isTrue();
      return row.getString(2);
    }
  }

  private static void connect(MySqlUrl url, TlsSettings settings) throws Exception {
    try (MySqlConnections connections = MySqlConnections.open(url, settings)) {
      connections.connect().close();
    }
  }

  private MySqlConnections connections(Security security) {
    return MySqlConnections.open(MySqlUrl.parse(target().url(security)), settings(security));
  }

  private MySqlConnections connections(Security security, String options) {
    MySqlUrl url = MySqlUrl.parse(target().url(security) + "?" + options);
    return MySqlConnections.open(url, settings(security));
  }

  private TlsSettings settings(Security security) {
    return MySqlUrl.parse(target().url(security)).settings(properties(security));
  }
}
