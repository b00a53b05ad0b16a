package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  /** It ends all connections then, and recovers from its log. */
  @Test
  void losesNoAcknowledgedInsertWhenAProcessOfAConnectionDies(@TempDir Path directory)
      throws Exception {
    try (OwnServer server = server(directory.resolve("server"))) {
      server.start(first);
      FaultTarget target = server.target();
      Evidence.clear(target);
      try (JournalledRun run =
          JournalledRun.start(directory, target, target.through(target.port(), Map.of()))) {
        Journal journal = run.journal();
        Phases phases = new Phases(target, journal);
        phases.begin("none");
        journal.awaitAcknowledged(MANY);

        phases.begin("kill -9 of the process of a connection");
        server.killChild("postgres: bench");
        journal.awaitInDoubt(1);
        journal.awaitAcknowledged(MANY);

        Outcome outcome = run.end();
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(4);
        Set<String> missing = Evidence.missing(target, journal.acknowledged());
        phases.writeTable(
            Path.of("target", "faults", "child-" + target.name() + ".md"), missing, 4);
        assertThat(missing).as("acknowledged, but not found").isEmpty();
      }
    }
  }

  @Override
  String reload() {
    return "SELECT pg_reload_conf()";
  }
}
