package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class FerretDbRelayFaultTest extends RelayFaultSuite {
  @Override
  FaultTarget target() {
    return RealTargets.of("ferretdb-2.7", Binding.of("mongodb-tls"), "MONGODB_TLS_URL");
  }
}
