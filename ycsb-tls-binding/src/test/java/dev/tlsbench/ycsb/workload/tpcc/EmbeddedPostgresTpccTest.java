package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.SharedServers;

class EmbeddedPostgresTpccTest extends TpccSuite {
  @Override
  String url() throws Exception {
    return SharedServers.postgres().url();
  }
}
