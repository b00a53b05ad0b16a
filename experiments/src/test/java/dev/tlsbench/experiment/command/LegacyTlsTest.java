package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With {@code --legacy-tls}, in a JVM of its own: a JVM reads its policy once. */
@Timeout(180)
class LegacyTlsTest {
  @TempDir private Path directory;

  @Tag("full")
  @ParameterizedTest
  @ValueSource(strings = {"mongodb-tls --read values", "mysql-tls --read repeat"})
  void comparesThreeDesWithAesGcm(String binding) throws Exception {
    CommandRun run =
        bulk(
            "--binding " + binding + " --size 256k --values 4",
            "--variant tls12-aes128-gcm,tls12-3des --warm-up 100ms --epochs 2");

    run.measured();
    JsonNode result = result();
    assertThat(result.at("/run/warnings").toString()).contains("policy on weak algorithms");
    assertThat(run.err()).contains("policy on weak algorithms is switched off for this run");
    JsonNode tripleDes = variant(result, "tls12-3des");
    assertThat(tripleDes.findValuesAsText("cipherSuite"))
        .isNotEmpty()
        .containsOnly("TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA");
    assertThat(tripleDes.at("/work/errors").asLong()).isZero();
    assertThat(tripleDes.at("/resources/clientCpuMicrosPerOperation").asDouble()).isPositive();
    assertThat(tripleDes.at("/ratios/throughput/value").isNumber()).isTrue();
  }

  @Tag("full")
  @Test
  void readsOverRc4FromAServerInThisProjectsOwnJvm() throws Exception {
    CommandRun run =
        bulk(
            "--binding mongodb-tls --size 64k --values 4",
            "--variant plain,tls12-rc4 --warm-up 100ms --epochs 2");

    run.measured();
    JsonNode rc4 = variant(result(), "tls12-rc4");
    assertThat(rc4.findValuesAsText("cipherSuite"))
        .isNotEmpty()
        .containsOnly("TLS_ECDHE_ECDSA_WITH_RC4_128_SHA");
    assertThat(rc4.at("/work/errors").asLong()).isZero();
  }

  @Test
  void saysWhichSuiteAServerHasNot() throws Exception {
    CommandRun run = bulk("--binding mysql-tls --read repeat", "--variant plain,tls12-rc4");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines().filter(line -> line.contains("RC4")).toList())
        .singleElement()
        .asString()
        .contains("handshake_failure", "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA");
    assertThat(run.err()).doesNotContain("\tat ");
  }

  private static JsonNode variant(JsonNode result, String name) {
    for (JsonNode variant : result.at("/points/0/variants")) {
      if (variant.at("/name").asText().equals(name)) {
        return variant;
      }
    }
    throw new AssertionError(name + " is not in the result");
  }

  private JsonNode result() throws IOException {
    return CommandRun.json(CommandRun.folder(directory.resolve("results")), "result.json");
  }

  private CommandRun bulk(String what, String how) throws IOException, InterruptedException {
    Path errors = directory.resolve("err.txt");
    ProcessBuilder tlsbench =
        CommandRun.inOwnJvm(
            "bulk",
            "--legacy-tls --threads 1 --forks 1 --blocks 1 --jvm-arg=-XX:TieredStopAtLevel=1",
            what,
            how,
            "--output=" + directory.resolve("results"));
    tlsbench.environment().put("TLSBENCH_DATA", directory.resolve("data").toString());
    Process process =
        tlsbench
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(errors.toFile())
            .start();
    return new CommandRun(process.waitFor(), "", Files.readString(errors));
  }
}
