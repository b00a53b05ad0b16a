package dev.tlsbench.experiment.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.embedded.EmbeddedMySql;
import dev.tlsbench.experiment.Schemas;
import dev.tlsbench.experiment.Servers;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
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

/** A driver through the tap, until as many connections have ended as it was told. */
@Tag("any-jdk")
@Timeout(120)
class TapCommandTest {
  private static final EmbeddedMySql SERVER = Servers.mySql();
  private static final Pattern PORT = Pattern.compile("tap on 127\\.0\\.0\\.1:(\\d+) to ");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** An output that nobody reads until the latch opens. */
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

  /**
   * Runs the tap, with some connections by this protocol through it. Nobody reads its output before
   * all of them have ended, which must keep none of them waiting.
   */
  private CommandRun tap(String protocol, int count, String... more) throws Exception {
    List<String> args =
        new ArrayList<>(
            List.of("tap", "--listen", "0", "--to", "127.0.0.1:" + SERVER.port(), "--output"));
    args.addAll(List.of(directory.toString(), "--connections", Integer.toString(count)));
    args.addAll(List.of(more));
    LateReader out = new LateReader();
    try (PipedInputStream said = new PipedInputStream()) {
      PipedOutputStream err = new PipedOutputStream(said);
      CompletableFuture<Integer> exitCode =
          CompletableFuture.supplyAsync(
              () -> {
                try (PrintStream saying = new PrintStream(err, true, UTF_8)) {
                  return Tlsbench.run(
                      new PrintStream(out, true, UTF_8), saying, args.toArray(new String[0]));
                }
              });
      BufferedReader lines = new BufferedReader(new InputStreamReader(said, UTF_8));
      Matcher port = PORT.matcher(lines.readLine());
      assertThat(port.find()).isTrue();
      connect(protocol, count, Integer.parseInt(port.group(1)));
      out.reading.countDown();
      String rest = String.join("\n", lines.lines().toList());
      return new CommandRun(exitCode.get(), out.toString(UTF_8), rest);
    }
  }

  /** Opens connections one after the other; the first stays open until the others have ended. */
  private static void connect(String protocol, int count, int port) throws Exception {
    MySqlUrl url = MySqlUrl.parse(SERVER.url().replace(":" + SERVER.port(), ":" + port));
    try (MySqlConnections connections =
        MySqlConnections.open(url, url.settings(Map.of("tls.protocols", protocol)))) {
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

  private JsonNode result() throws IOException {
    return new ObjectMapper()
        .readTree(CommandRun.folder(directory).resolve("result.json").toFile());
  }

  @Test
  void letsAPoolPassThatResumes() throws Exception {
    CommandRun run = tap("TLSv1.2", 4, "--require", "resumed>=100%,plain=0,connections<=1000/s");

    assertThat(run.exitCode()).as(run.err()).isZero();
    JsonNode result = result();
    assertThat(Schemas.violations(result, "tap.schema.json")).isEmpty();
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
    CommandRun run =
        tap("TLSv1.2", 2, "--json", "--require", "protocol>=TLSv1.3", "--require", "plain=0");

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
    CommandRun run = tap("TLSv1.3", 1, "--require", "resumed>=90%");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(6);
    assertThat(run.err()).contains("resumed>=90%: there was no connection to judge");
  }

  @Test
  void refusesWhatItDoesNotUnderstand() throws Exception {
    for (String wrong :
        List.of("resumed>=9", "protocol>=TLSv9", "suite=NONE", "plain=1", "speed<=1", "x")) {
      assertThat(refused("--listen", "0", "--to", "db:1", "--require", wrong)).isEqualTo(2);
    }
    assertThat(refused("--listen", "0", "--to", "db")).isEqualTo(2);
    assertThat(refused("--listen", "0", "--to", "127.0.0.1:0")).isEqualTo(2);
    assertThat(refused("--listen", "70000", "--to", "db:1")).isEqualTo(2);
    assertThat(refused("--listen", "0", "--to", "db:1", "--connections", "0")).isEqualTo(2);
    assertThat(refused("--to", "db:1")).isEqualTo(2);
    assertThat(refused("--listen", "0", "--to", "no-such-host.invalid:1")).isEqualTo(3);
    try (ServerSocket taken = new ServerSocket(0)) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(refused("--listen", port, "--to", "127.0.0.1:1")).isEqualTo(2);
    }
    assertThat(directory).isEmptyDirectory();
    // A pipeline must not read the file of an earlier run.
    Path junit = Files.writeString(directory.resolve("tap.xml"), "an earlier run");
    assertThat(
            refused("--listen", "0", "--to", "no-such-host.invalid:1", "--junit", junit.toString()))
        .isEqualTo(3);
    assertThat(junit).content().contains("<error").doesNotContain("earlier");
  }

  private int refused(String... args) {
    List<String> all = new ArrayList<>(List.of("tap", "--output", directory.toString()));
    all.addAll(List.of(args));
    CommandRun run = CommandRun.of(all.toArray(new String[0]));
    assertThat(run.err()).hasLineCount(1);
    return run.exitCode();
  }
}
