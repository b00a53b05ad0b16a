package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class MySql97RelayFaultTest extends RelayFaultSuite {
  @Override
  FaultTarget target() {
    return RealTargets.of("mysql-9.7", Binding.of("mysql-tls"), "MYSQL_URL");
  }
}
