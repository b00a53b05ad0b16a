package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.experiment.Schemas;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("any-jdk")
class ProbeCommandTest {
  private static EmbeddedMongo tls13;

  @TempDir private Path directory;

  private static final String SCHEMA = "probe.schema.json";

  @BeforeAll
  static void start() throws IOException {
    tls13 =
        EmbeddedMongo.builder().protocols("TLSv1.3").cipherSuites("TLS_AES_128_GCM_SHA256").start();
  }

  @AfterAll
  static void stop() {
    tls13.close();
  }

  @Test
  void printsTextForPeople() throws Exception {
    CommandRun run = probe(tls13.url(), "--handshakes 1");

    assertThat(run.succeeded().err()).isEmpty();
    assertThat(run.out())
        .contains("The server accepts TLSv1.3.")
        .contains("Its certificate names this host, is trusted, and has ")
        .contains("days left")
        .containsPattern("client certificate +not asked for")
        .startsWith("Its TLS is modern: ")
        .contains("It refuses JDK 8 with their default settings.")
        .containsPattern("OpenSSL 1\\.1\\.1, 3\\.0, 3\\.5 +one round trip +TLSv1\\.3")
        .containsPattern("JDK 8 +refused: protocol_version")
        .containsPattern("JDK 11, 17, .* +one round trip +TLSv1\\.3")
        .containsPattern("TLSv1\\.3 +yes +[\\d.]+ [µm]?s +[\\d.]+ [µm]?s +")
        .containsPattern("TLSv1\\.2 +no +– +–");
  }

  @Test
  void printsJsonAsItsSchemaHasIt() throws Exception {
    EmbeddedServer server = SharedServers.mySql();
    CommandRun run = probe(server.url(), "--json");

    run.succeeded();
    assertThat(run.out()).doesNotContain(SharedServers.password(server));
    JsonNode json = valid(run);
    assertThat(json.at("/protocols/0/handshakes/resumes").isBoolean()).isTrue();

    ((ObjectNode) json.get("server")).put("user", "ycsb");
    ((ObjectNode) json.get("server")).remove("port");
    assertThat(Schemas.violations(json, SCHEMA)).hasSize(2);
  }

  @Test
  void fitsItsSchemaWhereNothingIsKnown() throws Exception {
    CertificateAuthority ca = CertificateAuthority.create();
    try (EmbeddedMongo server =
        EmbeddedMongo.builder().authority(ca).requireClientCertificate().start()) {
      CommandRun run = probe("mongodb://127.0.0.1:" + server.port(), "--json");

      JsonNode json = valid(run);
      assertThat(json.get("clientCertificate").asText()).isEqualTo("required");
      assertThat(json.at("/protocols/0/handshakes").isNull()).isTrue();
      assertThat(json.at("/certificate/trusted").asBoolean(true)).isFalse();
    }
  }

  @Test
  void saysHowToJudgeACertificateByOnesOwnCa() throws Exception {
    String host = "127.0.0.1:" + tls13.port();

    assertThat(probe(host, "--handshakes 0").out())
        .contains("not trusted by the JVM (to judge it by your CA, give -p tls.caFile=ca.pem)");
    assertThat(probe(host, "--handshakes 0 -p", "tls.caFile=" + tls13.caFile()).out())
        .contains("is trusted, and has");
  }

  @Test
  void hidesAPasswordInTextsAndNotInNamesAndFigures() throws Exception {
    String host = "127.0.0.1:" + tls13.port();
    for (String password : new String[] {"TLSv1.3", "protocols", "127.0.0.1"}) {
      CommandRun run = probe("mongodb://joe:" + password + "@" + host + "/", "--json");

      run.succeeded();
      JsonNode json = valid(run);
      assertThat(json.at("/protocols/0/protocol").asText()).isEqualTo("TLSv1.3");
      assertThat(json.at("/server/host").asText())
          .isEqualTo(password.equals("127.0.0.1") ? "<hidden>" : "127.0.0.1");
    }
  }

  @Test
  void escapesControlCharactersOfCertificates() throws Exception {
    CertificateAuthority ca =
        CertificateAuthority.builder().commonName("a\u001b[2Jb\u0007\u202ec").build();
    try (EmbeddedMongo server = EmbeddedMongo.builder().authority(ca).start()) {
      CommandRun run = probe(server.url(), "--handshakes 0");

      run.succeeded();
      assertThat(run.out())
          .containsPattern("issuer +CN=a\\\\u001b\\[2Jb\\\\u0007\\\\u202ec")
          .doesNotContain("\u001b", "\u0007", "\u202e");
    }
  }

  /** The server speaks neither protocol, and records all it receives. */
  @Test
  void neverSendsTheCredentialsOfTheUrl() throws Exception {
    CompletableFuture<String> heard;
    CommandRun run;
    try (ServerSocket eavesdropper = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      heard = CompletableFuture.supplyAsync(() -> everythingSentTo(eavesdropper));
      run =
          probe("mongodb://some-user:some-password@127.0.0.1:" + eavesdropper.getLocalPort() + "/");
    }
    assertThat(run.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(heard.join()).isNotEmpty().doesNotContain("some-user", "some-password");
    assertThat(run.out() + run.err()).doesNotContain("some-user", "some-password");
  }

  @Test
  void recognizesTheDatabaseAtAnAddress() throws Exception {
    try (EmbeddedMongo both =
        EmbeddedMongo.builder()
            .allowPlain()
            .protocols("TLSv1.3")
            .cipherSuites("TLS_AES_128_GCM_SHA256")
            .start()) {
      String address = "127.0.0.1:" + both.port();
      CommandRun run = probe(address, "--handshakes 0");

      run.succeeded();
      assertThat(run.err())
          .contains(address + ": MongoDB, recognized by its answer to a first message; probing")
          .contains("mongodb://" + address + "/");
      assertThat(run.out())
          .startsWith("Its TLS is acceptable, not modern.\nPlain text: a client that forgets TLS")
          .contains("let in, too; acceptable: a client that forgets TLS");
    }
  }

  @Test
  void saysThatNoDatabaseIsRecognizedOrListens() throws Exception {
    String address;
    CompletableFuture<String> heard;
    try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      heard = CompletableFuture.supplyAsync(() -> everythingSentTo(other));
      address = "127.0.0.1:" + other.getLocalPort();
      CommandRun run = probe(address);
      assertThat(run.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
      assertThat(run.err())
          .hasLineCount(1)
          .startsWith("tlsbench: " + address + ": no known database answered")
          .contains("mongodb://" + address + "/");
    }
    heard.join();
    CommandRun closed = probe(address);
    assertThat(closed.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(closed.err()).hasLineCount(1).contains(address + ": connection refused");
    CommandRun unknown = probe("no-such-host.invalid:3306");
    assertThat(unknown.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(unknown.err()).hasLineCount(1).contains("cannot be resolved");
    probe("localhost").refused("has no port");
  }

  private CommandRun probe(String server, String... options) {
    return CommandRun.in(directory, CommandRun.words("probe", server, options));
  }

  private static String everythingSentTo(ServerSocket listener) {
    StringBuilder heard = new StringBuilder();
    try {
      while (true) {
        try (Socket client = listener.accept()) {
          client.setSoTimeout(2000);
          byte[] some = new byte[4096];
          int read = client.getInputStream().read(some);
          heard.append(new String(some, 0, Math.max(0, read), StandardCharsets.ISO_8859_1));
          client.getOutputStream().write("go away".getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      // The test has closed the listener.
      return heard.toString();
    }
  }

  /** Returns the JSON that a command printed, which follows its schema. */
  private static JsonNode valid(CommandRun run) throws IOException {
    JsonNode json = new ObjectMapper().readTree(run.out());
    assertThat(Schemas.violations(json, SCHEMA)).isEmpty();
    return json;
  }
}
