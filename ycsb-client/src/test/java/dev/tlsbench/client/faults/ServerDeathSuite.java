package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers that hang, die, come back, and come back with another certificate. */
@Timeout(180)
abstract class ServerDeathSuite {
  static final int MANY = 100;

  /**
   * Netty keeps the sessions of a server in a hash set and offers the first: with m new ones beside
   * n old ones, an old one is offered still in n of n + m runs.
   */
  private static final int RECONNECTS = 500;

  /** Enough for a provider that does not resume: each of them would have been a chance to. */
  private static final int CHANCES = 3;

  final CertificateAuthority ca = CertificateAuthority.create();
  final IssuedCertificate first = certificate(Duration.ofDays(100));
  final IssuedCertificate second = certificate(Duration.ofDays(200));

  /** Makes a server that is not started, with this authority. */
  abstract OwnServer server(Path directory) throws Exception;

  /** Returns whether acknowledged records survive a kill of the server. */
  boolean outlivesAKill() {
    return true;
  }

  /** The protocol under which it resumes sessions. */
  String protocol() {
    return "TLSv1.3";
  }

  /**
   * Returns whether this implementation resumes sessions with this server. Bouncy Castle has no
   * resumption under TLS 1.3.
   */
  boolean resumes(TlsProvider provider) {
    return protocol().equals("TLSv1.2") || provider != TlsProvider.BOUNCY_CASTLE;
  }

  /** Has the server show another certificate; by a restart if it knows nothing better. */
  void rotate(OwnServer server, IssuedCertificate to) throws Exception {
    server.stop();
    server.start(to);
  }

  @Test
  void losesNoAcknowledgedInsertWhenTheServerHangsOrRestartsOrDies(@TempDir Path directory)
      throws Exception {
    try (OwnServer server = server(directory.resolve("server"))) {
      server.start(first);
      FaultTarget target = server.target();
      Evidence.clear(target);
      try (JournalledRun run = JournalledRun.start(directory, target, impatient(target))) {
        Journal journal = run.journal();
        Phases phases = new Phases(target, journal);
        phases.begin("none");
        journal.awaitAcknowledged(MANY);

        phases.begin("SIGSTOP, SIGCONT");
        server.signalAll("STOP");
        journal.awaitInDoubt(1);
        server.signalAll("CONT");
        journal.awaitAcknowledged(MANY);

        phases.begin("stop, start with another certificate");
        server.stop();
        journal.awaitInDoubt(1);
        server.start(second);
        journal.awaitAcknowledged(MANY);

        phases.begin("kill -9, start");
        int beforeKill = journal.acknowledged().size();
        server.awaitWritten();
        journal.awaitAcknowledged(MANY);
        server.kill();
        journal.awaitInDoubt(1);
        int afterKill = journal.acknowledged().size();
        server.start(second);
        journal.awaitAcknowledged(MANY);

        Outcome outcome = outlivesAKill() ? run.end() : run.endWithLosses();
        assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(4);
        assertThat(outcome.messages()).last().asString().contains("INSERT ERROR", "do not use");
        assertThat(outcome.lines("[TLS], PeerNotAfter")).hasSize(2);
        List<String> acknowledged = journal.acknowledged();
        Set<String> missing = Evidence.missing(target, acknowledged);
        phases.writeTable(
            Path.of("target", "faults", "death-" + target.name() + ".md"), missing, 4);
        if (outlivesAKill()) {
          assertThat(missing).as("acknowledged, but not found").isEmpty();
        } else {
          assertThat(acknowledged.subList(beforeKill, afterKill))
              .as("acknowledged, not found, and not before the kill")
              .containsAll(missing);
        }
      }
    }
  }

  @Tag("full")
  @Test
  void newConnectionsShowTheNewCertificateAndOldSessionsDoNoHarm(@TempDir Path directory)
      throws Exception {
    Map<TlsProvider, RelayedClient> clients = new LinkedHashMap<>();
    try (OwnServer server = server(directory.resolve("server"))) {
      server.start(first);
      for (TlsProvider provider : TlsProvider.values()) {
        RelayedClient client = new RelayedClient(server.target(), provider, protocol(), Map.of());
        clients.put(provider, client);
        reconnect(client, reconnects(provider), NegotiatedTls::resumed);
        assertThat(count(client, any -> true)).isEqualTo(count(client, this::showsFirst));
        assertThat(client.ledger().resumedHandshakes() > 0)
            .as("%s resumes sessions", provider)
            .isEqualTo(resumes(provider));
      }
      clients.values().forEach(RelayedClient::lose);
      rotate(server, second);
      for (Map.Entry<TlsProvider, RelayedClient> entry : clients.entrySet()) {
        TlsProvider provider = entry.getKey();
        RelayedClient client = entry.getValue();
        long withFirst = count(client, this::showsFirst);
        reconnect(client, reconnects(provider), made -> showsSecond(made) && made.resumed());
        assertThat(count(client, this::showsFirst))
            .as("%s: handshakes with the old certificate", provider)
            .isEqualTo(withFirst);
        assertThat(count(client, made -> showsSecond(made) && !made.resumed()))
            .as("%s: full handshakes with the new certificate", provider)
            .isPositive();
        assertThat(count(client, made -> showsSecond(made) && made.resumed()) > 0)
            .as("%s resumes sessions with the new certificate", provider)
            .isEqualTo(resumes(provider));
      }
    } finally {
      clients.values().forEach(RelayedClient::close);
    }
  }

  /** Connects anew until there is such a handshake, or there were many. */
  private static void reconnect(RelayedClient client, int most, Predicate<NegotiatedTls> wanted)
      throws Exception {
    for (int i = 0; i < most && count(client, wanted) == 0; i++) {
      client.lose();
      client.reconnect();
      client.awaitHandshakes();
    }
  }

  private int reconnects(TlsProvider provider) {
    return resumes(provider) ? RECONNECTS : CHANCES;
  }

  private static long count(RelayedClient client, Predicate<NegotiatedTls> which) {
    return client.ledger().handshakes().entrySet().stream()
        .filter(entry -> which.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private boolean showsFirst(NegotiatedTls negotiated) {
    return notAfter(first).equals(negotiated.peer().notAfter());
  }

  private boolean showsSecond(NegotiatedTls negotiated) {
    return notAfter(second).equals(negotiated.peer().notAfter());
  }

  private static Instant notAfter(IssuedCertificate certificate) {
    return certificate.certificate().getNotAfter().toInstant();
  }

  /** Time-outs, without which an operation waits for a server that hangs for as long as it does. */
  private static Properties impatient(FaultTarget target) {
    return target.through(target.port(), target.impatience());
  }

  private IssuedCertificate certificate(Duration validity) {
    return ca.server().validUntil(Instant.now().plus(validity)).build();
  }
}
