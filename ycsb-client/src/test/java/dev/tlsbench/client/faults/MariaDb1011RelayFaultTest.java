package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class MariaDb1011RelayFaultTest extends RelayFaultSuite {
  @Override
  FaultTarget target() {
    return RealTargets.of("mariadb-10.11", Binding.of("mysql-tls"), "MARIADB_URL");
  }
}
