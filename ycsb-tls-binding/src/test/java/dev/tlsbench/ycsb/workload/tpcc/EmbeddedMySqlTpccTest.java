package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.SharedServers;
import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
class EmbeddedMySqlTpccTest extends MySqlTpccSuite {
  @Override
  String url() throws Exception {
    return SharedServers.mySql().url();
  }
}
