package dev.tlsbench.experiment.tap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.tap.TapSummary;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TappedConnection.Beginning;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TappedConnection.Times;
import dev.tlsbench.relay.TappedConnection.Transfer;
import dev.tlsbench.relay.witness.ClientOffer;
import dev.tlsbench.relay.witness.ClientOffer.Session;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import dev.tlsbench.relay.witness.WitnessedTls.Handshake;
import dev.tlsbench.relay.witness.WitnessedTls.Traffic;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TapTableTest {
  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
  private final TapTable table = new TapTable(new PrintStream(terminal, true, UTF_8));
  private final TapSummary summary = new TapSummary(List.of());
  private long number;

  private void connect(String client, Kind kind, @Nullable WitnessedTls tls, long exchanges) {
    connect(client, kind, tls, exchanges, null);
  }

  private void connect(
      String client,
      Kind kind,
      @Nullable WitnessedTls tls,
      long exchanges,
      @Nullable String unreached) {
    summary.add(
        new TappedConnection(
            ++number,
            new InetSocketAddress(client, 1),
            null,
            new Beginning(kind, null, null, false),
            tls,
            unreached,
            new Times(Instant.EPOCH, null, Duration.ZERO, true),
            new Transfer(600, 400, exchanges)));
  }

  private static WitnessedTls tls(boolean resumed) {
    return tls(resumed, null);
  }

  private static WitnessedTls tls(boolean resumed, @Nullable ClientOffer offer) {
    Traffic traffic = new Traffic(500, 5, 100, 300, 100);
    return new WitnessedTls(
        offer,
        new Choice("TLSv1.3", "TLS_AES_128_GCM_SHA256", "x25519", false, resumed),
        new Handshake(true, true, 1_000L),
        List.of(),
        traffic,
        traffic);
  }

  @Test
  void showsHandshakesSinceTheLastDrawing() {
    connect("10.0.0.1", Kind.TLS, tls(false), 3);
    connect("10.0.0.1", Kind.TLS, tls(true), 3);
    connect("10.0.0.2", Kind.PLAIN, null, 3);

    List<String> first = table.lines(summary, Duration.ofSeconds(1));
    assertThat(first).hasSize(4);
    assertThat(first.get(1).split(" +"))
        .startsWith("10.0.0.1", "2", "1", "1", "0", "0", "0", "2.00")
        .endsWith("TLSv1.3", "TLS_AES_128_GCM_SHA256");
    assertThat(first.get(2).split(" +")).startsWith("10.0.0.2", "1", "0", "0", "0", "1");
    assertThat(first.get(3).split(" +")).startsWith("all", "3", "1", "1", "0", "1", "0", "2.00");

    connect("10.0.0.1", Kind.TLS, tls(true), 3);
    List<String> second = table.lines(summary, Duration.ofSeconds(3));
    assertThat(second.get(1).split(" +"))
        .startsWith("10.0.0.1", "3", "1", "2", "0", "0", "0", "0.500");
  }

  /** A resumed handshake has another JA4 than the program's first. */
  @Test
  void hasOneRowForAProgramThatResumes() {
    connect("10.0.0.1", Kind.TLS, tls(true, offer("t13i0210_b_r", Session.PRE_SHARED_KEY)), 3);
    connect("10.0.0.1", Kind.TLS, tls(false, offer("t13i0209_b_c", Session.NONE)), 3);

    assertThat(summary.clients(Duration.ofSeconds(1)))
        .singleElement()
        .satisfies(
            client -> {
              assertThat(client.name()).isEqualTo("10.0.0.1, t13i0209_b_c");
              assertThat(client.counts().full()).isEqualTo(1);
              assertThat(client.counts().resumed()).isEqualTo(1);
            });
    assertThat(table.lines(summary, Duration.ofSeconds(1)).get(1)).startsWith("10.0.0.1 t13i0209 ");
  }

  private static ClientOffer offer(String ja4, Session session) {
    List<String> none = List.of();
    return new ClientOffer(null, none, none, none, none, none, session, false, ja4, "t13i0209_b_c");
  }

  /** A client may have sent its ClientHello already, which is no failed handshake then. */
  @Test
  void countsConnectionsThatDidNotReachTheServerOnlyOnce() {
    connect("10.0.0.1", Kind.TLS, tls(false), 3, "db:1: connection refused");
    connect("10.0.0.1", Kind.UNKNOWN, null, 0, "db:1: connection refused");

    assertThat(table.lines(summary, Duration.ofSeconds(1)).get(1).split(" +"))
        .startsWith("10.0.0.1", "2", "0", "0", "0", "0", "2", "0");
    assertThat(summary.all(Duration.ofSeconds(1)).counts().other()).isZero();
    assertThat(summary.all(Duration.ofSeconds(1)).unreached())
        .containsExactly(Map.entry("db:1: connection refused", 2L));
  }

  /** Else a row in two lines would stay when the table is drawn again. */
  @Test
  void cutsRowsAtTheEdgeOfTheTerminal() {
    connect("10.0.0.1", Kind.TLS, tls(false), 3);
    table.show(summary, Duration.ofSeconds(1));

    assertThat(terminal.toString(UTF_8)).startsWith("\u001b[?7l").contains("\u001b[?7h");
    table.clear();
    assertThat(terminal.toString(UTF_8)).endsWith("\u001b[2A\r\u001b[J");
  }

  /** The tap reads no question of a session with STARTTLS, which may have had some nevertheless. */
  @Test
  void takesExchangesFromConnectionsThatWereRead() {
    connect("10.0.0.1", Kind.OTHER, null, 0);
    assertThat(summary.all(Duration.ofSeconds(1)).cost().exchanges()).isNull();

    connect("10.0.0.1", Kind.PLAIN, null, 7);
    assertThat(summary.all(Duration.ofSeconds(1)).cost().exchanges()).isEqualTo(7);
  }
}
