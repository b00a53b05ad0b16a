package dev.tlsbench.relay;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.witness.ClientOffer;
import dev.tlsbench.relay.witness.ClientOffer.Session;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Drivers through a tap, and what it says of them. */
@Timeout(60)
class TlsTapTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedMySql mySql;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedMongo mongo;

  @BeforeAll
  static void start() throws IOException {
    mySql = EmbeddedMySql.start();
    mongo = EmbeddedMongo.builder().allowPlain().start();
  }

  @AfterAll
  static void stop() {
    mySql.close();
    mongo.close();
  }

  private static TlsTap.Builder before(EmbeddedServer server) {
    return TlsTap.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
  }

  private static String through(TlsTap tap, EmbeddedServer server) {
    return server.url().replace(":" + server.port(), ":" + tap.port());
  }

  private static String plain(TlsTap tap) {
    return through(tap, mySql).replaceFirst("\\?.*", "?ssl-mode=DISABLED");
  }

  private static void query(String text, Map<String, String> properties, int count)
      throws Exception {
    MySqlUrl url = MySqlUrl.parse(text);
    try (MySqlConnections connections =
        url.open(url.settings(properties), Dialer.DIRECT, new TlsLedger())) {
      for (int i = 0; i < count; i++) {
        try (Connection connection = connections.connect()) {
          assertThat(connection.isValid(1)).isTrue();
        }
      }
    }
  }

  @Test
  void seesThatAClientOfMySqlResumesItsSessions() throws Exception {
    try (TlsTap tap = before(mySql).open()) {
      query(through(tap, mySql), Map.of("tls.protocols", "TLSv1.2"), 4);

      List<TappedConnection> seen = tap.await(4, TappedConnection::isHandshakeCompleted, LIMIT);

      assertThat(seen)
          .extracting(TappedConnection::isResumed)
          .containsExactly(false, true, true, true);
      assertThat(seen).extracting(TappedConnection::number).containsExactly(1L, 2L, 3L, 4L);
      assertThat(seen).extracting(TappedConnection::kind).containsOnly(Kind.TLS);
      assertThat(seen)
          .allSatisfy(
              connection -> {
                assertThat(connection.beginning().serverVersion()).contains("MariaDB");
                assertThat(connection.times().connect()).isPositive();
                assertThat(connection.transfer().exchanges()).isPositive();
                WitnessedTls tls = requireNonNull(connection.tls());
                assertThat(requireNonNull(tls.choice()).protocol()).isEqualTo("TLSv1.2");
                assertThat(tls.handshake().inferred()).isFalse();
                assertThat(tls.handshake().nanos()).isPositive();
                assertThat(tls.toClient().handshakeBytes())
                    .isBetween(1L, tls.toClient().overheadBytes());
              });
      assertThat(requireNonNull(requireNonNull(seen.get(0).tls()).offer()).session())
          .isEqualTo(Session.NONE);
      assertThat(requireNonNull(requireNonNull(seen.get(1).tls()).offer()).session())
          .isNotEqualTo(Session.NONE);
    }
  }

  /** A resumed handshake has extensions that the first one lacks, and so another JA4. */
  @Test
  void knowsAProgramByItsFingerprintAlsoWhenItResumes() throws Exception {
    try (TlsTap tap = before(mongo).open()) {
      MongoUrl url = MongoUrl.parse(through(tap, mongo) + "&tls=true");
      try (MongoConnections connections =
          url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
        connections.database().runCommand(new Document("ping", 1));
        tap.await(1, TappedConnection::isResumed, LIMIT);
      }

      List<ClientOffer> offers =
          tap.await(2, TappedConnection::isHandshakeCompleted, LIMIT).stream()
              .map(seen -> requireNonNull(requireNonNull(seen.tls()).offer()))
              .toList();

      assertThat(offers).extracting(ClientOffer::program).containsOnly(offers.get(0).program());
      assertThat(offers).extracting(ClientOffer::session).contains(Session.PRE_SHARED_KEY);
      assertThat(offers)
          .allMatch(
              offer -> offer.ja4().equals(offer.program()) == (offer.session() == Session.NONE));
    }
  }

  @Test
  void seesAPoolOfMongoDbUnderTls13() throws Exception {
    try (TlsTap tap = before(mongo).open()) {
      MongoUrl url = MongoUrl.parse(through(tap, mongo) + "&tls=true");
      try (MongoConnections connections =
          url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
        connections.database().runCommand(new Document("ping", 1));
      }

      List<TappedConnection> seen = tap.await(1, TappedConnection::isHandshakeCompleted, LIMIT);

      assertThat(seen)
          .allSatisfy(
              connection -> {
                WitnessedTls tls = requireNonNull(connection.tls());
                Choice choice = requireNonNull(tls.choice());
                assertThat(choice.protocol()).isEqualTo("TLSv1.3");
                assertThat(choice.namedGroup()).isEqualTo("x25519");
                assertThat(tls.handshake().inferred()).isTrue();
                assertThat(connection.beginning().serverVersion()).isNull();
                assertThat(connection.transfer().exchanges()).isPositive();
              });
    }
  }

  @Test
  void seesPlainText() throws Exception {
    try (TlsTap tap = before(mySql).open()) {
      query(plain(tap), Map.of(), 1);
      assertThat(tap.await(1, seen -> seen.kind() == Kind.PLAIN, LIMIT))
          .singleElement()
          .satisfies(seen -> assertThat(seen.tls()).isNull())
          .satisfies(seen -> assertThat(seen.transfer().exchanges()).isPositive());
    }
    try (TlsTap tap = before(mongo).open()) {
      MongoUrl url =
          MongoUrl.parse(
              "mongodb://127.0.0.1:" + tap.port() + "/test?serverSelectionTimeoutMS=9000");
      try (MongoConnections connections =
          url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
        connections.database().runCommand(new Document("ping", 1));
      }
      assertThat(tap.await(1, seen -> seen.kind() == Kind.PLAIN, LIMIT))
          .allSatisfy(seen -> assertThat(seen.beginning().serverVersion()).isNull());
    }
  }

  @Test
  void seesThatAClientTurnsTheServerAway() throws Exception {
    for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
      try (TlsTap tap = before(mySql).open()) {
        String url = "mysql://ycsb@127.0.0.1:" + tap.port() + "/ycsb?ssl-mode=VERIFY_CA";
        assertThatThrownBy(() -> query(url, Map.of("tls.protocols", protocol), 1))
            .isInstanceOf(ConnectFailedException.class);

        List<TappedConnection> seen = tap.await(1, one -> one.times().ended(), LIMIT);

        WitnessedTls tls = requireNonNull(seen.get(0).tls());
        assertThat(tls.handshake().completed()).as(protocol).isFalse();
        assertThat(tls.alerts())
            .as(protocol)
            .singleElement()
            .satisfies(alert -> assertThat(alert.ofClient()).isTrue());
      }
    }
  }

  /** It closes its socket while the server still sends, so that the socket is reset. */
  @Test
  @SuppressWarnings("try") // The client leaves in mid-flood.
  void seesWhatAClientSendsBeforeItIsReset() throws Exception {
    byte[] alert = {21, 3, 3, 0, 2, 2, 42};
    try (ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        TlsTap tap =
            TlsTap.to(
                    new InetSocketAddress(
                        InetAddress.getLoopbackAddress(), listener.getLocalPort()))
                .open()) {
      for (int i = 0; i < 100; i++) {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), tap.port());
            Socket server = listener.accept()) {
          CompletableFuture<Void> flood = CompletableFuture.runAsync(() -> flood(server));
          assertThat(client.getInputStream().read()).isZero();
          client.getOutputStream().write(alert);
          client.close();
          flood.join();
        }
      }
      assertThat(tap.await(100, seen -> seen.times().ended(), LIMIT))
          .extracting(seen -> seen.transfer().toServerBytes())
          .containsOnly((long) alert.length);
    }
  }

  private static void flood(Socket server) {
    byte[] piece = new byte[1 << 16];
    try {
      while (true) {
        server.getOutputStream().write(piece);
      }
    } catch (IOException e) {
      // The client has left.
    }
  }

  /** As libpq's PQcancel, which knows of no TLS. */
  @Test
  void tellsARequestToCancelFromALogIn() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TlsTap tap =
            TlsTap.to(new InetSocketAddress(server.getInetAddress(), server.getLocalPort()))
                .open();
        Socket client = new Socket(InetAddress.getLoopbackAddress(), tap.port())) {
      client
          .getOutputStream()
          .write(ByteBuffer.allocate(16).putInt(16).putInt(80877102).putInt(7).putInt(11).array());

      List<TappedConnection> seen = tap.await(1, one -> one.kind() == Kind.CANCEL, LIMIT);

      assertThat(seen.get(0).beginning().product()).isEqualTo("PostgreSQL");
      TapRequirement.Finding finding = TapRequirement.parse("plain=0").check(seen);
      assertThat(finding.counted()).isZero();
      assertThat(finding.outcome()).isEqualTo(TapRequirement.Outcome.UNDECIDED);
    }
  }

  @Test
  void tellsWhoWaitsInVainWhatItSaw() throws Exception {
    try (TlsTap tap = before(mySql).open()) {
      query(plain(tap), Map.of(), 1);
      assertThatThrownBy(() -> tap.await(2, TappedConnection::isResumed, Duration.ofMillis(1)))
          .isInstanceOf(TimeoutException.class)
          .hasMessage("the tap saw 0 such connections of 1 within 1 ms, not 2");
    }
  }

  @Test
  void keepsAsManyAsItIsToldAndTellsOfAll() throws Exception {
    CompletableFuture<TappedConnection> third = new CompletableFuture<>();
    try (TlsTap tap =
        before(mySql)
            .keep(1)
            .onClosed(
                seen -> {
                  if (seen.number() == 3) {
                    third.complete(seen);
                  }
                })
            .open()) {
      query(plain(tap), Map.of(), 3);

      assertThat(third.get().kind()).isEqualTo(Kind.PLAIN);
      tap.await(1, seen -> seen.number() == 3 && seen.times().ended(), LIMIT);
      assertThat(tap.connections()).hasSize(1);
      tap.forget();
      assertThat(tap.connections()).isEmpty();
    }
  }

  /** A server that sends back what it is sent. */
  private static ServerSocket echo() throws IOException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread thread =
        new Thread(
            () -> {
              while (!listener.isClosed()) {
                try (Socket client = listener.accept()) {
                  client.getInputStream().transferTo(client.getOutputStream());
                } catch (IOException e) {
                  // Closed by the test.
                }
              }
            },
            "echo");
    thread.setDaemon(true);
    thread.start();
    return listener;
  }

  private static byte[] returned(TlsTap tap, byte[] sent) throws Exception {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), tap.port())) {
      CompletableFuture<byte[]> back =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return client.getInputStream().readAllBytes();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      client.getOutputStream().write(sent);
      client.shutdownOutput();
      return back.get();
    }
  }

  private static InetSocketAddress addressOf(ServerSocket server) {
    return new InetSocketAddress(server.getInetAddress(), server.getLocalPort());
  }

  /** An assertion in it is an error, which would end the thread that serves all connections. */
  @Test
  void goesOnWhenItsListenerFails() throws Exception {
    try (ServerSocket server = echo();
        TlsTap tap =
            TlsTap.to(addressOf(server))
                .onClosed(
                    seen -> {
                      throw new AssertionError("of a listener");
                    })
                .open()) {
      byte[] sent = {1, 2, 3};
      for (int i = 0; i < 10; i++) {
        assertThat(returned(tap, sent)).isEqualTo(sent);
      }
      assertThat(tap.await(10, seen -> seen.times().ended(), LIMIT)).hasSize(10);
    }
  }

  @Test
  void forwardsWhatItCannotReadUnchanged() throws Exception {
    Random random = new Random(20261123);
    List<byte[]> handshake = RecordedHandshake.flights();
    Mutations mutations =
        new Mutations(
            List.of(
                handshake.get(0),
                handshake.get(1),
                new byte[] {22, 3, 1, 0, 5, 1, 0, 0, 1, 3},
                new byte[] {23, 3, 3, 0x40, 0},
                new byte[] {0x4A, 0, 0, 0, 10, '9', '.', '7', 0}),
            List.of(
                new byte[] {22, 3, 3, -1, -1},
                new byte[] {1, -1, -1, -1},
                new byte[] {0, 0, 0, 8, 4, (byte) 0xd2, 0x16, 0x2f}));
    try (ServerSocket server = echo();
        TlsTap tap = TlsTap.to(addressOf(server)).open()) {
      for (int i = 0; i < 200; i++) {
        byte[] sent = mutations.next(random);
        assertThat(returned(tap, sent)).isEqualTo(sent);
      }
      assertThat(tap.await(200, seen -> seen.times().ended(), LIMIT)).hasSize(200);
    }
  }

  /** Another protocol's way to TLS. */
  @Test
  void leavesOtherProtocolsAlone() throws Exception {
    byte[] request = "STARTTLS\r\n".getBytes(StandardCharsets.US_ASCII);
    try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        TlsTap tap = TlsTap.to(addressOf(listener)).open();
        Socket client = new Socket(InetAddress.getLoopbackAddress(), tap.port());
        Socket server = listener.accept()) {
      client.getOutputStream().write(request);
      assertThat(server.getInputStream().readNBytes(request.length)).isEqualTo(request);
      server.getOutputStream().write("S".getBytes(StandardCharsets.US_ASCII));
      assertThat(client.getInputStream().read()).isEqualTo('S');
      byte[] hello = {22, 3, 1, 0, 1, 1};
      client.getOutputStream().write(hello);
      assertThat(server.getInputStream().readNBytes(hello.length)).isEqualTo(hello);

      assertThat(tap.await(1, seen -> seen.kind() == Kind.OTHER, LIMIT))
          .singleElement()
          .satisfies(seen -> assertThat(seen.tls()).isNull());
    }
  }

  private static InetSocketAddress freeAddress() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return addressOf(free);
    }
  }

  private static void assertUnreached(InetSocketAddress server, String reason) throws Exception {
    try (TlsTap tap = TlsTap.to(server).open()) {
      assertThat(returned(tap, new byte[0])).isEmpty();

      assertThat(tap.await(1, seen -> seen.times().ended(), LIMIT))
          .singleElement()
          .satisfies(seen -> assertThat(seen.times().connect()).isNull())
          .extracting(TappedConnection::unreached)
          .isEqualTo(server.getHostString() + ":" + server.getPort() + ": " + reason);
    }
  }

  @Test
  void saysWhyAServerWasNotReached() throws Exception {
    assertUnreached(
        freeAddress(), "connection refused; check that the server runs and listens there");
    assertUnreached(
        InetSocketAddress.createUnresolved("db.invalid", 3306),
        "this host name cannot be resolved; check its spelling");
    try (ServerSocket server = echo();
        TlsTap tap = TlsTap.to(addressOf(server)).open()) {
      assertThat(returned(tap, new byte[] {1})).hasSize(1);
      assertThat(tap.connections()).extracting(TappedConnection::unreached).containsOnlyNulls();
    }
  }

  /** A full accept queue leaves further connections unanswered. */
  @Test
  @SuppressWarnings("try") // The tap is closed while it connects.
  void saysThatAServerDidNotAnswer() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket first = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket second = new Socket(server.getInetAddress(), server.getLocalPort());
        TlsTap tap = TlsTap.to(addressOf(server)).open();
        Socket client = new Socket(InetAddress.getLoopbackAddress(), tap.port())) {
      client.getOutputStream().write(1);
      tap.await(1, seen -> seen.transfer().toServerBytes() > 0, LIMIT);
      assertThat(tap.connections()).extracting(TappedConnection::unreached).containsOnlyNulls();
      tap.close();

      assertThat(tap.connections())
          .singleElement()
          .extracting(TappedConnection::unreached)
          .asString()
          .contains("no answer to the TCP connect");
    }
  }

  /** Each connection would make another one, until there are no ports or descriptors left. */
  @Test
  void refusesToBeItsOwnServer() throws Exception {
    int port = freeAddress().getPort();
    InetSocketAddress everywhere = new InetSocketAddress(port);
    List<InetAddress> own =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .collect(Collectors.toCollection(ArrayList::new));
    own.add(InetAddress.getByName("127.0.0.2"));
    own.add(everywhere.getAddress());
    for (InetAddress address : own) {
      assertLoops(everywhere, new InetSocketAddress(address, port));
    }
    InetSocketAddress local = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    assertLoops(local, local);
    // The port is free again, and those of others are no loop.
    InetSocketAddress second = new InetSocketAddress("127.0.0.2", port);
    InetSocketAddress free = freeAddress();
    TlsTap.to(second).listenOn(local).open().close();
    TlsTap.to(free).listenOn(everywhere).open().close();
  }

  private static void assertLoops(InetSocketAddress listen, InetSocketAddress server) {
    assertThatThrownBy(() -> TlsTap.to(server).listenOn(listen).open().close())
        .as("%s to %s", listen, server)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "port %d of %s is the address to listen on, so connections would never end; give the server's",
            server.getPort(), server.getHostString());
  }

  @Test
  void refusesToListenOnAHostThatIsUnknownOrElsewhere() {
    TlsTap.Builder tap = TlsTap.to(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1));
    assertThatThrownBy(
            () -> tap.listenOn(InetSocketAddress.createUnresolved("*", 0)).open().close())
        .isInstanceOf(UnknownHostException.class)
        .hasMessage("*");
    assertThatThrownBy(() -> tap.listenOn(new InetSocketAddress("203.0.113.1", 0)).open().close())
        .isInstanceOf(IOException.class);
  }
}
