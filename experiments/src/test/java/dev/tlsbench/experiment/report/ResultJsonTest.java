package dev.tlsbench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.Schemas;
import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code result.json} there and back. */
class ResultJsonTest {
  private Path folder = Path.of("");

  private final Result result =
      SampleResult.compare().variant("tls13", 0.958_734_261_9, 0.006).build();

  @BeforeEach
  void save(@TempDir Path temporary) throws IOException {
    folder = temporary;
    Files.write(folder.resolve("result.json"), ResultJson.bytes(result));
  }

  @Test
  void whatIsReadAndWrittenAgainHasTheSameBytes() throws IOException {
    Saved saved = Saved.read(folder);

    assertThat(ResultJson.bytes(saved.result()))
        .isEqualTo(Files.readAllBytes(folder.resolve("result.json")));
    assertThat(saved.name()).isEqualTo(folder.getFileName().toString());
    assertThat(saved.environment()).isNull();
  }

  @Test
  void numbersHaveSixDigits() {
    String json = new String(ResultJson.bytes(result), UTF_8);

    assertThat(json)
        .contains("\"value\":0.958734,")
        .contains("\"durationSeconds\" : 612.346")
        .doesNotContain("0.9587342");
  }

  @Test
  void theEndOfTheCurveKeepsItsNines() throws IOException {
    JsonNode curve =
        new ObjectMapper()
            .readTree(ResultJson.bytes(result))
            .at("/points/0/variants/2/latency/percentiles");

    assertThat(curve)
        .extracting(step -> step.get("percent").asDouble())
        .contains(99.9780273438)
        .endsWith(100.0);
  }

  @Test
  void whatCannotBeToldIsNullInTheFileAndNoNumberInTheRecord() throws IOException {
    String json = new String(ResultJson.bytes(result), UTF_8);
    Files.writeString(
        folder.resolve("result.json"), json.replaceAll("\"sdFork\":[0-9.]+", "\"sdFork\":null"));

    Saved saved = Saved.read(folder);

    assertThat(saved.result().points().get(0).variants().get(2).ratios().values())
        .isNotEmpty()
        .extracting(Ratio::sdFork)
        .containsOnly(Double.NaN);
    assertThat(new String(ResultJson.bytes(saved.result()), UTF_8)).contains("\"sdFork\":null");
  }

  @Test
  void readsAResultThatLacksWhatWasAddedLater() throws IOException {
    ObjectNode older = (ObjectNode) new ObjectMapper().readTree(ResultJson.bytes(result));
    List<String> added =
        List.of("ignoredErrors", "rowsPerSecond", "serverCpuPercent", "serverMemoryBytes");
    older.at("/points/0/variants").forEach(variant -> ((ObjectNode) variant).remove(added));
    older.remove("leftOut");
    Files.writeString(folder.resolve("result.json"), older.toString());

    assertThat(Schemas.violations(older, "result.schema.json")).isEmpty();
    assertThat(ResultJson.bytes(Saved.read(folder).result())).isEqualTo(ResultJson.bytes(result));
  }

  @Test
  void aFolderWithoutAResultIsRefused() throws IOException {
    Files.delete(folder.resolve("result.json"));

    assertThatThrownBy(() -> Saved.read(folder))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(
            "has no result.json; name a folder that a run of tlsbench has written");
  }

  @Test
  void anotherSchemaVersionIsRefused() throws IOException {
    Files.writeString(folder.resolve("result.json"), "{\"schemaVersion\": 2}");

    assertThatThrownBy(() -> Saved.read(folder))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("has schemaVersion 2, and this tlsbench reads 1");
  }

  @Test
  void aResultThatWasTamperedWithIsRefusedInOneLine() throws IOException {
    for (String text :
        new String[] {
          "",
          "[1]",
          "{\"schemaVersion\": 1}",
          "{\"schemaVersion\": 1",
          "{\"schemaVersion\": 1, \"x\": 2}"
        }) {
      Files.writeString(folder.resolve("result.json"), text);

      assertThatThrownBy(() -> Saved.read(folder))
          .as(text)
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageNotContainingAny("\n", "\r");
    }
  }

  @Test
  void nothingEndsTheScriptThatItStandsIn() {
    assertThat(ResultJson.inScript("</script><!--\u2028&"))
        .isEqualTo("\"\\u003c/script\\u003e\\u003c!--\\u2028\\u0026\"");
  }
}
