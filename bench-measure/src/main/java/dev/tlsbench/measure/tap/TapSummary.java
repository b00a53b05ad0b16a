package dev.tlsbench.measure.tap;

import dev.tlsbench.measure.tap.TapResult.Client;
import dev.tlsbench.measure.tap.TapResult.Condition;
import dev.tlsbench.relay.TapRequirement;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.witness.ClientOffer;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sums of connections that have ended, by client: by address and fingerprint of the ClientHello.
 * Thread-safe.
 *
 * <p>The memory for a client is some kilobytes; the clients after the first 10,000 count as one.
 */
public final class TapSummary {
  private static final int MOST_CLIENTS = 10_000;
  private static final Key ALL = new Key("all", null);
  private static final Key FURTHER = new Key("further clients", null);

  /** Two digits suffice for medians, and take a tenth of the memory of three. */
  private static final int DIGITS = 2;

  private final List<TapRequirement.Count> counts;
  private final Sums all = new Sums();
  private final Map<Key, Sums> clients = new HashMap<>();
  private @Nullable String serverVersion;
  private @Nullable String product;

  /** A client; full and resumed handshakes have the same fingerprint. */
  private record Key(String address, @Nullable String fingerprint) {
    static Key of(TappedConnection connection) {
      ClientOffer offer = connection.tls() == null ? null : connection.tls().offer();
      return new Key(
          connection.client().getAddress().getHostAddress(),
          offer == null ? null : offer.program());
    }
  }

  public TapSummary(List<TapRequirement> requirements) {
    this.counts = requirements.stream().map(TapRequirement::count).toList();
  }

  public synchronized void add(TappedConnection connection) {
    Key key = Key.of(connection);
    boolean known = clients.containsKey(key) || clients.size() < MOST_CLIENTS;
    Sums client = clients.computeIfAbsent(known ? key : FURTHER, name -> new Sums());
    counts.forEach(count -> count.add(connection));
    client.add(connection);
    all.add(connection);
    TappedConnection.Beginning beginning = connection.beginning();
    if (beginning.serverVersion() != null) {
      serverVersion = beginning.serverVersion();
      product = beginning.product();
    }
  }

  /** Returns a copy that includes open connections. */
  public synchronized TapSummary with(List<TappedConnection> open) {
    TapSummary copy = new TapSummary(List.of());
    copy.all.add(all);
    clients.forEach((name, sums) -> copy.clients.computeIfAbsent(name, n -> new Sums()).add(sums));
    open.forEach(copy::add);
    return copy;
  }

  public synchronized Client all(Duration elapsed) {
    return all.client(ALL, elapsed);
  }

  /** Returns the sums of each client, those with most connections first. */
  public synchronized List<Client> clients(Duration elapsed) {
    return clients.entrySet().stream()
        .map(client -> client.getValue().client(client.getKey(), elapsed))
        .sorted(
            Comparator.comparing((Client client) -> -client.counts().connections())
                .thenComparing(Client::name))
        .toList();
  }

  public synchronized List<Condition> conditions(Duration elapsed) {
    return counts.stream().map(count -> Condition.of(count.finding(elapsed))).toList();
  }

  /** Returns the version that the last MySQL server greeted with; {@code null} without one. */
  public synchronized @Nullable String serverVersion() {
    return serverVersion;
  }

  public synchronized @Nullable String greeting() {
    return serverVersion == null ? null : product + " " + serverVersion;
  }

  private static final class Sums {
    private final Map<String, Long> protocols = new TreeMap<>();
    private final Map<String, Long> cipherSuites = new TreeMap<>();
    private final Map<String, Long> namedGroups = new TreeMap<>();
    private final Map<String, Long> unreached = new TreeMap<>();
    private final Histogram fullNanos = new Histogram(DIGITS);
    private final Histogram resumedNanos = new Histogram(DIGITS);
    private final Histogram exchanges = new Histogram(DIGITS);
    private @Nullable String ja4;
    private boolean ja4OfSession;
    private long connections;
    private long full;
    private long resumed;
    private long offered;
    private long retried;
    private long failed;
    private long plain;
    private long cancels;
    private long other;
    private long roundTrips;
    private long bytes;
    private long overheadBytes;
    private long earlyData;

    void add(Sums more) {
      more.protocols.forEach((name, count) -> protocols.merge(name, count, Long::sum));
      more.cipherSuites.forEach((name, count) -> cipherSuites.merge(name, count, Long::sum));
      more.namedGroups.forEach((name, count) -> namedGroups.merge(name, count, Long::sum));
      more.unreached.forEach((reason, count) -> unreached.merge(reason, count, Long::sum));
      fullNanos.add(more.fullNanos);
      resumedNanos.add(more.resumedNanos);
      exchanges.add(more.exchanges);
      see(more.ja4, more.ja4OfSession);
      connections += more.connections;
      full += more.full;
      resumed += more.resumed;
      offered += more.offered;
      retried += more.retried;
      failed += more.failed;
      plain += more.plain;
      cancels += more.cancels;
      other += more.other;
      roundTrips += more.roundTrips;
      bytes += more.bytes;
      overheadBytes += more.overheadBytes;
      earlyData += more.earlyData;
    }

    void add(TappedConnection connection) {
      connections++;
      if (connection.unreached() != null) {
        unreached.merge(connection.unreached(), 1L, Long::sum);
        return;
      }
      bytes += connection.transfer().toServerBytes() + connection.transfer().toClientBytes();
      if (connection.kind() == Kind.PLAIN || connection.isHandshakeCompleted()) {
        exchanges.recordValue(connection.transfer().exchanges());
      }
      roundTrips += 1 + (connection.beginning().greeted() ? 1 : 0);
      WitnessedTls tls = connection.tls();
      if (tls != null) {
        add(tls);
      } else if (connection.kind() == Kind.PLAIN) {
        plain++;
      } else if (connection.kind() == Kind.CANCEL) {
        cancels++;
      } else {
        other++;
      }
    }

    private void add(WitnessedTls tls) {
      ClientOffer offer = tls.offer();
      boolean session = offer != null && offer.session() != ClientOffer.Session.NONE;
      see(offer == null ? null : offer.ja4(), session);
      overheadBytes += tls.toServer().overheadBytes() + tls.toClient().overheadBytes();
      Choice choice = tls.choice();
      if (choice == null || !tls.handshake().completed()) {
        failed++;
        return;
      }
      if (choice.resumed()) {
        resumed++;
      } else {
        full++;
      }
      offered += session ? 1 : 0;
      earlyData += offer != null && offer.earlyData() ? 1 : 0;
      retried += choice.helloRetryRequest() ? 1 : 0;
      protocols.merge(choice.protocol(), 1L, Long::sum);
      cipherSuites.merge(choice.cipherSuite(), 1L, Long::sum);
      if (choice.namedGroup() != null) {
        namedGroups.merge(choice.namedGroup(), 1L, Long::sum);
      }
      roundTrips += roundTrips(choice);
      Long nanos = tls.handshake().nanos();
      if (nanos != null) {
        (choice.resumed() ? resumedNanos : fullNanos).recordValue(nanos);
      }
    }

    /** Keeps the first fingerprint, but prefers one without a session. */
    private void see(@Nullable String seen, boolean ofSession) {
      if (seen != null && (ja4 == null || (ja4OfSession && !ofSession))) {
        ja4 = seen;
        ja4OfSession = ofSession;
      }
    }

    /** Returns the round trips of a handshake (RFC 8446, section 2; RFC 5246, section 7.3). */
    private static int roundTrips(Choice choice) {
      boolean one = choice.protocol().equals("TLSv1.3") || choice.resumed();
      return (one ? 1 : 2) + (choice.helloRetryRequest() ? 1 : 0);
    }

    Client client(Key key, Duration elapsed) {
      return new Client(
          key.address(),
          key.fingerprint() == null ? null : ja4,
          new TapResult.Counts(
              connections, full, resumed, offered, retried, failed, plain, cancels, other),
          new TreeMap<>(protocols),
          new TreeMap<>(cipherSuites),
          new TreeMap<>(namedGroups),
          new TreeMap<>(unreached),
          new TapResult.Cost(
              elapsed.isZero() ? 0 : connections * 1e9 / elapsed.toNanos(),
              roundTrips,
              median(fullNanos, 1e3),
              median(resumedNanos, 1e3),
              median(exchanges, 1),
              bytes,
              overheadBytes,
              earlyData));
    }

    private static @Nullable Double median(Histogram values, double unit) {
      return values.getTotalCount() == 0 ? null : values.getValueAtPercentile(50) / unit;
    }
  }
}
