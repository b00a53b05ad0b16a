package dev.tlsbench.experiment.report;

import static dev.tlsbench.experiment.Schemas.violations;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Written results conform to the published schema. */
class ResultSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Result[] results() {
    return new Result[] {
      SampleResult.compare().build(),
      SampleResult.tls13(0.959, 0.006).build(),
      SampleResult.compare()
          .variant("tls12", 1, 0.01)
          .problem("All operations failed.")
          .interrupted()
          .build(),
      SampleResult.tls13(0.9, 0.01).over("threads", "1", "16").build(),
      SampleResult.tls13(0.9, 0.01)
          .over("threads", "1", "16")
          .leavingOut("256", "Too many connections")
          .build(),
      SampleResult.tls13(0.9, 0.01).connectionsOnly().build(),
      SampleResult.tls13(0.9, 0.01).bytesPerOperation(1e6).build(),
      SampleResult.tls13(0.9, 0.01).onCluster().build(),
      SampleResult.tls13(0.9, 0.01).tpcC().build(),
      SampleResult.compare().rowsPerOperation(3).ignoredErrors(7).serverMemory(1 << 30).build(),
    };
  }

  private static JsonNode written(Object value) throws IOException {
    return JSON.readTree(Json.bytes(value));
  }

  @ParameterizedTest
  @MethodSource("results")
  void resultsFollowTheSchema(Result result) throws IOException {
    assertThat(violations(written(result), "result.schema.json")).isEmpty();
  }

  @Test
  void environmentsFollowTheirSchema() throws IOException {
    assertThat(violations(written(SampleResult.environment()), "environment.schema.json"))
        .isEmpty();
    assertThat(
            violations(
                written(Inventory.take("MySQL 9.7.0", Outcome.versions())),
                "environment.schema.json"))
        .isEmpty();
  }

  @Test
  void theSchemaRefusesMissingUnknownAndMistypedValues() throws IOException {
    ObjectNode missing = (ObjectNode) written(results()[1]);
    ((ObjectNode) missing.get("setup")).remove("seed");
    assertThat(violations(missing, "result.schema.json")).hasSize(1);

    ObjectNode unknown = (ObjectNode) written(results()[1]);
    ((ObjectNode) unknown.at("/points/0/windows/3")).put("password", "x");
    assertThat(violations(unknown, "result.schema.json")).hasSize(1);

    ObjectNode other = (ObjectNode) written(results()[1]);
    ((ObjectNode) other.at("/points/0/variants/2/latency")).put("p99Micros", "fast");
    assertThat(violations(other, "result.schema.json")).isNotEmpty();
  }
}
