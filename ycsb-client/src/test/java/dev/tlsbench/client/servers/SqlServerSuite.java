package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.client.database.RecordLoader;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.session.Binding;
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
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** Tests for every server with a JDBC driver. */
abstract class SqlServerSuite {
  private static final String ALL = "dev.tlsbench.client.servers.Security#all";
  static final String ENCRYPTED = "dev.tlsbench.client.servers.Security#encryptedOnes";
  private static final String MUTUAL = "dev.tlsbench.client.servers.Security#mutualOnes";

  private static final String DUMPED = "dumped";

  final Binding binding;

  SqlServerSuite(String binding) {
    this.binding = Binding.of(binding);
  }

  abstract SqlTarget target();

  /** Returns the protocol of a connection as the server reports it; empty in plain text. */
  abstract String protocolOf(Connection connection) throws SQLException;

  /** Returns the server's words to a user who needs a client certificate. */
  abstract String certificateMissing();

  /** Returns the URL's option that limits a log-in to three seconds. */
  abstract String loginWithinThreeSeconds();

  /** Returns the URL's option that limits the wait for an answer to a second. */
  abstract String readWithinOneSecond();

  /** Returns the driver's words when that second is over. */
  abstract String connectionLost();

  /** Returns a query that takes so many seconds, and has a row. */
  abstract String sleep(String seconds);

  /** The properties with which this server is connected to. */
  Map<String, String> properties(Security security) {
    return target().properties(security);
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void readsInKeyOrderWhatItWrote(Security security) throws Exception {
    try (Connections connections = connections(security);
        Connection connection = connect(connections);
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
    try (Connections connections = connections(security);
        Connection connection = connect(connections)) {
      NegotiatedTls negotiated = connections.ledger().handshakes().keySet().iterator().next();
      assertThat(negotiated.protocol()).isEqualTo(security.protocols().get(0));
      assertThat(connections.ledger().differences(settings(security))).isEmpty();
      assertThat(protocolOf(connection)).isEqualTo(negotiated.protocol());
    }
  }

  @Test
  void negotiatesNothingInPlainText() throws Exception {
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections)) {
      assertThat(connections.ledger().handshakes()).isEmpty();
      assertThat(connections.ledger().tcpConnectNanos().getTotalCount()).isEqualTo(1);
      assertThat(protocolOf(connection)).isEmpty();
    }
  }

  @Test
  void returnsWhatWorkloadAWrote(@TempDir Path directory) throws Exception {
    Security security = Security.TLS_13;
    try (Connections connections = connections(security);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + IntegrityRun.TABLE);
    }
    Map<String, String> properties = properties(security);
    properties.put(binding.urlProperty(), target().url(security));
    properties.put(binding.property("createtable"), "true");
    IntegrityRun.endsWithoutAMismatch(directory, binding.id(), properties);
  }

  @Test
  void createsAMissingTableForALoadOnly(@TempDir Path directory) throws Exception {
    String table = "missing";
    String createTable = binding.property("createtable");
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + table);
      assertThat(workload(directory, "run", table))
          .satisfies(run -> assertThat(run.exitCode()).isEqualTo(2))
          .extracting(Outcome::err)
          .asString()
          .contains(
              "the database has no table missing; load it first: bin/ycsb load " + binding.id());
      assertThat(workload(directory, "load", table, "-p", createTable + "=false"))
          .satisfies(load -> assertThat(load.exitCode()).isEqualTo(2))
          .extracting(Outcome::err)
          .asString()
          .contains(createTable + ": false, but the database has no table missing; create it");

      Outcome load = workload(directory, "load", table, "-threads", "8");
      assertThat(load.exitCode()).as(load.err()).isZero();
      assertThat(load.lines("[INSERT], Return")).containsExactly("[INSERT], Return=OK, 100");
      assertThat(workload(directory, "load", table, "-p", createTable + "=false").messages())
          .last()
          .asString()
          .contains("INSERT ERROR 1; first error, seen once: ", "uplicate ", "earlier load");
      statement.executeUpdate("DROP TABLE " + table);
    }
  }

  private Outcome workload(Path directory, String phase, String table, String... more)
      throws IOException {
    return run(directory, phase, ClientProcess.workload(directory), table, List.of(more));
  }

  private Outcome run(Path directory, String phase, Path workload, String table, List<String> more)
      throws IOException {
    Properties properties = new Properties();
    properties.putAll(properties(Security.TLS_13));
    properties.setProperty(binding.urlProperty(), target().url(Security.TLS_13));
    properties.setProperty("table", table);
    Path file = directory.resolve("server.properties");
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    List<String> arguments =
        new ArrayList<>(
            List.of(phase, binding.id(), "-P", workload.toString(), "-P", file.toString()));
    arguments.addAll(more);
    return new LocalClient(directory).run(arguments.toArray(String[]::new));
  }

  @Test
  void runsStatementsOfTheUsers(@TempDir Path directory) throws Exception {
    Path csv = Files.writeString(directory.resolve("v.csv"), "1,2020-01-01\n3,\"2020-01-03\"\r\n");
    StatementRun run = new StatementRun(directory, binding, target().url(Security.PLAIN));
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS asked");
      statement.executeUpdate(
          "CREATE TABLE asked (id INT PRIMARY KEY, born DATE, name VARCHAR(9))");
      statement.executeUpdate(
          "INSERT INTO asked VALUES (1, '2020-01-01', 'u01'), (2, '2020-01-02', 'u02'),"
              + " (3, '2020-01-03', 'u03')");
      String byId = "SELECT name, '" + StatementRun.SECRET + "' FROM asked WHERE id = ?";

      run.reads(20, byId, "1..3");
      run.reads(20, "SELECT id FROM asked WHERE name = ?", "u{01..03}");
      run.reads(20, "SELECT id FROM asked WHERE id = ? AND born = ?", csv.toString());
      run.reads(
          60,
          "SELECT id FROM asked;\n-- parameters: 3..3\nSELECT id FROM asked WHERE id <= ?;",
          "");
      run.findsNothing(byId, "7..9");
      run.isRefused("parameters in it: 1, with values: 0", byId, "");
      run.isRefused("parameters in it: 1, with values: 2", byId, "1..3,1..3");
      run.isRefused("refused by the server: ", byId.replace("name", "nobody"), "1..3");
      run.isRefused("WHERE", byId.replace("asked", ""), "1..3");
      run.isRefused("UPDATE may write", "UPDATE asked SET name = 'x'", "");
      run.isRefused("statement: there is none", "-- SELECT 1;", "");
      run.isRefused("refused by the server: ", writingQuery("asked"), "");
      assertThat(count(statement, "asked")).isEqualTo(3);
      if (saysTypesOfParameters()) {
        run.isRefused("refused by the server: ", byId, "nobody{1..3}");
        run.isRefused("add --writes", writingQuery("asked"), "");
      }
      run.reads(
          20,
          "UPDATE asked SET name = ? WHERE id = ?",
          "new{1..1},3..3",
          "-p",
          "statement.writes=true");
      run.reads(20, "SELECT id FROM asked WHERE name = ?", "new{1..1}");
      statement.executeUpdate("DROP TABLE asked");
    }
  }

  private static int count(Statement statement, String table) throws SQLException {
    try (ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
      row.next();
      return row.getInt(1);
    }
  }

  /** Returns a statement that removes all rows, and begins like one that reads. */
  abstract String writingQuery(String table);

  /** Returns whether a prepared statement has the types of its parameters. */
  boolean saysTypesOfParameters() {
    return true;
  }

  /** More of them than MariaDB takes at once by default, which is 16 MiB. */
  @Test
  void loadsRecordsOfAMebibyte() throws Exception {
    String table = "mebibytes";
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + table);
      Properties properties = new Properties();
      properties.putAll(properties(Security.PLAIN));
      properties.putAll(
          Map.of(
              binding.urlProperty(),
              target().url(Security.PLAIN),
              binding.property("createtable"),
              "true"));
      properties.putAll(
          Map.of("table", table, "recordcount", "20", "fieldcount", "1", "fieldlength", "1048576"));
      properties.setProperty("workload", CoreWorkload.class.getName());
      Measurements.setProperties(properties);
      new RecordLoader(binding, properties, message -> {}).loadIfEmpty(false);
      requireStatistics(connection, table);

      try (ResultSet rows = statement.executeQuery("SELECT * FROM " + table)) {
        int count = 0;
        for (; rows.next(); count++) {
          assertThat(rows.getBytes(2)).hasSize(1 << 20);
        }
        assertThat(count).isEqualTo(20);
      }
      statement.executeUpdate("DROP TABLE " + table);
    }
  }

  @ParameterizedTest
  @MethodSource(MUTUAL)
  void turnsAwayAClientWithoutCertificate(Security security) {
    Map<String, String> properties = properties(security);
    properties.remove("tls.certificateKeyFile");
    assertThat(refusal(target().mutualUrl(), properties)).contains(certificateMissing());
  }

  /** The time-out of the login ends with it. */
  @Test
  void waitsForAStatementThatTakesLongerThanALoginMay() throws Exception {
    try (Connections connections = connections(Security.TLS_13, loginWithinThreeSeconds());
        Connection connection = connect(connections);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sleep("3.2"))) {
      assertThat(row.next()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void givesAStatementUpWhenTheReadTimeOutIsOver(TlsProvider provider) throws Exception {
    Security security = new Security("TLS 1.3", provider, List.of("TLSv1.3"), false);
    try (Connections connections = connections(security, readWithinOneSecond());
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.executeQuery(sleep("30")))
          .hasMessageContaining(connectionLost());
    }
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void isNotTrustedWithoutItsAuthority(Security security) {
    Map<String, String> properties = properties(security);
    properties.remove("tls.caFile");
    assertThat(refusal(target().url(security), properties))
        .contains("no trusted authority issued the certificate");
  }

  /** Every kind of workload, with the files of the repository, small. */
  @ParameterizedTest
  @CsvSource({
    "workloade, SCAN, recordcount=300",
    "oltp_read_write, OLTP_READ_WRITE, table_size=300",
    "terrain_points, GEO_READ, geo.rows=2000",
    "terrain_points_load, GEO_LOAD, geo.rows=2000",
  })
  void loadsAndRuns(String workload, String operation, String size, @TempDir Path directory)
      throws Exception {
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      for (String table : List.of("every", "sbtest1", "sbtest2", "every_load")) {
        statement.executeUpdate("DROP TABLE IF EXISTS " + table);
      }
    }
    Path file = RealServers.script("up").resolveSibling("../workloads/" + workload).normalize();
    for (String phase : List.of("load", "run")) {
      List<String> more =
          List.of("-threads", "2", "-p", "operationcount=10", "-p", "geo.table=every", "-p", size);
      Outcome outcome = run(directory, phase, file, "every", more);

      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      assertThat(outcome.lines("[TLS], Protocol")).containsExactly("[TLS], Protocol, TLSv1.3");
      if (phase.equals("run")) {
        assertThat(outcome.lines("[" + operation + "], Return="))
            .as(outcome.out())
            .isNotEmpty()
            .allMatch(line -> line.contains("Return=OK"));
      }
    }
  }

  @Test
  void readsAValueThatTheServerMakesUp(@TempDir Path directory) throws Exception {
    Outcome repeat =
        workload(
            directory,
            "run",
            "none",
            "-p",
            "workload=dev.tlsbench.ycsb.workload.RepeatWorkload",
            "-p",
            "repeat.length=100000",
            "-p",
            "repeat.request=5000",
            "-p",
            "operationcount=7");

    assertThat(repeat.exitCode()).as(repeat.err()).isZero();
    assertThat(repeat.lines("[REPEAT], Return")).containsExactly("[REPEAT], Return=OK, 7");
  }

  @Test
  void dumpsATable(@TempDir Path directory) throws Exception {
    loadDumped(directory);
    Outcome dump = dump(directory);

    assertThat(dump.exitCode()).as(dump.err()).isZero();
    assertThat(dump.lines("[DUMP], Return")).containsExactly("[DUMP], Return=OK, 7");
  }

  /** Requires that the planner knows the size of a table that was just loaded. */
  void requireStatistics(Connection connection, String table) throws SQLException {}

  /** Loads records into a new table. */
  final void loadDumped(Path directory) throws Exception {
    String table = DUMPED;
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections);
        Statement statement = connection.createStatement()) {
      statement.executeUpdate("DROP TABLE IF EXISTS " + table);
    }
    Outcome load = workload(directory, "load", table);
    assertThat(load.exitCode()).as(load.err()).isZero();
    try (Connections connections = connections(Security.PLAIN);
        Connection connection = connect(connections)) {
      requireStatistics(connection, table);
    }
  }

  /** Dumps that table seven times. */
  final Outcome dump(Path directory, String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-p",
                "workload=dev.tlsbench.ycsb.workload.DumpWorkload",
                "-p",
                "operationcount=7"));
    arguments.addAll(List.of(more));
    return workload(directory, "run", DUMPED, arguments.toArray(String[]::new));
  }

  /** Returns the words with which a connection fails. */
  private String refusal(String url, Map<String, String> properties) {
    DatabaseUrl parsed = binding.database().parse(url);
    try (Connections connections =
            parsed.open(parsed.settings(properties), Dialer.DIRECT, new TlsLedger());
        Connection connection = connect(connections)) {
      throw new AssertionError("it connected: " + connection);
    } catch (SQLException | ConnectFailedException e) {
      assertThat(e).hasCauseInstanceOf(ConnectFailedException.class);
      return String.valueOf(e.getMessage());
    }
  }

  static Connection connect(Connections connections) throws SQLException, ConnectFailedException {
    return connections.driver(DataSource.class).getConnection();
  }

  Connections connections(Security security, String... options) {
    String url = target().url(security);
    DatabaseUrl parsed =
        binding.database().parse(options.length == 0 ? url : url + "?" + String.join("&", options));
    return parsed.open(settings(security), Dialer.DIRECT, new TlsLedger());
  }

  private TlsSettings settings(Security security) {
    return binding.database().parse(target().url(security)).settings(properties(security));
  }
}
