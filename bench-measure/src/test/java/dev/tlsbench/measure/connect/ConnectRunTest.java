package dev.tlsbench.measure.connect;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.target.PlainUrl;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests minimal times and counts only: a busy machine may add to any of them. */
@ExtendWith(ThreadForks.class)
@Timeout(180)
class ConnectRunTest {
  private static final int N = 20;
  private static final int RTT_MILLIS = 5;
  private static final double RTT_MICROS = 1_000 * RTT_MILLIS;
  private static final Map<String, String> TLS_12 = Map.of("tls.protocols", "TLSv1.2");
  private static final String OF_DRIVER = "own:tls.provider=driver,tls.protocols=TLSv1.2";
  private static final Map<String, String> TLS_13 = Map.of("tls.protocols", "TLSv1.3");

  private static EmbeddedMongo encrypted;

  private static EmbeddedMongo plain;

  @BeforeAll
  static void start() throws IOException {
    encrypted = EmbeddedMongo.start();
    plain = EmbeddedMongo.builder().plain().start();
  }

  @AfterAll
  static void stop() {
    encrypted.close();
    plain.close();
  }

  @Test
  void countsPlainFullAndResumedMongoConnections() throws Exception {
    ConnectResult result;
    try (Target target = target(SharedServers.mongo().url(), Map.of())) {
      result = connectRun(Series.USUAL, target, settings(N, 1, 0)).run("tlsbench connect");
    }

    assertThat(result.run().problems()).isEmpty();
    assertThat(result.run().complete()).isTrue();
    assertThat(result.run().exitCode()).isZero();
    assertThat(result.kinds())
        .extracting(KindResult::name)
        .containsExactly("plain", "tls-full", "tls-resumed", "control");
    assertThat(result.kinds())
        .allSatisfy(kind -> assertCounts(kind, N))
        .allSatisfy(kind -> assertThat(kind.connections().otherHandshakes()).isZero());
    assertThat(kind(result, Kind.PLAIN).negotiated()).isEmpty();
    assertParts(kind(result, Kind.PLAIN), "hello");
    assertParts(kind(result, Kind.FULL), "tlsHandshake hello");
    assertThat(result.reused())
        .allSatisfy(reused -> assertThat(reused.queries()).isEqualTo(N))
        .extracting(ConnectResult.Reused::name)
        .containsExactly("plain", "tls");
    assertThat(result.apsaradbScript())
        .allSatisfy(script -> assertThat(script.repeat()).isEqualTo(N))
        .allSatisfy(ConnectRunTest::assertColumnsAdd)
        .extracting(Script::name)
        .containsExactly("without-ssl", "with-ssl");
    assertThat(kind(result, Kind.FULL).cpu().clientMicros()).isNotNull();
    assertThat(kind(result, Kind.FULL).cpu().serverMicros()).isNotNull();
  }

  @Test
  void namesTheProxyBeforeTheServerWhoseCpuTimeIsUnknown() throws Exception {
    InetSocketAddress server =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), plain.port());
    try (Relay proxy = Relay.to(server).open()) {
      String url = plain.url().replace(":" + plain.port(), ":" + proxy.port());
      ConnectResult result = variants(url, settings(2, 1, 0), "plain");

      assertThat(kind(result, Kind.PLAIN).cpu().serverMicros()).isNull();
      assertThat(result.run().warnings())
          .contains(
              "Server CPU is unknown: the server's port belongs to 'java', which is not MongoDB; name"
                  + " the server's process with --server-pid.");
    }
  }

  @Test
  void countsPlainFullAndResumedMySqlConnections() throws Exception {
    // The embedded MariaDB resumes sessions under TLS 1.2 only, and forgets some of them.
    EmbeddedServer server = SharedServers.mySql();
    ConnectResult result = run(server.url(), TLS_12, settings(N, 2, 0));

    assertThat(result.run().problems()).isEmpty();
    assertThat(result.kinds()).allSatisfy(kind -> assertCounts(kind, N));
    assertParts(kind(result, Kind.PLAIN), "hello authentication sessionSetUp");
    assertParts(kind(result, Kind.RESUMED), "tlsHandshake hello authentication sessionSetUp");
    assertThat(json(result)).doesNotContain(SharedServers.password(server));
    assertThat(result.apsaradbScript()).hasSize(2).allSatisfy(ConnectRunTest::assertColumnsAdd);
  }

  @Test
  void countsPlainFullAndResumedRedisConnections() throws Exception {
    EmbeddedServer server = SharedServers.redis();
    ConnectResult result = run(server.url(), Map.of(), settings(N, 1, 0));

    assertThat(result.run().problems()).isEmpty();
    assertThat(result.kinds())
        .allSatisfy(kind -> assertCounts(kind, N))
        .extracting(KindResult::name)
        .containsExactly("plain", "tls-full", "tls-resumed", "control");
    assertParts(kind(result, Kind.PLAIN), "authentication sessionSetUp");
    assertParts(kind(result, Kind.RESUMED), "tlsHandshake authentication sessionSetUp");
    assertThat(kind(result, Kind.FULL).cpu().serverMicros()).isNotNull();
    assertThat(json(result))
        .contains("greets in one round trip")
        .doesNotContain(SharedServers.password(server));
  }

  @Test
  void countsPlainFullAndResumedCassandraConnections() throws Exception {
    EmbeddedServer server = SharedServers.cassandra();
    ConnectResult result = run(server.url(), Map.of(), settings(3, 1, 0));

    assertThat(result.run().problems()).isEmpty();
    assertThat(result.kinds())
        .allSatisfy(kind -> assertCounts(kind, 3))
        .extracting(KindResult::name)
        .containsExactly("plain", "tls-full", "tls-resumed", "control");
    assertParts(kind(result, Kind.PLAIN), "startUp authentication sessionSetUp");
    assertParts(kind(result, Kind.RESUMED), "tlsHandshake startUp authentication sessionSetUp");
    assertThat(kind(result, Kind.FULL).cpu().serverMicros()).isNotNull();
    assertThat(json(result))
        .contains("one connection more, for control")
        .doesNotContain(SharedServers.password(server));
  }

  @Test
  void saysWhichSessionsAServerDoesNotResume() throws Exception {
    ConnectResult result = run(SharedServers.mySql().url(), TLS_13, settings(2, 1, 0));

    assertThat(kind(result, Kind.RESUMED).unavailable()).contains("resumed no session");
    assertCounts(kind(result, Kind.FULL), 2);
    assertThat(result.run().exitCode()).isZero();
  }

  /** Connector/J makes a context for each connection; MongoDB's driver shares one. */
  @Test
  void comparesWithTheDriversOwnTls() throws Exception {
    ConnectResult mySql =
        variants(
            SharedServers.mySql().url(),
            settings(2, 1, 0),
            "plain,tls12:tls.protocols=TLSv1.2",
            OF_DRIVER);
    KindResult own = named(mySql, "own-full");
    assertCounts(own, 2);
    assertThat(own.negotiated()).extracting(Negotiated::protocol).containsOnly("TLSv1.2");
    assertThat(own.find(Part.TLS_HANDSHAKE)).isNotNull();
    assertThat(mySql.run().warnings())
        .anyMatch(note -> note.startsWith("No own, resumed: the driver resumed no"))
        .anyMatch(
            note -> note.contains("compared with the driver's own TLS (own, full): tls12, full "));

    ConnectResult mongo =
        variants(SharedServers.mongo().url(), settings(2, 1, 0), "plain,tls13@driver");
    assertCounts(named(mongo, "tls13@driver-resumed"), 2);
    assertThat(mongo.run().warnings())
        .anyMatch(note -> note.startsWith("No tls13@driver, full: the driver resumed a"));
  }

  @Test
  void goesOnWithoutPlainConnectionsIfTheServerRefusesThem() throws Exception {
    ConnectResult result = run(encrypted.url(), Map.of(), settings(2, 1, 0));

    assertThat(kind(result, Kind.PLAIN).unavailable()).isNotBlank();
    assertCounts(kind(result, Kind.FULL), 2);
    assertCounts(kind(result, Kind.RESUMED), 2);
    assertThat(result.run().warnings()).anyMatch(note -> note.startsWith("No plain: "));
  }

  @Test
  void hidesSecretsOnlyInTextsOfOtherSoftware() throws Exception {
    try (Target target = target(encrypted.url(), Map.of())) {
      ConnectResult result =
          new ConnectRun(Series.USUAL, target, settings(2, 1, 0), line -> {}, text -> "\"hidden\"")
              .run("tlsbench connect");

      assertThat(kind(result, Kind.PLAIN).unavailable()).isEqualTo("\"hidden\"");
      assertThat(result.run().warnings()).contains("No plain: \"hidden\".");
      assertThat(result.server().hosts()).containsExactly("\"hidden\"");
      assertThat(json(result)).contains("\\\"hidden\\\"").contains("tls-full");
    }
  }

  @Test
  void takesPlainConnectionsFromAPortOfTheirOwn() throws Exception {
    ConnectResult result =
        run(encrypted.url(), Map.of(PlainUrl.PROPERTY, plain.url()), settings(2, 1, 0));

    assertThat(result.kinds()).allSatisfy(kind -> assertCounts(kind, 2));
  }

  @Test
  void measuresPlainConnectionsAloneUnlessTlsIsRequested() throws Exception {
    ConnectResult result = run(plain.url(), Map.of(), settings(2, 1, 0));

    assertCounts(kind(result, Kind.PLAIN), 2);
    assertThat(kind(result, Kind.FULL).unavailable()).contains("asks for TLS");
    assertThat(kind(result, Kind.RESUMED).unavailable()).contains("asks for TLS");
  }

  @Test
  @Tag("full")
  void aHandshakeOfTls13TakesOneRoundTripFullOrResumed() throws Exception {
    ConnectResult result = run(SharedServers.mongo().url(), TLS_13, settings(3, 1, RTT_MILLIS));

    assertRoundTrips(result, Kind.FULL, Part.TLS_HANDSHAKE, 1);
    assertRoundTrips(result, Kind.RESUMED, Part.TLS_HANDSHAKE, 1);
    for (Kind kind : Kind.values()) {
      assertRoundTrips(result, kind, Part.TCP_CONNECT, 1);
      assertRoundTrips(result, kind, Part.HELLO, 1);
      assertRoundTrips(result, kind, Part.FIRST_QUERY, 1);
    }
    assertRoundTrips(result, Kind.PLAIN, Part.TOTAL, 3);
    assertThat(result.setup().addedRttMillis()).isEqualTo(RTT_MILLIS);
    assertThat(result.run().warnings()).anyMatch(note -> note.contains("simulated"));
  }

  @Test
  void aFullHandshakeOfTls12TakesTwoRoundTripsAndAResumedOneTakesOne() throws Exception {
    ConnectResult result = run(SharedServers.mongo().url(), TLS_12, settings(3, 2, RTT_MILLIS));

    assertRoundTrips(result, Kind.FULL, Part.TLS_HANDSHAKE, 2);
    assertRoundTrips(result, Kind.RESUMED, Part.TLS_HANDSHAKE, 1);
    assertThat(kind(result, Kind.FULL).negotiated())
        .extracting(Negotiated::protocol)
        .containsOnly("TLSv1.2");
  }

  @Tag("full")
  @Test
  void eachPartOfARedisConnectionTakesOneRoundTrip() throws Exception {
    ConnectResult result = run(SharedServers.redis().url(), TLS_13, settings(3, 1, RTT_MILLIS));

    for (Kind kind : Kind.values()) {
      assertRoundTrips(result, kind, Part.TCP_CONNECT, 1);
      assertRoundTrips(result, kind, Part.AUTHENTICATION, 1);
      assertRoundTrips(result, kind, Part.SESSION_SET_UP, 1);
      assertRoundTrips(result, kind, Part.FIRST_QUERY, 1);
    }
    assertRoundTrips(result, Kind.PLAIN, Part.TOTAL, 4);
    assertRoundTrips(result, Kind.FULL, Part.TOTAL, 5);
    assertRoundTrips(result, Kind.RESUMED, Part.TOTAL, 5);
  }

  @Tag("full")
  @Test
  void theDistanceIsThereForMySqlTooWhereTheServerSpeaksFirst() throws Exception {
    ConnectResult result = run(SharedServers.mySql().url(), TLS_12, settings(3, 1, RTT_MILLIS));

    assertRoundTrips(result, Kind.PLAIN, Part.TCP_CONNECT, 1);
    // The greeting is in transit before the client has woken up from its connect, so a delay of
    // a busy machine moves time from one to the other. Means add up; medians do not.
    KindResult plain = kind(result, Kind.PLAIN);
    assertThat(part(plain, Part.TCP_CONNECT).meanMicros() + part(plain, Part.HELLO).meanMicros())
        .isGreaterThanOrEqualTo(2 * RTT_MICROS);
    assertRoundTrips(result, Kind.PLAIN, Part.AUTHENTICATION, 1);
    assertRoundTrips(result, Kind.PLAIN, Part.SESSION_SET_UP, 1);
    assertRoundTrips(result, Kind.FULL, Part.TLS_HANDSHAKE, 2);
    assertRoundTrips(result, Kind.RESUMED, Part.TLS_HANDSHAKE, 1);
  }

  @Test
  void comparesVariantsWithIntervalsAndAControl() throws Exception {
    ConnectResult result =
        variants(SharedServers.mongo().url(), settings(N, 1, 0), "plain,tls12,tls13");

    assertThat(result.setup().baseline()).isEqualTo("plain");
    assertThat(result.kinds())
        .allSatisfy(kind -> assertCounts(kind, N))
        .extracting(KindResult::name)
        .containsExactly(
            "plain", "tls12-full", "tls12-resumed", "tls13-full", "tls13-resumed", "control");
    for (KindResult kind : result.kinds()) {
      Interval ratio = part(kind, Part.TOTAL).ratio();
      if (ratio == null) {
        assertThat(kind.name()).isEqualTo("plain");
      } else {
        assertThat(ratio).isEqualTo(part(kind, Part.TOTAL).ratioToPlain());
        assertThat(ratio.value()).isBetween(ratio.low95(), ratio.high95());
        assertThat(kind.rounds()).hasSameSizeAs(result.kinds().get(0).rounds());
      }
      if (kind.name().startsWith("tls")) {
        assertThat(kind.negotiated())
            .extracting(tls -> tls.protocol().replace("TLSv1.", "tls1"))
            .containsOnly(kind.series().variant());
      }
    }
  }

  @Test
  void comparesWithTheFirstVariantIfNoneIsPlain() throws Exception {
    ConnectResult result = variants(encrypted.url(), settings(3, 1, 0), "tls12,tls13");

    assertThat(result.setup().baseline()).isEqualTo("tls12-full");
    assertThat(result.kinds())
        .extracting(KindResult::name)
        .containsExactly("tls12-full", "tls12-resumed", "tls13-full", "tls13-resumed", "control");
    KindResult control = result.kinds().get(4);
    assertThat(control.negotiated())
        .allMatch(tls -> tls.protocol().equals("TLSv1.2") && !tls.resumed());
    assertThat(part(control, Part.TOTAL).ratioToPlain()).isNull();
    assertThat(part(control, Part.TOTAL).ratioToBaseline()).isNotNull();
  }

  @Test
  void leavesOutAVariantThatTheServerRefuses() throws Exception {
    try (EmbeddedMongo server = EmbeddedMongo.builder().protocols("TLSv1.3").start()) {
      ConnectResult result =
          variants(server.url(), settings(2, 1, 0), "tls12,tls13,tls13-aes128-gcm");

      assertThat(result.setup().baseline()).isEqualTo("tls13-full");
      assertThat(result.run().warnings()).anyMatch(note -> note.startsWith("No tls12, full: "));
      assertThatThrownBy(() -> variants(server.url(), settings(2, 1, 0), "tls13,tls12"))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageStartingWith("tls12: ");
    }
  }

  @Test
  void countsTheRoundTripOfAHelloRetryRequest() throws Exception {
    try (EmbeddedMongo server =
        EmbeddedMongo.builder().protocols("TLSv1.3").namedGroups("secp384r1").start()) {
      String groups = ":tls.provider=openssl,tls.namedGroups=";
      ConnectResult result =
          variants(
              server.url(),
              settings(3, 1, RTT_MILLIS),
              "at-once" + groups + "secp384r1",
              "asked" + groups + "x25519,secp384r1");

      assertThat(named(result, "at-once-full").connections().helloRetryRequests()).isZero();
      assertThat(named(result, "control").connections().helloRetryRequests()).isZero();
      assertThat(named(result, "asked-full").connections().helloRetryRequests()).isEqualTo(3);
      assertThat(result.run().warnings())
          .anySatisfy(
              note ->
                  assertThat(note)
                      .contains("one round trip more", "asked, full (3 of 3 connections)")
                      .doesNotContain("at-once"));
      assertThat(part(named(result, "asked-full"), Part.TLS_HANDSHAKE).minMicros())
          .isGreaterThanOrEqualTo(2 * RTT_MICROS);
    }
  }

  /** The key share of X25519MLKEM768 has 1,216 bytes, and 4 before it (RFC 8446, 4.2.8). */
  @Test
  void countsBytesAndClientHellosThatDoNotFitIntoASegment() throws Exception {
    ConnectResult result =
        variants(
            encrypted.url(),
            settings(5, 1, 0),
            "plain",
            "usual:tls.provider=openssl,tls.namedGroups=x25519,tls.protocols=TLSv1.3",
            "tls13-default-hybrid");

    assertThat(named(result, "usual-full").connections().counted()).isEqualTo(5);
    ConnectResult.Wire usual = requireNonNull(named(result, "usual-full").wire());
    ConnectResult.Wire hybrid = requireNonNull(named(result, "tls13-default-hybrid-full").wire());
    assertThat(usual.longClientHellos()).isZero();
    assertThat(hybrid.longClientHellos()).isEqualTo(hybrid.clientHelloBytes() > 1_460 ? 5 : 0);
    // With a session ticket it is longer than a segment in any case.
    assertThat(requireNonNull(named(result, "tls13-default-hybrid-resumed").wire()))
        .returns(5L, ConnectResult.Wire::longClientHellos);
    assertThat(hybrid.clientHelloBytes() - usual.clientHelloBytes())
        .isBetween(1_220.0, 1_220.0 + 16);
    assertThat(hybrid.sentBytes() - usual.sentBytes())
        .isCloseTo(hybrid.clientHelloBytes() - usual.clientHelloBytes(), within(50.0));
    assertThat(usual.sentBytes()).isGreaterThan(usual.clientHelloBytes() + 100);
    assertThat(usual.receivedBytes()).isBetween(500.0, 10_000.0);
    assertThat(requireNonNull(named(result, "usual-resumed").wire()).receivedBytes())
        .isLessThan(usual.receivedBytes() - 300);
  }

  /** Both have one round trip less than TLS by request: the request itself. */
  @Test
  void countsTheRequestForTlsOfPostgresAsAPart() throws Exception {
    EmbeddedServer server = SharedServers.postgres();
    ConnectResult result =
        variants(
            server.url(),
            settings(3, 1, RTT_MILLIS),
            "plain,tls13",
            "direct:tls.protocols=TLSv1.3,postgresql.sslnegotiation=direct");

    assertThat(result.run().problems()).isEmpty();
    assertParts(named(result, "plain"), "startUp authentication sessionSetUp");
    assertParts(named(result, "direct-full"), "tlsHandshake startUp authentication sessionSetUp");
    assertThat(named(result, "plain").logins())
        .containsExactly(entry("plain text, SCRAM-SHA-256", 3L));
    assertThat(named(result, "direct-full").logins())
        .containsExactly(entry("direct TLS, SCRAM-SHA-256-PLUS", 3L));
    KindResult byRequest = named(result, "tls13-full");
    assertThat(byRequest.logins()).containsExactly(entry("TLS by request, SCRAM-SHA-256-PLUS", 3L));
    assertThat(part(byRequest, Part.HELLO).minMicros()).isGreaterThanOrEqualTo(RTT_MICROS);
    assertThat(part(byRequest, Part.AUTHENTICATION).minMicros())
        .as("two messages of SCRAM")
        .isGreaterThanOrEqualTo(2 * RTT_MICROS);
    assertThat(json(result)).doesNotContain(SharedServers.password(server));
  }

  @Test
  void endsWithResultsSoFarWhenStopped() throws Exception {
    try (Target target = target(plain.url(), Map.of())) {
      List<ConnectRun> run = new ArrayList<>();
      run.add(
          new ConnectRun(
              Series.USUAL,
              target,
              settings(100_000, 1, 0),
              line -> {
                if (line.contains(Stage.OPEN.title())) {
                  run.get(0).stop();
                }
              },
              text -> text));
      ConnectResult result = run.get(0).run("tlsbench connect");

      assertThat(result.run().complete()).isFalse();
      assertThat(result.run().exitCode()).isEqualTo(4);
      assertThat(result.run().problems()).singleElement().asString().contains("interrupted");
      assertThat(kind(result, Kind.PLAIN).connections().counted()).isBetween(1L, 99_999L);
    }
  }

  @Test
  void hasNoResultIfStoppedBeforeAnythingIsMeasured() throws Exception {
    try (Target target = target(plain.url(), Map.of())) {
      ConnectRun run =
          new ConnectRun(Series.USUAL, target, settings(50, 1, 0), line -> {}, text -> text);
      run.stop();

      assertThatThrownBy(() -> run.run("tlsbench connect"))
          .isInstanceOf(NothingMeasuredException.class);
    }
  }

  /** Real JVMs, with a collector that is not this one's. */
  @Test
  @ThreadForks.No
  void measuresInSeveralJvms() throws Exception {
    try (Target target = target(SharedServers.mongo().url(), Map.of())) {
      List<String> messages = new ArrayList<>();
      ConnectRun run =
          new ConnectRun(
              Series.USUAL,
              target,
              settings(7, 2, 0, 3, Duration.ZERO),
              messages::add,
              text -> text);
      ConnectResult result = run.run("tlsbench connect");

      assertThat(result.run().problems()).isEmpty();
      assertThat(result.setup().forks()).isEqualTo(3);
      for (KindResult kind : result.kinds()) {
        assertCounts(kind, 7);
        assertThat(kind.rounds())
            .extracting(ConnectResult.Round::fork)
            .containsSubsequence(0, 1, 2)
            .containsOnly(0, 1, 2);
        assertThat(kind.rounds())
            .extracting(ConnectResult.Round::number)
            .isSorted()
            .doesNotHaveDuplicates();
      }
      assertThat(result.apsaradbScript())
          .allSatisfy(script -> assertThat(script.repeat()).isEqualTo(7));
      assertThat(messages).contains("JVM 1 of 3: warming up", "JVM 3 of 3: warming up");
    }
  }

  private static void assertCounts(KindResult kind, int n) {
    assertThat(kind.unavailable()).isNull();
    assertThat(kind.connections().counted()).isEqualTo(n);
    assertThat(kind.connections().failed()).isZero();
    boolean resumed = kind.series().kind() == Kind.RESUMED;
    assertThat(kind.negotiated()).allMatch(tls -> tls.resumed() == resumed);
    long handshakes = kind.negotiated().stream().mapToLong(Negotiated::count).sum();
    assertThat(handshakes).isEqualTo(kind.series().kind() == Kind.PLAIN ? 0 : n);
    double sumOfMeans =
        kind.parts().entrySet().stream()
            .filter(part -> !part.getKey().equals(Part.TOTAL.id()))
            .mapToDouble(part -> part.getValue().meanMicros())
            .sum();
    assertThat(sumOfMeans).isCloseTo(part(kind, Part.TOTAL).meanMicros(), within(0.01));
  }

  /** Asserts the parts between the TCP connect and the first query. */
  private static void assertParts(KindResult kind, String between) {
    assertThat(kind.parts())
        .containsOnlyKeys(("tcpConnect " + between + " firstQuery total").split(" "));
  }

  private static void assertColumnsAdd(Script script) {
    assertThat(script.onlyConnectionMillis().value() + script.firstQueryMillis().value())
        .isCloseTo(script.connectionAndFirstQueryMillis().value(), within(0.001));
  }

  private static void assertRoundTrips(ConnectResult result, Kind kind, Part part, int trips) {
    assertThat(part(kind(result, kind), part).medianMicros().value())
        .as("%s of %s", part, kind)
        .isGreaterThanOrEqualTo(trips * RTT_MICROS);
  }

  private static KindResult named(ConnectResult result, String name) {
    return result.kinds().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static KindResult kind(ConnectResult result, Kind kind) {
    return result.kinds().stream()
        .filter(each -> !each.repeatsBaseline() && each.series().kind() == kind)
        .findFirst()
        .orElseThrow();
  }

  private static PartResult part(KindResult kind, Part part) {
    PartResult found = kind.parts().get(part.id());
    if (found == null) {
      throw new AssertionError(kind.name() + " has no " + part.id() + ": " + kind.unavailable());
    }
    return found;
  }

  private static ConnectRun connectRun(
      List<Variant> variants, Target target, ConnectSettings settings) {
    return new ConnectRun(variants, target, settings, line -> {}, text -> text);
  }

  private static ConnectResult run(
      String url, Map<String, String> properties, ConnectSettings settings) throws IOException {
    try (Target target = target(url, properties)) {
      return connectRun(Series.USUAL, target, settings).run("tlsbench connect");
    }
  }

  private static ConnectResult variants(String url, ConnectSettings settings, String... names)
      throws IOException {
    try (Target target = target(url, Map.of())) {
      List<Variant> variants = Variants.of(List.of(names), List.of()).all();
      return connectRun(variants, target, settings).run("tlsbench connect");
    }
  }

  private static String json(Object value) {
    return new String(Json.bytes(value), StandardCharsets.UTF_8);
  }

  private static Target target(String url, Map<String, String> more) throws ConnectFailedException {
    Properties properties = new Properties();
    properties.putAll(more);
    properties.setProperty(Binding.ofUrl(url).urlProperty(), url);
    return Target.open(Binding.ofUrl(url), properties, line -> {});
  }

  private static ConnectSettings settings(int n, int concurrency, int rttMillis) {
    return settings(n, concurrency, rttMillis, 1, Duration.ZERO);
  }

  private static ConnectSettings settings(
      int n, int concurrency, int rttMillis, int forks, Duration warmUp) {
    return new ConnectSettings(
        n,
        List.of(concurrency),
        Duration.ofMillis(rttMillis),
        warmUp,
        false,
        true,
        1,
        forks,
        null,
        Cores.ALL,
        false,
        List.of());
  }
}
