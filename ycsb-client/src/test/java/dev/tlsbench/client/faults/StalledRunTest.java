package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.relay.Fault;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that never answers again, and a client that has no time-out. */
@Tag("any-jdk")
@Timeout(120)
class StalledRunTest {
  @Test
  void endsWithAReportWhenItsTimeIsOver(@TempDir Path directory) throws Exception {
    EmbeddedServer server = SharedServers.mySql();
    try (Relay relay = Relay.to(FaultTarget.of("stalled", server).address()).open()) {
      FaultTarget target = FaultTarget.of("stalled", server);
      Properties properties = target.through(relay.port(), Map.of());
      properties.setProperty("maxexecutiontime", "8");
      properties.setProperty("maxexecutiontime.patience", "1");
      try (JournalledRun run = JournalledRun.start(directory, target, properties)) {
        run.journal().awaitAcknowledged(100);
        relay.inject(Fault.STALL);
        RelayFaultSuite.awaitFaults(relay, JournalledRun.THREADS);
        Outcome outcome = run.end();

        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(4);
        assertThat(outcome.messages())
            .singleElement()
            .asString()
            .contains("4 operations failed: ", " NO_ANSWER ", "do not use this result");
        assertThat(JournalledRun.count(outcome, "INSERT", "NO_ANSWER")).isPositive();
        assertThat(Evidence.missing(target, run.journal().acknowledged())).isEmpty();
      }
    }
  }
}
