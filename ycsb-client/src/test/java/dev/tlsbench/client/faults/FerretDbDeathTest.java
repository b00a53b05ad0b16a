package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.Binding;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class FerretDbDeathTest extends ServerDeathSuite {
  @Override
  OwnServer server(Path directory) throws Exception {
    return new SpareServer(
        "mongodb", RealTargets.of("ferretdb-2.7", Binding.MONGODB, "MONGODB_TLS_URL"), ca);
  }
}
