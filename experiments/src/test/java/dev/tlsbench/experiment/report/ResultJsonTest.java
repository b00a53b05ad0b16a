package dev.tlsbench.experiment.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.stats.Interval;
import org.junit.jupiter.api.Test;

/** {@code result.json} is written and read without loss. */
class ResultJsonTest {
  private final Result result = SampleResult.tls13(0.958_734_261_9, 0.006).build();

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
