package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.relay.Fault;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that read another certificate while they run. */
abstract class ReloadingServerDeathSuite extends ServerDeathSuite {
  /** The statement, or the command, that has the server do so. */
  abstract String reload();

  @Override
  void rotate(OwnServer server, IssuedCertificate to) throws Exception {
    ((SpareServer) server).rotate(to, reload());
  }

  @Test
  void anotherCertificateInMidRunCostsNoOperation(@TempDir Path directory) throws Exception {
    try (OwnServer server = server(directory.resolve("server"))) {
      server.start(first);
      FaultTarget target = server.target();
      Evidence.clear(target);
      try (Relay relay = Relay.to(target.address()).open();
          JournalledRun run =
              JournalledRun.start(directory, target, target.through(relay.port(), Map.of()))) {
        Journal journal = run.journal();
        Phases phases = new Phases(target, journal);
        phases.begin("none");
        journal.awaitAcknowledged(MANY);

        phases.begin(reload());
        rotate(server, second);
        journal.awaitAcknowledged(MANY);
        assertThat(journal.inDoubt()).as("failed because of the reload").isEmpty();

        phases.begin("new connections");
        relay.inject(Fault.CUT);
        journal.awaitInDoubt(1);
        relay.heal();
        journal.awaitAcknowledged(MANY);

        Outcome outcome = run.end();
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(4);
        assertThat(outcome.lines("[TLS], PeerNotAfter")).hasSize(2);
        Set<String> missing = Evidence.missing(target, journal.acknowledged());
        phases.writeTable(
            Path.of("target", "faults", "reload-" + target.name() + ".md"), missing, 4);
        assertThat(missing).as("acknowledged, but not found").isEmpty();
      }
    }
  }
}
