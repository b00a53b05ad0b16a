package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.relay.Fault;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A comparison that loses its connection to the server. */
@Tag("any-jdk")
@Timeout(600)
class CompareFaultTest {
  /** Six for an epoch: enough of them for the warm-up and more. */
  private static final int CONNECTIONS_BEFORE = 150;

  private final EmbeddedServer server = SharedServers.mySql();

  @TempDir private Path directory;

  @Tag("full")
  @Test
  void writesResultsSoFarWhenTheServerIsLostForGood() throws Exception {
    losesTheServer(server, Fault.CUT, "was lost");
  }

  /** The patience with a fork is at least ten seconds. */
  @Test
  @Tag("full")
  void writesResultsSoFarWhenTheServerHangsForGood() throws Exception {
    losesTheServer(server, Fault.STALL, "no answer for 10.");
  }

  @Test
  @Tag("full")
  void writesResultsSoFarWhenCassandraIsLostForGood() throws Exception {
    losesTheServer(SharedServers.cassandra(), Fault.CUT, "was lost");
  }

  private void losesTheServer(EmbeddedServer lost, Fault fault, String reason) throws Exception {
    try (Relay relay = relay(lost)) {
      ShortRun ended = compare(lost, relay, () -> relay.inject(fault), "");

      assertThat(ended.run().exitCode()).as(ended.run().err()).isEqualTo(4);
      assertThat(ended.run().err().lines())
          .allMatch(line -> line.startsWith("tlsbench: "))
          .noneMatch(line -> line.contains("ycsb: "));
      JsonNode result = ended.result();
      assertThat(result.at("/run/problems/0").asText())
          .matches("The server was lost and did not return, .+ s after the start of the run.*: .+")
          .contains(reason);
      assertThat(result.at("/points/0/windows").isEmpty()).isFalse();
      assertThat(ended.folder().resolve("report.md")).content().contains("was lost");
      assertThat(ended.folder().resolve("report.html")).content().contains("was lost");
    }
  }

  /** Cores of a process that is gone cannot be restored, which must not hide its death. */
  @Test
  void namesTheDeathOfTheServerBeforeItsConsequences() throws Exception {
    try (EmbeddedMySql mortal = EmbeddedMySql.start();
        Relay relay = relay(mortal)) {
      ProcessHandle process = ProcessHandle.of(mortal.pid()).orElseThrow();
      String confined = "--confine-server --server-pid " + mortal.pid();
      ShortRun ended = compare(mortal, relay, process::destroyForcibly, confined);

      assertThat(ended.run().exitCode()).as(ended.run().err()).isEqualTo(4);
      List<String> problems = new ArrayList<>();
      ended.result().at("/run/problems").forEach(problem -> problems.add(problem.asText()));
      assertThat(problems)
          .first()
          .asString()
          .matches("The server was lost and did not return, .+ s after the start of the run.*: .+");
      assertThat(problems).anyMatch(line -> line.contains("did not stay on the cores"));
      assertThat(ended.run().out().lines().dropWhile(line -> line.matches("[+|].*|")).limit(2))
          .as("after the box on the embedded server")
          .containsExactly("This result must not be used:", "  " + problems.get(0));
      assertThat(ended.folder().resolve("report.html"))
          .content()
          .containsPattern("<section class=\"findings[a-z ]* unusable\">");
    }
  }

  @Test
  void saysInOneLineThatThereIsNoServerToBeginWith() throws Exception {
    try (Relay relay = relay(server)) {
      relay.inject(Fault.CUT);
      CommandRun run = compare(server, relay, "");

      assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
      assertThat(run.err().lines()).last().asString().startsWith("tlsbench: ");
      assertThat(directory).isEmptyDirectory();
    }
  }

  @Test
  void refusesAMissingTableAndNamesTheOptionThatMakesIt() {
    CommandRun run = CommandRun.in(directory, "compare", server.url(), "-p mysql.table=nonesuch");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("tlsbench: this workload reads nonesuch on the server");
    assertThat(run.err().lines()).last().asString().contains("no table nonesuch; --load");
    assertThat(directory).isEmptyDirectory();
  }

  private static Relay relay(EmbeddedServer to) throws IOException {
    return Relay.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), to.port())).open();
  }

  /** Runs a comparison with a fault in its middle. */
  private ShortRun compare(EmbeddedServer to, Relay relay, Runnable fault, String more)
      throws InterruptedException {
    Thread inMidRun = new Thread(() -> inMidRun(relay, fault), "fault");
    inMidRun.start();
    ShortRun run = new ShortRun(compare(to, relay, more), directory);
    inMidRun.interrupt();
    inMidRun.join();
    return run;
  }

  private static void inMidRun(Relay relay, Runnable fault) {
    while (relay.connections() < CONNECTIONS_BEFORE) {
      if (Thread.interrupted()) {
        return;
      }
      // The run needs the processor.
      LockSupport.parkNanos(1_000_000);
    }
    fault.run();
  }

  private CommandRun compare(EmbeddedServer to, Relay relay, String more) {
    String url =
        to.url().replace(":" + to.port() + "/", ":" + relay.port() + "/")
            // Longer than the patience with a fork, so that the connection does not time out first.
            + (to == server ? "&connectTimeout=15000" : "&connectTimeoutMS=15000");
    return CommandRun.in(
        directory,
        "compare",
        url,
        "--load --variant plain,tls13 -p workload=site.ycsb.workloads.CoreWorkload",
        "-p recordcount=50 -p tls.handshakeTimeoutMs=15000 --threads 2 --forks 1 --epochs 1000",
        "--blocks 1 --window 20ms --warm-up 100ms --jvm-arg=-XX:TieredStopAtLevel=1",
        ("--patience 2s " + more).strip());
  }
}
