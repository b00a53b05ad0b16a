package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class MariaDb1011DeathTest extends ReloadingServerDeathSuite {
  @Override
  OwnServer server(Path directory) throws Exception {
    return new SpareServer(
        "mariadb", RealTargets.of("mariadb-10.11", Binding.of("mysql-tls"), "MARIADB_URL"), ca);
  }

  @Override
  String reload() {
    return "FLUSH SSL";
  }
}
