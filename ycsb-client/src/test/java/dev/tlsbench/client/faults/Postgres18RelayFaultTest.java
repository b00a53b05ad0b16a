package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class Postgres18RelayFaultTest extends RelayFaultSuite {
  @Override
  FaultTarget target() {
    return RealTargets.of("postgresql-18", Binding.of("postgresql-tls"), "POSTGRESQL_URL");
  }
}
