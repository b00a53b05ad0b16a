package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.postgresql.Authentication;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results say how each variant logged in; a way that was asked for and not taken ends the run. */
@Timeout(180)
@ExtendWith(ThreadForks.class)
class LoginProofTest {
  private static final String REQUIRED = "&channel_binding=require";

  private static EmbeddedServer scram;

  private static EmbeddedPostgres trusting;

  @TempDir private Path directory;

  @BeforeAll
  static void start() throws IOException {
    scram = SharedServers.postgres();
    trusting = EmbeddedPostgres.builder().allowPlain().authentication(Authentication.TRUST).start();
    ShortRun.load(scram);
    ShortRun.load(trusting);
  }

  @AfterAll
  static void stop() {
    trusting.close();
  }

  @Test
  void compareShowsHowEachVariantLoggedIn() throws IOException {
    ShortRun ended =
        ShortRun.of(
                directory,
                "compare",
                scram.url() + REQUIRED,
                "--variant plain,tls13,tls13@driver --variant direct:tls.protocols=TLSv1.3,postgresql.sslnegotiation=direct")
            .ended();

    JsonNode result = ended.result();
    assertThat(logins(result, "plain")).contains("plain text, SCRAM-SHA-256");
    assertThat(logins(result, "tls13")).contains("TLS by request, SCRAM-SHA-256-PLUS");
    assertThat(logins(result, "tls13@driver")).contains("TLS by request, SCRAM-SHA-256-PLUS");
    assertThat(logins(result, "direct")).contains("direct TLS, SCRAM-SHA-256-PLUS");
    assertThat(Files.readString(ended.folder().resolve("report.md")))
        .contains("Outcomes of the log-ins")
        .containsPattern("\\| direct +\\| direct TLS, SCRAM-SHA-256-PLUS +\\| +[0-9]+ \\|");
  }

  /** Returns the names of the ways in which a variant logged in. */
  private static Iterable<String> logins(JsonNode result, String variant) {
    for (JsonNode one : result.at("/points/0/variants")) {
      if (one.get("name").asText().equals(variant)) {
        return () -> one.at("/connections/logins").fieldNames();
      }
    }
    throw new AssertionError("no variant " + variant);
  }

  @Test
  void connectShowsHowEachKindLoggedIn() throws IOException {
    CommandRun run =
        CommandRun.in(
            directory,
            "connect",
            scram.url() + REQUIRED,
            "--connections=3 --warm-up=100ms --forks=1");

    run.measured();
    Path folder = CommandRun.folder(directory);
    JsonNode result = CommandRun.result(folder, "connect");
    assertThat(result.at("/kinds/0/logins/plain text, SCRAM-SHA-256").asInt()).isEqualTo(3);
    assertThat(result.at("/kinds/1/logins/TLS by request, SCRAM-SHA-256-PLUS").asInt())
        .isEqualTo(3);
    assertThat(folder.resolve("report.md"))
        .content()
        .contains("TLS by request, SCRAM-SHA-256-PLUS");
  }

  @Test
  void compareRefusesItForOneVariantOfSeveral() {
    CommandRun run = oneOfSeveral("compare");

    assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(3);
    assertThat(run.err()).contains("bound: ").contains("channel_binding=require");
  }

  /** As it leaves out any variant that the server refuses. */
  @Test
  void connectLeavesOutOneVariantOfSeveralThatBindsNoChannel() throws IOException {
    oneOfSeveral("connect", "--connections=3", "--warm-up=100ms", "--forks=1").measured();

    JsonNode bound = CommandRun.result(CommandRun.folder(directory), "connect").at("/kinds/3");
    assertThat(bound.get("name").asText()).isEqualTo("bound-full");
    assertThat(bound.get("unavailable").asText()).contains("channel_binding=require");
    assertThat(bound.at("/connections/counted").asInt()).isZero();
  }

  private CommandRun oneOfSeveral(String command, String... more) {
    return CommandRun.in(
        directory,
        CommandRun.words(
            command,
            trusting.url(),
            "--variant=plain,tls13",
            "--variant=bound:tls.protocols=TLSv1.3,postgresql.channel_binding=require",
            more));
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "connect"})
  void refusesALogInThatBindsNoChannelWhereOneWasRequired(String command) throws IOException {
    CommandRun run =
        CommandRun.in(directory, command, trusting.url() + REQUIRED, "--variant=tls12,tls13");

    assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(3);
    assertThat(run.err()).contains("channel_binding=require");
    assertThat(directory).isEmptyDirectory();
  }
}
