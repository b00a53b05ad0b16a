package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.SharedServers;

class EmbeddedMySqlTpccTest extends TpccSuite {
  @Override
  String url() throws Exception {
    return SharedServers.mySql().url();
  }
}
