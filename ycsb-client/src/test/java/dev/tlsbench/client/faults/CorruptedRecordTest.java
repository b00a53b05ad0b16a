package dev.tlsbench.client.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.relay.Fault;
import dev.tlsbench.ycsb.SharedServers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** One bit of one record is another on a connection that is in use. */
@Timeout(120)
@Tag("full")
class CorruptedRecordTest {
  private static final Map<String, EmbeddedServer> SERVERS = new HashMap<>();

  @BeforeAll
  static void start() throws Exception {
    SERVERS.put("mysql", SharedServers.mySql());
    SERVERS.put("postgresql", SharedServers.postgres());
    SERVERS.put("mongodb", SharedServers.mongo());
    SERVERS.put("cassandra", SharedServers.cassandra());
    SERVERS.put("redis", SharedServers.redis());
  }

  static List<Object[]> connections() {
    return Selection.of(
        List.of("mysql", "postgresql", "mongodb", "cassandra", "redis"),
        List.of(TlsProvider.values()),
        List.of("TLSv1.2", "TLSv1.3"),
        List.of(Fault.CORRUPT_FROM_SERVER, Fault.CORRUPT_TO_SERVER));
  }

  @ParameterizedTest
  @MethodSource("connections")
  void endsTheConnectionAndIsNoAnswer(
      String server, TlsProvider provider, String protocol, Fault fault) throws Exception {
    FaultTarget target = FaultTarget.of(server, Objects.requireNonNull(SERVERS.get(server)));
    String kept = String.join("-", List.of(provider.id(), protocol, fault.name()));
    String lost = kept + "-lost";
    // A read that is tried again would hide what came of the first one.
    Map<String, String> options = target.isMongo() ? Map.of("retryReads", "false") : Map.of();
    try (RelayedClient client = new RelayedClient(target, provider, protocol, options)) {
      DB db = client.connect();
      try {
        assertThat(RelayedClient.insert(db, kept)).isEqualTo(Status.OK);

        long before = client.relay().connections();
        client.relay().inject(fault);
        assertThat(RelayedClient.insert(db, lost)).isEqualTo(Status.ERROR);
        client.relay().heal();
        assertThat(client.relay().faults()).isPositive();
        assertThat(valueOf(client, db, kept)).isEqualTo(JournalledWorkload.value(kept));
        assertThat(client.relay().connections()).as("a new connection").isGreaterThan(before);

        client.relay().inject(fault);
        assertThat(RelayedClient.read(db, kept, new HashMap<>())).isEqualTo(Status.ERROR);
        client.relay().heal();
        assertThat(valueOf(client, db, kept)).isEqualTo(JournalledWorkload.value(kept));
        if (fault == Fault.CORRUPT_TO_SERVER) {
          assertThat(RelayedClient.read(db, lost, new HashMap<>()))
              .as("the server has not accepted it either")
              .isEqualTo(Status.NOT_FOUND);
        }
      } finally {
        db.cleanup();
      }
    }
  }

  private static String valueOf(RelayedClient client, DB db, String key) {
    Map<String, ByteIterator> fields = new HashMap<>();
    assertThat(client.readAgain(db, key, fields)).isEqualTo(Status.OK);
    return String.valueOf(fields.get(JournalledWorkload.FIELD));
  }
}
