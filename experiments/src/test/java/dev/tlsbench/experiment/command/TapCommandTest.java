package dev.tlsbench.experiment.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.dynamodb.DynamoClient;
import dev.tlsbench.core.dynamodb.DynamoConnections;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.measure.OneGroupServer;
import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.SharedServers;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** A driver through the tap, until the given number of connections have ended. */
@Tag("any-jdk")
@Timeout(120)
class TapCommandTest {
  private static final EmbeddedServer SERVER = SharedServers.mySql();
  private static final Pattern PORT =
      Pattern.compile("tap on (?:127\\.0\\.0\\.1|\\*|\\[.*]):(\\d+) to ");

  @TempDir private Path directory;

  /** An output without a reader until the latch opens. */
  private static final class LateReader extends ByteArrayOutputStream {
    final CountDownLatch reading = new CountDownLatch(1);

    @Override
    public synchronized void write(byte[] bytes, int from, int length) {
      try {
        reading.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      super.write(bytes, from, length);
    }
  }

  /** Clients of a tap. */
  private interface Clients {
    void use(int port) throws Exception;
  }

  /** Runs the tap in front of MySQL, with some connections by this protocol through it. */
  private CommandRun tap(String protocol, int count, String... more) throws Exception {
    return tap(SERVER.port(), count, port -> connect(protocol, count, port), more);
  }

  /** Runs the tap in front of a port of this machine. */
  private CommandRun tap(int to, int count, Clients clients, String... more) throws Exception {
    String options = "--listen=0 --to=127.0.0.1:" + to + " --connections=" + count;
    return tap(clients, CommandRun.words(options, more));
  }

  /**
   * Runs the tap. Its output is read only after all connections have ended, which must not block
   * any of them.
   */
  private CommandRun tap(Clients clients, String... options) throws Exception {
    String[] args = CommandRun.words("tap", "--output", directory, options);
    LateReader out = new LateReader();
    try (PipedInputStream said = new PipedInputStream()) {
      PipedOutputStream err = new PipedOutputStream(said);
      CompletableFuture<Integer> exitCode =
          CompletableFuture.supplyAsync(
              () -> {
                try (PrintStream saying = new PrintStream(err, true, UTF_8)) {
                  return Tlsbench.run(
                      new PrintStream(out, true, UTF_8), saying, CommandRun.split(args));
                }
              });
      BufferedReader lines = new BufferedReader(new InputStreamReader(said, UTF_8));
      Matcher port = PORT.matcher(lines.readLine());
      assertThat(port.find()).isTrue();
      clients.use(Integer.parseInt(port.group(1)));
      out.reading.countDown();
      String rest = String.join("\n", lines.lines().toList());
      return new CommandRun(exitCode.get(), out.toString(UTF_8), rest);
    }
  }

  private static MySqlUrl through(int port) {
    return MySqlUrl.parse(SERVER.url().replace(":" + SERVER.port(), ":" + port));
  }

  /** Opens connections one after the other; the first stays open until the others have ended. */
  private static void connect(String protocol, int count, int port) throws Exception {
    MySqlUrl url = through(port);
    try (MySqlConnections connections =
        url.open(url.settings(Map.of("tls.protocols", protocol)), Dialer.DIRECT, new TlsLedger())) {
      try (Connection first = connections.connect()) {
        for (int i = 1; i < count; i++) {
          try (Connection connection = connections.connect()) {
            assertThat(connection.isValid(1)).isTrue();
          }
        }
        assertThat(first.isValid(1)).isTrue();
      }
    }
  }

  /** A use of a client's connections. */
  private interface Use {
    void of(Connections connections) throws Exception;
  }

  /** For servers with a port for each. */
  private void seesPlainTextAndTls(String encrypted, Use use) throws Exception {
    Database kind = Database.ofUrl(encrypted);
    for (String text : List.of(encrypted, kind.parse(encrypted).plain())) {
      DatabaseUrl url = kind.parse(text);
      Clients clients =
          port -> {
            String through = url.through(new HostAddress("127.0.0.1", port));
            try (Connections connections = kind.parse(through).open()) {
              use.of(connections);
              use.of(connections);
            }
          };
      String option = "--protocol=" + kind.id();
      assertThat(tap(url.hosts().get(0).port(), 2, clients, option).succeeded().out())
          .contains(
              text.equals(encrypted) ? "2 TLS handshakes, of which 1 resumed" : "2 in plain text.");
    }
  }

  @Test
  void seesRedisInPlainTextAndOverTls() throws Exception {
    seesPlainTextAndTls(
        SharedServers.redis().url(), connections -> connections.driver(Jedis.class).close());
  }

  @Test
  @Tag("real-servers")
  void seesDynamoDbInPlainTextAndOverTls() throws Exception {
    RealServers servers = RealServers.running();
    seesPlainTextAndTls(
        servers.url("DYNAMODB_URL") + "&tlsCAFile=" + servers.file("CA_FILE"),
        connections -> {
          try (DynamoClient client = ((DynamoConnections) connections).client()) {
            client.connect();
          }
        });
  }

  private JsonNode result() throws IOException {
    return CommandRun.result(CommandRun.folder(directory), "tap");
  }

  @Test
  void hasARowForEachProgramOfAHost() throws Exception {
    tap(
        SERVER.port(),
        5,
        port -> {
          connect("TLSv1.3", 3, port);
          connect(through(port), Map.of("tls.provider", "bouncycastle"));
          connect(MySqlUrl.parse(through(port).plain()), Map.of());
        });

    JsonNode clients = result().at("/clients");
    assertThat(clients).hasSize(3);
    assertThat(clients.findValuesAsText("address")).containsOnly("127.0.0.1");
    JsonNode first = clients.get(0);
    assertThat(first.at("/counts/connections").asLong()).isEqualTo(3);
    assertThat(first.at("/ja4").asText()).startsWith("t13");
  }

  private static void connect(MySqlUrl url, Map<String, String> properties) throws Exception {
    try (MySqlConnections connections =
            url.open(url.settings(properties), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect()) {
      assertThat(connection.isValid(1)).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"X25519MLKEM768", "SecP256r1MLKEM768", "SecP384r1MLKEM1024"})
  void showsAHybridGroup(String group, @TempDir Path other) throws Exception {
    Path authority = other.resolve("ca.pem");
    OneGroupServer.writeAuthority(authority);
    TlsSettings settings =
        TlsSettings.builder()
            .provider(TlsProvider.BOUNCY_CASTLE)
            .protocols(List.of("TLSv1.3"))
            .namedGroups(List.of(group))
            .caFile(authority)
            .build();
    try (OneGroupServer server = OneGroupServer.start(group);
        TlsContext context = TlsContext.open(settings, new TlsLedger())) {
      CommandRun run =
          tap(
              server.port(),
              1,
              port -> {
                try (Socket client = context.socketFactory().createSocket()) {
                  client.connect(new InetSocketAddress("localhost", port));
                  client.getOutputStream().write(1);
                  assertThat(client.getInputStream().read()).isEqualTo(1);
                }
              });

      run.succeeded();
      JsonNode tls = result().at("/connections/0/tls");
      assertThat(tls.at("/choice/namedGroup").asText()).isEqualTo(group);
      assertThat(tls.at("/offer/namedGroups/0").asText()).isEqualTo(group);
      assertThat(CommandRun.folder(directory).resolve("report.md")).content().contains(group);
    }
  }

  /** Its words hold a pipe, a redirection and a letter outside ASCII. */
  @Test
  void repeatsItsCommandAsAShellTakesIt(@TempDir Path other) throws Exception {
    String requirement = "protocol>=TLSv1.2,suite!=TLS_AES_128_CCM_SHA256|TLS_AES_128_CCM_8_SHA256";
    String junit = other.resolve("it's $HOME größer!.xml").toString();
    tap("TLSv1.3", 1, "--require", requirement, "--junit", junit);

    String command = result().at("/run/command").asText();
    Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + command).start();
    assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8).lines())
        .startsWith("bin/tlsbench", "tap", "--output", directory.toString())
        .endsWith("--require", requirement, "--junit", junit);
  }

  @Test
  void letsAPoolPassThatResumes() throws Exception {
    CommandRun run = tap("TLSv1.2", 4, "--require resumed>=100%,plain=0,connections<=1000/s");

    run.succeeded();
    JsonNode result = result();
    JsonNode counts = result.at("/all/counts");
    assertThat(counts.get("connections").asInt()).isEqualTo(4);
    assertThat(counts.get("full").asInt()).isEqualTo(1);
    assertThat(counts.get("resumed").asInt()).isEqualTo(3);
    assertThat(result.at("/all/cost/roundTrips").asInt())
        .as("2 each, 2 full, 1 resumed")
        .isEqualTo(13);
    assertThat(result.at("/conditions/0/counted").asInt()).as("all but the first").isEqualTo(3);
    assertThat(result.at("/connections")).hasSize(4);
    assertThat(run.out()).contains("4 connections", "3 resumed", "report.html");
  }

  @Test
  void namesTheConnectionsThatBreakACondition() throws Exception {
    CommandRun run = tap("TLSv1.2", 2, "--json --require protocol>=TLSv1.3 --require plain=0");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(5);
    assertThat(run.err())
        .contains("tlsbench: --require protocol>=TLSv1.3: 0 of 2; not by #1, #2.")
        .doesNotContain("plain=0");
    assertThat(result().at("/run/exitCode").asInt()).isEqualTo(5);
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSize(2);
    JsonNode first = new ObjectMapper().readTree(lines.get(0));
    assertThat(first.at("/tls/choice/protocol").asText()).isEqualTo("TLSv1.2");
    // Lines are in the order in which connections end.
    assertThat(first).isEqualTo(result().at("/connections").get(first.at("/number").asInt() - 1));
  }

  @Test
  void cannotDecideWithoutAConnectionToJudge() throws Exception {
    CommandRun run = tap("TLSv1.3", 1, "--require resumed>=90%");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(6);
    assertThat(run.err()).contains("resumed>=90%: there was no connection to judge");
  }

  /** A client that finds no server behind the tap. */
  private static void assertClosed(InetAddress host, int port) throws IOException {
    try (Socket client = new Socket(host, port)) {
      assertThat(client.getInputStream().read()).isEqualTo(-1);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  @Test
  void endsWithThreeIfNoConnectionReachedTheServer(@TempDir Path other) throws Exception {
    int closed = freePort();
    Path junit = other.resolve("tap.xml");
    CommandRun run =
        tap(
            closed,
            2,
            port -> {
              assertClosed(InetAddress.getLoopbackAddress(), port);
              assertClosed(InetAddress.getLoopbackAddress(), port);
            },
            "--require=plain=0,connections<=0/s",
            "--junit=" + junit);

    String reason =
        "2 of 2 connections did not reach the server: 127.0.0.1:"
            + closed
            + ": connection refused; check that the server runs and listens there.";
    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err()).contains("tlsbench: " + reason);
    assertThat(run.out()).contains(reason);
    JsonNode result = result();
    assertThat(result.at("/run/exitCode").asInt()).isEqualTo(3);
    assertThat(result.at("/run/problems/0").asText()).isEqualTo(reason);
    assertThat(result.at("/all/unreached"))
        .singleElement()
        .extracting(JsonNode::asInt)
        .isEqualTo(2);
    assertThat(result.at("/all/counts/other").asInt()).isZero();
    assertThat(result.at("/connections/1/unreached").asText()).contains("connection refused");
    Path folder = CommandRun.folder(directory);
    assertThat(folder.resolve("report.html")).content().contains("connection refused", "no server");
    assertThat(folder.resolve("report.md")).content().contains("connection refused", "no server");
    assertThat(junit).content().contains("<error message=\"2 of 2 connections");
  }

  /** A server that goes away after the first connection. */
  @Test
  @SuppressWarnings("try") // It goes away while the tap runs.
  void mentionsConnectionsThatDidNotReachTheServer() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CommandRun run =
          tap(
              server.getLocalPort(),
              2,
              port -> {
                try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket accepted = server.accept()) {
                  accepted.getOutputStream().write(1);
                  assertThat(client.getInputStream().read()).isEqualTo(1);
                }
                server.close();
                assertClosed(InetAddress.getLoopbackAddress(), port);
              });

      run.succeeded();
      String reason = "1 of 2 connections did not reach the server: 127.0.0.1:";
      assertThat(run.err()).contains(reason);
      assertThat(run.out()).contains(reason, "; 1 did not reach the server.");
      assertThat(result().at("/run/warnings/0").asText()).contains("connection refused");
      assertThat(result().at("/run/problems")).isEmpty();
    }
  }

  @Test
  void listensOnAllAddresses() throws Exception {
    for (String all : List.of("*:0", "0.0.0.0:0")) {
      CommandRun run =
          tap(
              port -> assertClosed(InetAddress.getByName("127.0.0.2"), port),
              "--listen=" + all,
              "--to=127.0.0.1:" + freePort(),
              "--connections=1 --json");
      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.out()).contains("\"client\":\"127.0.0.");
    }
  }

  @Test
  void showsTheClientBehindAProxy() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      byte[] header = "PROXY TCP4 10.0.0.7 10.0.0.1 56324 3306\r\n".getBytes(UTF_8);
      CommandRun run =
          tap(
              server.getLocalPort(),
              1,
              port -> {
                try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port);
                    Socket accepted = server.accept()) {
                  client.getOutputStream().write(header);
                  assertThat(accepted.getInputStream().readNBytes(header.length)).isEqualTo(header);
                }
              },
              "--json");

      run.succeeded();
      JsonNode seen = new ObjectMapper().readTree(run.out());
      assertThat(seen.get("client").asText()).isEqualTo("10.0.0.7 port 56324");
      assertThat(seen.get("proxy").asText()).startsWith("127.0.0.1 port ");
      assertThat(result().at("/clients/0/address").asText()).isEqualTo("10.0.0.7");
      assertThat(result().at("/connections/0/proxy")).isEqualTo(seen.get("proxy"));
    }
  }

  @Test
  void refusesAddressesThatAreNone() throws Exception {
    String listens =
        " x 70000 65536 -1 :13999 *: * ::1:13999 [::1] [::1:1"
            + " 127.0.0.1:65536 +1 db:1:2 tcp://db:1 203.0.113.1:0 [2001:db8::7]:0";
    for (String listen : listens.split(" ", -1)) {
      assertThat(refused("--listen=" + listen, "--to=127.0.0.1:1")).as(listen).isEqualTo(2);
    }
    String servers =
        " db 1 :1 *:1 0.0.0.0:1 [::]:1 ::1:1 [::1] [db]:1"
            + " 127.0.0.1:0 127.0.0.1:65536 mysql://db:3306 u:p@db:3306";
    for (String to : servers.split(" ", -1)) {
      assertThat(refused("--listen=0", "--to=" + to)).as(to).isEqualTo(2);
    }
    assertThat(refused("--listen=0", "--to=db:3306 ")).isEqualTo(2);
    for (String unknown : List.of("no-such-host.invalid:0", "[fe80::1%no-such-interface]:0")) {
      assertThat(refused("--listen=" + unknown, "--to=127.0.0.1:1")).as(unknown).isEqualTo(3);
      String to = unknown.replaceFirst("0$", "1");
      assertThat(refused("--listen=0", "--to=" + to)).as(to).isEqualTo(3);
    }
  }

  /** Each connection would open another one. */
  @Test
  void refusesToBeItsOwnServer() throws Exception {
    int port = freePort();
    for (String listen : List.of("", "127.0.0.1:", "localhost:", "*:", "0.0.0.0:")) {
      for (String to : List.of("127.0.0.1:", "localhost:")) {
        assertThat(refused("--listen=" + listen + port, "--to=" + to + port))
            .as("%s to %s", listen, to)
            .isEqualTo(2);
      }
    }
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void namesTheOptionWithAnUnknownProtocol() {
    CommandRun.of("tap", "--listen=0 --to=127.0.0.1:1 --protocol=oracle")
        .refused("--protocol: there is no database 'oracle'", "mysql");
  }

  @Test
  void refusesInvalidConditionsAndAddresses() throws Exception {
    for (String wrong :
        List.of("resumed>=9", "protocol>=TLSv9", "suite=NONE", "plain=1", "speed<=1", "x")) {
      assertThat(refused("--listen 0 --to db:1 --require", wrong)).isEqualTo(2);
    }
    assertThat(refused("--listen 0 --to db:1 --connections 0")).isEqualTo(2);
    assertThat(refused("--to db:1")).isEqualTo(2);
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(refused("--listen", port, "--to 127.0.0.1:1")).isEqualTo(2);
    }
    assertThat(directory).isEmptyDirectory();
    // A pipeline must not read the file of an earlier run.
    Path junit = Files.writeString(directory.resolve("tap.xml"), "an earlier run");
    assertThat(refused("--listen 0 --to no-such-host.invalid:1 --junit", junit.toString()))
        .isEqualTo(3);
    assertThat(junit).content().contains("<error").doesNotContain("earlier");
  }

  private int refused(String... args) {
    CommandRun run = CommandRun.in(directory, CommandRun.words("tap", args));
    assertThat(run.err()).hasLineCount(1);
    return run.exitCode();
  }
}
