package dev.tlsbench.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.jdbc.SqlConnection;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.workload.TransactionThread;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.DB;
import site.ycsb.Status;

/** TPC-C on servers that count statements as MySQL does. */
abstract class MySqlTpccSuite extends TpccSuite {
  /** The numbers of go-tpc's statements, for the same transaction. */
  @ParameterizedTest
  @EnumSource
  void sendsTheStatementsOfEachTransaction(TpccTransaction kind) throws Exception {
    for (int i = 0; i < RUNS; i++) {
      TransactionThread.Transaction<TpccConnection> input = kind.input(options, TpccRandom.ofRun());
      DB client = server.client(properties);
      TransactionThread<TpccConnection> thread = thread();
      Map<String, Long> before = server.statements();
      DirectClient.of(client)
          .direct(
              "TEST",
              SqlConnection.class,
              sql -> {
                thread.run(sql, input);
                return Status.OK;
              });
      Map<String, Long> sent = server.added(before);
      assertThat(sent).containsEntry("begin", 1L);
      assertThat(sent.getOrDefault("commit", 0L) + sent.getOrDefault("rollback", 0L)).isOne();
      switch (kind) {
        case NEW_ORDER -> {
          boolean committed = sent.containsKey("commit");
          assertThat(sent).containsEntry("select", committed ? 4L : 3L);
          assertThat(sent).containsEntry("insert", committed ? 3L : 2L);
          assertThat(sent.get("update")).isBetween(committed ? 6L : 1L, committed ? 16L : 1L);
        }
        case PAYMENT -> {
          assertThat(sent.get("select")).isBetween(3L, 5L);
          assertThat(sent).containsEntry("update", 3L).containsEntry("insert", 1L);
        }
        case ORDER_STATUS -> assertThat(sent.get("select")).isBetween(3L, 4L);
        case DELIVERY ->
            assertThat(sent)
                .containsEntry("select", 12L)
                .containsEntry("delete", 1L)
                .hasEntrySatisfying("update", updates -> assertThat(updates).isBetween(2L, 12L));
        case STOCK_LEVEL -> assertThat(sent).containsEntry("select", 2L);
      }
    }
    assertThat(workload.violations(server.direct(properties))).isEmpty();
  }
}
