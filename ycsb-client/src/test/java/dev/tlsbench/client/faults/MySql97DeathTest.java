package dev.tlsbench.client.faults;

import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class MySql97DeathTest extends ReloadingServerDeathSuite {
  @Override
  OwnServer server(Path directory) throws Exception {
    return new SpareServer(
        "mysql", RealTargets.of("mysql-9.7", Binding.of("mysql-tls"), "MYSQL_URL"), ca);
  }

  @Override
  String reload() {
    return "ALTER INSTANCE RELOAD TLS";
  }
}
