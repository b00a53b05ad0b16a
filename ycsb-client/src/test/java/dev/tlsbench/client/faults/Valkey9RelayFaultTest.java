package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class Valkey9RelayFaultTest extends RelayFaultSuite {
  @Override
  FaultTarget target() {
    return RealTargets.of("valkey-9", Binding.of("redis-tls"), "VALKEY_URL");
  }
}
