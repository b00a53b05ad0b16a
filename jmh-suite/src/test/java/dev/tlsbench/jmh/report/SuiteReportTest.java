package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run's files conform to the published schemas. */
@Tag("any-jdk")
class SuiteReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SuiteReport QUICK = Sample.quick();
  private static final SuiteReport BROKEN = Sample.quick("a fork failed");

  static Stream<SuiteReport> reports() {
    return Stream.of(
        QUICK,
        BROKEN,
        Sample.report(List.of(), List.of()),
        Sample.report(List.of(Results.of("RecordBenchmark.wrap").forks(7)), List.of()));
  }

  private static Set<ValidationMessage> violations(JsonNode document, String schema)
      throws IOException {
    return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(Files.readString(Path.of("../docs/schema").resolve(schema)))
        .validate(
            document, context -> context.getExecutionConfig().setFormatAssertionsEnabled(true));
  }

  @ParameterizedTest
  @MethodSource("reports")
  void writesFilesThatFollowTheSchemas(SuiteReport report) throws IOException {
    JsonNode result = JSON.readTree(Json.bytes(report.result()));
    JsonNode environment = JSON.readTree(Json.bytes(report.environment()));

    assertThat(violations(result, "jmh.schema.json")).isEmpty();
    assertThat(violations(environment, "environment.schema.json")).isEmpty();
  }

  @Test
  void theSchemaRefusesMissingUnknownAndMistypedValues() throws IOException {
    byte[] written = Json.bytes(QUICK.result());

    ObjectNode missing = (ObjectNode) JSON.readTree(written);
    missing.remove("seed");
    ObjectNode unknown = (ObjectNode) JSON.readTree(written);
    ((ObjectNode) unknown.at("/figures/0")).set("joules", unknown.get("seed"));
    ObjectNode other = (ObjectNode) JSON.readTree(written);
    ((ObjectNode) other.at("/figures/0")).put("value", "fast");

    assertThat(violations(missing, "jmh.schema.json")).hasSize(1);
    assertThat(violations(unknown, "jmh.schema.json")).hasSize(1);
    assertThat(violations(other, "jmh.schema.json")).isNotEmpty();
  }

  @Test
  void holdsEveryFigureAndEveryGap() {
    SuiteResult result = QUICK.result();

    assertThat(result.run().exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(result.figures())
        .extracting(NamedFigure::key)
        .startsWith(
            "RecordPairs.block comparison=suites provider=jdk size=16384"
                + " tls13-aes128-gcm/tls13-aes128-gcm.cpu",
            "RecordPairs.block comparison=suites provider=jdk size=16384"
                + " tls13-aes256-gcm/tls13-aes128-gcm.cpu")
        .contains("HandshakeBenchmark.handshake kind=full provider=jdk.clientCpu")
        .doesNotHaveDuplicates();
    assertThat(result.figures()).filteredOn(NamedFigure::control).hasSize(3);
    assertThat(result.absences()).isNotEmpty();
  }

  @Test
  void marksAnIncompleteResultAsUnusable() {
    assertThat(BROKEN.result().run().complete()).isFalse();
    assertThat(BROKEN.result().run().exitCode()).isEqualTo(ExitCode.UNUSABLE);
    assertThat(BROKEN.document().notices()).hasSize(1);
  }

  @Test
  void describesTheForksAndNotWhoseMachineItIs() {
    Environment environment = QUICK.environment();

    assertThat(environment.server()).isNull();
    assertThat(environment.jdk().version()).isEqualTo("17.0.21+9");
    assertThat(environment.jdk().flags())
        .containsExactly("-XX:+UseSerialGC", "-Xbatch (RecordPairs)", "-Xms1g");
    assertThat(environment.versions()).containsKeys("tlsbench", "jmh", "netty-tcnative");
    assertThat(new String(Json.bytes(environment), StandardCharsets.UTF_8))
        .doesNotContain("joe")
        .doesNotContain("/usr/lib");
  }

  @Test
  void isTheSameForTheSameResultsAndSeed() {
    assertThat(Sample.quick().result()).isEqualTo(QUICK.result());
  }
}
