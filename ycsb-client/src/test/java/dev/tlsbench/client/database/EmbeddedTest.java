package dev.tlsbench.client.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.measurements.Measurements;

/** The client where no URL names a server. */
@Tag("any-jdk")
class EmbeddedTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void startsAServerAndLoadsItFirstIfItIsEmpty() throws Exception {
    Outcome first = client("mongodb-tls", "run");
    assertThat(first.exitCode()).as(first.err()).isZero();
    assertThat(first.messages()).hasSize(2);
    assertThat(first.messages().get(0))
        .contains("embedded test server (mongo-java-server), not MongoDB", "with TLS", "data in");
    assertThat(first.messages().get(1)).contains("loading 100 records");
    assertThat(first.lines("[INSERT]")).isEmpty();

    Outcome second = client("mongodb-tls", "run");
    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.messages()).hasSize(1);
  }

  @Test
  void loadsAnewAndRunsOnWhatWasLoaded() throws Exception {
    Outcome load = client("mongodb-tls", "load");
    assertThat(load.lines("[INSERT], Return")).containsExactly("[INSERT], Return=OK, 100");
    Outcome again = client("mongodb-tls", "load", "recordcount=50");
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.lines("[INSERT], Return")).containsExactly("[INSERT], Return=OK, 50");

    Outcome plain = client("mongodb-tls", "run", "recordcount=50", "tls.enabled=false");
    assertThat(plain.exitCode()).as(plain.err()).isZero();
    assertThat(plain.messages()).singleElement().asString().contains("in plain text");
    assertThat(plain.lines("[TLS]")).containsExactly("[TLS], Enabled, false");
  }

  @Test
  void loadsAndRunsOnMariaDbToo() throws Exception {
    Outcome run = client("mysql-tls", "run", "dataintegrity=true", "threadcount=2");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.messages()).hasSize(2);
    assertThat(run.lines("[VERIFY], Return")).singleElement().asString().contains("Return=OK");
    assertThat(run.lines("[TLS], Protocol")).containsExactly("[TLS], Protocol, TLSv1.3");

    Outcome load = client("mysql-tls", "load", "fieldcount=12", "mysql.batchsize=7");
    assertThat(load.exitCode()).as(load.err()).isZero();
    assertThat(load.lines("[INSERT], Return=BATCHED_OK")).hasSize(1);
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"mongodb-tls", "mysql-tls"})
  void loadsAgainWhatALoadLeftByHalf(String binding) throws Exception {
    assertThat(client(binding, "load", "insertcount=40").exitCode()).isZero();

    Outcome run = client(binding, "run", "insertproportion=0.5");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.messages())
        .anyMatch(line -> line.contains("usertable has 40 of 100 records"))
        .anyMatch(line -> line.contains("loading 100 records"));

    Outcome second = client(binding, "run");
    assertThat(second.exitCode()).as(second.err()).isZero();
    assertThat(second.messages()).as("more than there have to be").hasSize(1);
  }

  /** The batches of a load have 100 records, so that the last one is sent with the clean-up. */
  @Test
  void doesNotRunOnALoadWhoseLastBatchTheServerRefused() throws Exception {
    Path data = directory.resolve("data/embedded/mysql-tls");
    try (EmbeddedMySql server = EmbeddedMySql.builder().directory(data).start()) {
      MySqlUrl url = MySqlUrl.parse(server.url());
      try (MySqlConnections connections =
              url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
          Connection connection = connections.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "CREATE TABLE usertable (YCSB_KEY VARCHAR(255) PRIMARY KEY, field0 LONGBLOB,"
                + " CHECK (YCSB_KEY <> 'user149'))");
      }
    }

    Outcome run =
        client("mysql-tls", "run", "recordcount=150", "fieldcount=1", "insertorder=ordered");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
    assertThat(run.out()).isEmpty();
    assertThat(run.messages()).last().asString().startsWith("ycsb: the load is incomplete: ");
  }

  @Tag("full")
  @Test
  void takesPartOfTheRecordsForAllIfTheRunReadsNoMore() throws Exception {
    assertThat(client("mongodb-tls", "load", "insertstart=30", "insertcount=40").exitCode())
        .isZero();

    Outcome run =
        client(
            "mongodb-tls",
            "run",
            "insertstart=30",
            "insertcount=40",
            "requestdistribution=uniform");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.messages()).hasSize(1);
  }

  @Test
  @Tag("full")
  void leavesRecordsAloneThatAreOfAnotherWorkload() throws Exception {
    assertThat(client("mongodb-tls", "load", "insertcount=40", "zeropadding=30").exitCode())
        .isZero();

    Outcome run = client("mongodb-tls", "run");
    assertThat(run.messages()).noneMatch(line -> line.contains("of 100 records"));
    assertThat(run.exitCode()).as("its reads find nothing").isEqualTo(4);
  }

  static List<Binding> withServer() {
    return Binding.all().stream()
        .filter(binding -> EmbeddedServerBuilder.of(binding.database()).isPresent())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("withServer")
  void startsAgainWithTheSameAddressAndData(Binding binding) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("workload", "site.ycsb.workloads.CoreWorkload");
    properties.setProperty("recordcount", "20");
    Measurements.setProperties(properties);
    Map<String, String> environment = Map.of("TLSBENCH_DATA", directory.toString());
    try (Embedded embedded = Embedded.startIfNoUrl(binding, properties, environment, line -> {})) {
      RecordLoader loader = new RecordLoader(binding, properties, line -> {});
      loader.loadIfEmpty(true);
      long before = embedded.pid();

      embedded.restart();

      assertThat(embedded.pid()).isNotEqualTo(before);
      assertThat(ProcessHandle.of(before)).isEmpty();
      loader.requireWhole();
      assertThat(loader.shortage()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fieldlength=300", "fieldcount=3"})
  void loadsAgainForRecordsOfAnotherSize(String size) throws Exception {
    assertThat(client("mongodb-tls", "run").exitCode()).isZero();

    Outcome other = client("mongodb-tls", "run", size);
    assertThat(other.exitCode()).as(other.err()).isZero();
    assertThat(other.messages()).anyMatch(line -> line.contains("1,000 bytes, and this workload"));

    assertThat(client("mongodb-tls", "run", size).messages())
        .noneMatch(line -> line.contains("loading"));
  }

  @Test
  void loadsAgainIfARunInsertedTheSameRecords() throws Exception {
    String[] inserting = {"readproportion=0", "updateproportion=0", "insertproportion=1"};
    assertThat(client("postgresql-tls", "run", inserting).exitCode()).isZero();

    Outcome again = client("postgresql-tls", "run", inserting);
    assertThat(again.exitCode()).as(again.err()).isZero();
    assertThat(again.messages()).anyMatch(line -> line.contains("an earlier run inserted"));
  }

  @Test
  void startsNoServerAgainThatAUrlNames() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("mongodb.url", "mongodb://db/x");
    try (Embedded none =
        Embedded.startIfNoUrl(Binding.of("mongodb-tls"), properties, Map.of(), line -> {})) {
      assertThat(none.isRunning()).isFalse();
      assertThatThrownBy(none::restart).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void keepsItsDataWhereTheEnvironmentSaysSo() {
    assertThat(
            Embedded.directory(
                Binding.of("mongodb-tls"), Map.of("TLSBENCH_DATA", "/d", "HOME", "/h")))
        .isEqualTo(Path.of("/d/embedded/mongodb-tls"));
    assertThat(
            Embedded.directory(
                Binding.of("mysql-tls"), Map.of("XDG_STATE_HOME", "/s", "HOME", "/h")))
        .isEqualTo(Path.of("/s/tlsbench/embedded/mysql-tls"));
    assertThat(
            Embedded.directory(Binding.of("mysql-tls"), Map.of("XDG_STATE_HOME", "", "HOME", "/h")))
        .isEqualTo(Path.of("/h/.local/state/tlsbench/embedded/mysql-tls"));
    assertThat(Embedded.directory(Binding.of("mysql-tls"), Map.of("USERPROFILE", "/windows")))
        .isEqualTo(Path.of("/windows/.local/state/tlsbench/embedded/mysql-tls"));
    assertThatThrownBy(() -> Embedded.directory(Binding.of("mysql-tls"), Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("TLSBENCH_DATA");
  }

  private Outcome client(String binding, String phase, String... properties) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(phase, binding, "-P", ClientProcess.workload(directory).toString()));
    for (String property : properties) {
      arguments.addAll(List.of("-p", property));
    }
    return new LocalClient(directory).run(arguments.toArray(new String[0]));
  }
}
