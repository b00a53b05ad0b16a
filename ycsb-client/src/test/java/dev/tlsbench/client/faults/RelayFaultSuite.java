package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.relay.Fault;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One run goes through every fault that the way to a server can have. */
@Timeout(180)
abstract class RelayFaultSuite {
  private static final int MANY = 100;

  abstract FaultTarget target();

  @Test
  void losesNoAcknowledgedInsertAndRecoversFromEveryFault(@TempDir Path directory)
      throws Exception {
    FaultTarget target = target();
    Evidence.clear(target);
    try (Relay relay = Relay.to(target.address()).open();
        JournalledRun run = JournalledRun.start(directory, target, through(target, relay))) {
      Journal journal = run.journal();
      Phases phases = new Phases(target, journal);
      phases.begin("none");
      journal.awaitAcknowledged(MANY);
      for (Fault fault : Fault.values()) {
        phases.begin(fault.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        long faults = relay.faults();
        relay.inject(fault);
        awaitEffect(fault, relay, faults + target.connections(JournalledRun.THREADS), journal);
        relay.heal();
        journal.awaitAcknowledged(MANY);
      }
      Outcome outcome = run.end();

      assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(4);
      assertThat(outcome.messages()).last().asString().contains("INSERT ERROR", "do not use");
      Set<String> missing = Evidence.missing(target, journal.acknowledged());
      phases.writeTable(Path.of("target", "faults", "relay-" + target.name() + ".md"), missing, 4);
      assertThat(missing).as("acknowledged, but not found").isEmpty();
    }
  }

  /**
   * Without a time limit the driver of MongoDB waits 10 s for a server before it lets an operation
   * fail. A busy machine needs more than 1 s for the first connection.
   */
  private static Properties through(FaultTarget target, Relay relay) {
    return target.through(
        relay.port(), target.isMongo() ? Map.of("serverSelectionTimeoutMS", "4000") : Map.of());
  }

  private static void awaitEffect(Fault fault, Relay relay, long affected, Journal journal)
      throws InterruptedException {
    switch (fault) {
      // Without a time-out operations wait, and none fails.
      case STALL -> awaitFaults(relay, affected);
      case SLOW -> {
        awaitFaults(relay, affected);
        journal.awaitAcknowledged(2 * JournalledRun.THREADS);
      }
      default -> journal.awaitInDoubt(1);
    }
  }

  static void awaitFaults(Relay relay, long count) throws InterruptedException {
    while (relay.faults() < count) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.onSpinWait();
    }
  }
}
