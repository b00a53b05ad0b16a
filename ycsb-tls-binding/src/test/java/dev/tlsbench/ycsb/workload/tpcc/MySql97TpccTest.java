package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.RealServers;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class MySql97TpccTest extends TpccSuite {
  @Override
  String url() {
    return RealServers.running().url("MYSQL_URL") + "?ssl-mode=DISABLED";
  }
}
