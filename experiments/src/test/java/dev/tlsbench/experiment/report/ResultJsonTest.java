package dev.tlsbench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Interval;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code result.json} is written and read without loss. */
class ResultJsonTest {
  private Path folder = Path.of("");

  private final Result result =
      SampleResult.compare().variant("tls13", 0.958_734_261_9, 0.006).build();

  @BeforeEach
  void save(@TempDir Path temporary) throws IOException {
    try (ResultFolder made = ResultFolder.create(temporary, "compare", Instant.EPOCH)) {
      SampleResult.compare().variant("tls13", 0.958_734_261_9, 0.006).outcome().write(made);
      folder = made.path();
    }
  }

  @Test
  void pagesThatAreRenderedAgainHaveTheSameBytes() throws IOException {
    byte[] html = Files.readAllBytes(folder.resolve("report.html"));
    byte[] markdown = Files.readAllBytes(folder.resolve("report.md"));
    Files.delete(folder.resolve("report.html"));
    Files.delete(folder.resolve("report.md"));

    ResultFile file = ResultFile.open("", folder);
    ResultFolder.render(RunDocument.of(file.as(Result.class), file.machine()), folder);

    assertThat(folder.resolve("report.html")).hasBinaryContent(html);
    assertThat(folder.resolve("report.md")).hasBinaryContent(markdown);
  }

  @Test
  void numbersHaveSixDigits() {
    String json = new String(Json.bytes(result), UTF_8);

    assertThat(json)
        .contains("\"value\":0.958734,")
        .contains("\"durationSeconds\" : 612.346")
        .doesNotContain("0.9587342");
  }

  @Test
  void whatCannotBeToldIsNullInTheFile() {
    Interval ratio = new Interval(1, 0.9, Double.NaN);

    assertThat(new String(Json.bytes(ratio), UTF_8)).contains("\"high95\":null");
  }

  @Test
  void nothingEndsTheScriptThatItStandsIn() {
    assertThat(Json.inScript("</script><!--\u2028&"))
        .isEqualTo("\"\\u003c/script\\u003e\\u003c!--\\\\u2028\\u0026\"");
  }
}
