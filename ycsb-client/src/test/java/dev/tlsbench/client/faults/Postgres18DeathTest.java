package dev.tlsbench.client.faults;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

@Tag("real-servers")
class Postgres18DeathTest extends ReloadingServerDeathSuite {
  @Override
  OwnServer server(Path directory) throws Exception {
    return new SpareServer(
        "postgresql",
        RealTargets.of("postgresql-18", Binding.of("postgresql-tls"), "POSTGRESQL_URL"),
        ca);
  }

  /** PostgreSQL gives no tickets. */
  @Override
  boolean resumes(TlsProvider provider) {
    return false;
  }

  @Override
  String reload() {
    return "SELECT pg_reload_conf()";
  }
}
