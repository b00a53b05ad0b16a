package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** With each write on disk before it is acknowledged ({@code appendfsync always}), but one test. */
@Tag("real-servers")
class Valkey9DeathTest extends ReloadingServerDeathSuite {
  @Override
  OwnServer server(Path directory) throws Exception {
    return new SpareServer(
        "valkey", RealTargets.of("valkey-9", Binding.of("redis-tls"), "VALKEY_URL"), ca);
  }

  private static void command(OwnServer server, Consumer<Jedis> command) throws Exception {
    FaultTarget target = server.target();
    DatabaseUrl url = target.binding().database().parse(target.url());
    try (Connections connections =
            url.open(url.settings(target.tls()), Dialer.DIRECT, new TlsLedger());
        Jedis jedis = connections.driver(Jedis.class)) {
      command.accept(jedis);
    }
  }

  @Override
  void rotate(OwnServer server, IssuedCertificate to) throws Exception {
    ((SpareServer) server).install(to);
    command(server, jedis -> jedis.configSet("tls-cert-file", "/srv/tls/server-cert.pem"));
  }

  @Override
  String reload() {
    return "CONFIG SET tls-cert-file";
  }

  /** {@code WAITAOF} answers once all earlier writes are on disk. */
  @Test
  void losesNoInsertBeforeWaitAofWhenItWritesEverySecond(@TempDir Path directory) throws Exception {
    try (OwnServer server = server(directory.resolve("server"))) {
      server.start(first);
      command(server, jedis -> jedis.configSet("appendfsync", "everysec"));
      FaultTarget target = server.target();
      Evidence.clear(target);
      try (JournalledRun run =
          JournalledRun.start(directory, target, target.through(target.port(), Map.of()))) {
        Journal journal = run.journal();
        Phases phases = new Phases(target, journal);
        phases.begin("none");
        journal.awaitAcknowledged(MANY);
        int onDisk = journal.acknowledged().size();
        command(
            server,
            jedis -> {
              jedis.set("valkey9deathtest", "last");
              assertThat(jedis.waitAOF(1, 0, 0).getKey()).isEqualTo(1);
            });

        phases.begin("kill -9, start");
        journal.awaitAcknowledged(MANY);
        server.kill();
        journal.awaitInDoubt(1);
        int afterKill = journal.acknowledged().size();
        server.start(first);
        journal.awaitAcknowledged(MANY);

        Outcome outcome = run.endWithLosses();
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(4);
        List<String> acknowledged = journal.acknowledged();
        Set<String> missing = Evidence.missing(target, acknowledged);
        phases.writeTable(
            Path.of("target", "faults", "everysec-" + target.name() + ".md"), missing, 4);
        assertThat(acknowledged.subList(onDisk, afterKill))
            .as("acknowledged, not found, and not on disk before")
            .containsAll(missing);
      }
    }
  }
}
