package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class FerretDbDeathTest extends ServerDeathSuite {
  @Override
  OwnServer server(Path directory) throws Exception {
    return new SpareServer(
        "mongodb",
        RealTargets.of("ferretdb-2.7", Binding.of("mongodb-tls"), "MONGODB_TLS_URL"),
        ca);
  }
}
