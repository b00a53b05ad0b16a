package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.experiment.Schemas;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Probes of several servers. */
@Tag("any-jdk")
class ProbeHostsTest {
  private static final EmbeddedServer POSTGRES = SharedServers.postgres();

  private static final CertificateAuthority CA = CertificateAuthority.create();

  @TempDir private Path directory;

  @Test
  void showsEachServerOnALineAndEndsWithThreeIfOneHasNoResult() throws Exception {
    try (EmbeddedMongo modern = mongo(365)) {
      String closed = "127.0.0.1:" + ClosedPort.next();
      Path hosts =
          Files.writeString(
              directory.resolve("hosts.txt"),
              "\uFEFF# all\r\n\n%s # closed\r\n127.0.0.1:%d\nmongodb://127.0.0.1:%d/\n"
                  .formatted(closed, POSTGRES.port(), modern.port()));
      Path login =
          Files.writeString(
              directory.resolve("login.properties"),
              "postgresql.user=%s\npostgresql.password=%s\n"
                  .formatted(
                      POSTGRES.url().replaceFirst(".*://(.*):.*@.*", "$1"),
                      SharedServers.password(POSTGRES)));
      CommandRun run =
          probe(
              "--file",
              hosts.toString(),
              "-P",
              login.toString(),
              "-p",
              "tls.caFile=" + POSTGRES.caFile(),
              "--fail-if",
              "grade < acceptable");

      assertThat(run.exitCode()).as(run.err()).isEqualTo(3);
      assertThat(run.err())
          .contains(address(modern) + ": grade < acceptable: The grade is weak: ")
          .contains("tlsbench: " + closed + ": connection refused")
          .doesNotContain("recognized");
      assertThat(run.out().lines().filter(line -> line.contains("127.0.0.1:")))
          .satisfiesExactly(
              line -> assertThat(line).matches(" +" + closed + " +no result( +–){4}"),
              line -> assertThat(line).contains("acceptable  1.3 1.2      let in").endsWith("none"),
              line -> assertThat(line).contains("weak      1.3     refused").endsWith(" none"))
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
      JsonNode json = CommandRun.result(results(), "hosts");
      assertThat(json.at("/run/exitCode").asInt()).isEqualTo(3);
      assertThat(json.at("/hosts/0/probe").isNull()).isTrue();
      for (int i = 1; i <= 2; i++) {
        assertThat(Schemas.violations(json.at("/hosts/" + i + "/probe"), "probe.schema.json"))
            .isEmpty();
      }
      assertThat(results().resolve("report.md")).content().contains("connection refused");
      assertThat(run.out() + run.err()).doesNotContain(SharedServers.password(POSTGRES));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "grade < acceptable, 0, failures=\"0\" errors=\"0\"",
    "grade<modern, 5, failures=\"1\" errors=\"0\"",
    "expires < 30d, 5, failures=\"1\" errors=\"0\""
  })
  void endsWithFiveIfAServerExceedsALimit(String limit, int exitCode, String outcome)
      throws Exception {
    try (EmbeddedMongo modern = mongo(365);
        EmbeddedMongo other = mongo(10)) {
      Path junit = directory.resolve("junit.xml");
      CommandRun run =
          probe(
              address(modern),
              address(other),
              "--fail-if",
              limit,
              "--junit",
              junit.toString(),
              "-p",
              "tls.caFile=" + modern.caFile());

      assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
      assertThat(junit)
          .content()
          .contains(outcome, address(modern) + ": " + limit.replace("<", "&lt;"));
      if (exitCode == 5) {
        assertThat(run.err()).contains("tlsbench: " + address(other) + ": " + limit + ": The ");
      }
    }
  }

  @Test
  void limitsASingleServerToo() throws Exception {
    try (EmbeddedMongo server = mongo(10)) {
      CommandRun run =
          probe(server.url(), "--handshakes", "0", "--json", "--fail-if", "expires < 30d");

      assertThat(run.exitCode()).isEqualTo(5);
      assertThat(run.err())
          .isEqualTo(
              "tlsbench: expires < 30d: The certificate has 9 days left, until "
                  + json().at("/certificate/chain/0/validity/notAfter").asText().substring(0, 10)
                  + ".\n");
      assertThat(Schemas.violations(json(), "probe.schema.json")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://bench:hidden1@db/",
        "mysql://bench@db/?password=hidden1",
        "mysql://bench:hidden1@",
        "postgresql://db/?user=x&password=hi",
        "hidden1",
        "bench:hidden1",
        "ftp://hidden1"
      })
  void refusesAPasswordInAListUnquoted(String line) throws IOException {
    Path hosts = Files.writeString(directory.resolve("hosts.txt"), "db1:3306\n" + line + "\n");
    CommandRun run = probe("--file", hosts.toString());

    run.refused("hosts.txt, line 2: ");
    assertThat(run.err()).doesNotContain("hidden1", "=hi");
    probe("db1:3306", line).refused("URL 2: ");
  }

  @Test
  void refusesWhatIsNoListAndNoLimit() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty.txt"), "# none\n");
    probe("--file", empty.toString()).refused("empty.txt names no server; write one a line");
    probe("--file", directory.resolve("missing").toString()).refused("cannot be read");
    for (String limit :
        List.of("grade > weak", "grade < weak", "expires < 30", "tls13.typical > 1")) {
      probe("127.0.0.1:1", "--fail-if", limit).refused("'" + limit + "' is no limit here; write");
    }
  }

  private static EmbeddedMongo mongo(int days) throws IOException {
    return EmbeddedMongo.builder()
        .authority(CA)
        .serverCertificate(
            CA.server().validUntil(Instant.now().plus(Duration.ofHours(24 * days - 12))).build())
        .protocols("TLSv1.3")
        .cipherSuites("TLS_AES_128_GCM_SHA256")
        .start();
  }

  private static String address(EmbeddedServer server) {
    return "127.0.0.1:" + server.port();
  }

  private CommandRun probe(String... arguments) {
    return CommandRun.in(
        directory.resolve("results"),
        Stream.concat(Stream.of("probe"), Stream.of(arguments)).toArray(String[]::new));
  }

  private Path results() throws IOException {
    return CommandRun.folder(directory.resolve("results"));
  }

  private JsonNode json() throws IOException {
    return CommandRun.json(results(), "result.json");
  }
}
