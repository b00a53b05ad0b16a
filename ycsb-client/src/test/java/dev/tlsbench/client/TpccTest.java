package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.workload.tpcc.TpccWorkload;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TPC-C as a workload of the client, on the embedded server. */
@Tag("any-jdk")
class TpccTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void reportsTpmCAndRefusesTheResultOfInconsistentData() throws Exception {
    String url = SharedServers.mySql().url();
    Outcome unloaded = client(url, "run");
    assertThat(unloaded.exitCode()).isEqualTo(2);
    assertThat(unloaded.err()).contains("tpcc_warehouse was not loaded");
    assertThat(client(url, "load", "-threads", "2").exitCode()).isZero();

    Outcome sound = client(url, "run");
    assertThat(sound.exitCode()).as(sound.err()).isZero();
    assertThat(sound.lines("[TPC-C], tpmC")).hasSize(1);
    assertThat(sound.lines("[NEW_ORDER], Return=OK")).hasSize(1);
    assertThat(sound.lines("[PAYMENT], AverageLatency")).hasSize(1);
    assertThat(sound.lines("[TPC-C], Remark"))
        .singleElement()
        .asString()
        .contains("not an audited TPC-C result");

    execute(url, "UPDATE tpcc_warehouse SET w_ytd = w_ytd + 1");
    Outcome broken = client(url, "run");
    assertThat(broken.exitCode()).isEqualTo(4);
    assertThat(broken.messages())
        .last()
        .asString()
        .startsWith("ycsb: consistency condition 1 of TPC-C's clause 3.3.2 (W_YTD = sum(D_YTD))")
        .endsWith("; do not use this result");
  }

  @Test
  void refusesAMisspeltProperty() throws Exception {
    Outcome refused = client(SharedServers.mySql().url(), "run", "-p", "tpcc.warehouse=2");

    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err()).contains("tpcc.warehouse", "did you mean tpcc.warehouses?");
  }

  private Outcome client(String url, String phase, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                phase,
                "mysql-tls",
                "-p",
                "workload=" + TpccWorkload.class.getName(),
                "-p",
                "mysql.url=" + url,
                "-p",
                "tpcc.customers=100",
                "-p",
                "tpcc.items=100"));
    if (phase.equals("run")) {
      arguments.addAll(List.of("-p", "operationcount=200"));
    }
    arguments.addAll(Arrays.asList(more));
    return new LocalClient(directory).run(arguments.toArray(String[]::new));
  }

  private static void execute(String url, String sql) throws Exception {
    MySqlUrl parsed = MySqlUrl.parse(url);
    try (MySqlConnections connections =
            parsed.open(parsed.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
