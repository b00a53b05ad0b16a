package dev.tlsbench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for figures know their violations. */
class FigureRulesTest {
  private static List<String> violations(String header, Cell cell, String... findings)
      throws IOException {
    Table table =
        Columns.of(List.of(cell))
            .text("variant", any -> "TLS 1.3")
            .cell(header, any -> any)
            .open("Figures");
    Document document =
        new Document(
            "tlsbench",
            "Figures",
            List.of(),
            List.of(findings).stream().map(Sentence::of).toList(),
            List.of(),
            List.of(new Section("figures", "Figures", true, List.of(table))),
            Origin.UNKNOWN);
    JsonNode content = Json.mapper().readTree(Json.bytes(document));
    return FigureRules.violations(content);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "+4.123 % ± 0.6 % | 1.04123 | 1.035   | 1.047",
        "15.97 µs         | 15.97   | 12      | 20",
        "14,312           | 14312.4 | 13000   | 15600",
        "5.1024 ms        | 5102.4  | 5031    | 5172"
      })
  void aNumberHasNoMoreDigitsThanItsIntervalAllows(
      String text, double value, double low, double high) throws IOException {
    Figure figure = new Figure(value, low, high, Unit.NUMBER);

    assertThat(violations("cost", Cell.of(text, figure)))
        .singleElement()
        .asString()
        .contains("more digits");
    for (Unit unit : new Unit[] {Unit.NUMBER, Unit.MICROS}) {
      assertThat(violations("cost", Cell.of(new Figure(value, low, high, unit)))).isEmpty();
    }
  }

  @Test
  void aChangeHasAnIntervalOrIsNotResolved() throws IOException {
    assertThat(violations("cost", Cell.of("+4.1\u00a0%", 1.041))).hasSize(1);
    assertThat(violations("cost", Cell.of("+4.1\u00a0%"))).hasSize(1);
    assertThat(violations("times plain", Cell.of("1.90", 1.9))).hasSize(1);
    assertThat(violations("cost", Cell.of("45.4\u00a0%", 45.4))).as("a share").isEmpty();
    Figure both = new Figure(1.02, 0.9, 1.15, Unit.RATIO);
    assertThat(violations("cost", Cell.of("+2\u00a0%", both))).as("holds 0").hasSize(1);
    assertThat(violations("cost", Cell.of(both))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLS adds 4.1 % to the time.", "A connection takes 1.9 times as long."})
  void aSentenceHasNoRatioWithoutItsInterval(String sentence) throws IOException {
    assertThat(violations("cost", Cell.NONE, sentence)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TLS adds 4.1 % ± 0.6 % to the time.",
        "TLS: a difference is not resolved (less than 0.7 %).",
        "TLS adds 5 to 80 % to the time.",
        "It changes by −4.1 % (−4.7 to −3.5 %).",
        "It takes 1.100 times (±0.3 %) the CPU time.",
        "A new connection takes 1.90 times as long (95 % interval 1.85 to 1.96)."
      })
  void aSentenceHasIntervals(String sentence) throws IOException {
    assertThat(violations("cost", Cell.NONE, sentence)).isEmpty();
  }
}
