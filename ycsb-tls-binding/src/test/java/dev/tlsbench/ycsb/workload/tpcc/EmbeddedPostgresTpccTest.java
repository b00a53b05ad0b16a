package dev.tlsbench.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.Test;

class EmbeddedPostgresTpccTest extends TpccSuite {
  @Override
  String url() throws Exception {
    return SharedServers.postgres().url();
  }

  @Test
  void theLoadLeavesStatisticsForThePlanner() throws Exception {
    String without =
        "SELECT COUNT(*) FROM pg_stat_user_tables WHERE relname LIKE 'tpcctest\\_%' AND last_";

    assertThat(server.text(without + "analyze IS NULL", 1)).isEqualTo("0");
    assertThat(server.text(without + "analyze IS NOT NULL", 1)).isEqualTo("9");
  }
}
