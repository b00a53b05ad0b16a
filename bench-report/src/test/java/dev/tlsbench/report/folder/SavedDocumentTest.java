package dev.tlsbench.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.report.document.SampleCalculator;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calculators in {@code document.json}. */
class SavedDocumentTest {
  private static String json() {
    return new String(
        Json.bytes(new SavedDocument.Content(SampleCalculator.document())), StandardCharsets.UTF_8);
  }

  private static SavedDocument read(Path folder, String json) throws IOException {
    Files.writeString(folder.resolve(SavedDocument.FILE), json);
    return SavedDocument.read(folder);
  }

  @Test
  void readsACalculatorAsItWasWritten(@TempDir Path folder) throws IOException {
    assertThat(read(folder, json()).document()).isEqualTo(SampleCalculator.document());
  }

  @Test
  void writesAParameterWithItsDrawsOnOneLine() {
    assertThat(json())
        .contains("\"kind\" : \"calculator\"")
        .contains("{\"name\":\"perRow\",\"value\":2,\"draws\":[1,2,3,4,5]}");
  }

  @Test
  void refusesACalculationThatIsNone(@TempDir Path folder) {
    for (String damaged :
        new String[] {
          json().replace("\"times\":[\"rows\",\"perRow\"]", "\"times\":[\"what\"]"),
          json().replace("[1,2,3,4,5]", "[1,2]"),
          json().replace("[1,2,3,4,5]", "[1,2,3,4,null]"),
          json().replace("[1,2,3,4,5]", "null"),
          json().replace("\"low\":100,", "\"low\":0,")
        }) {
      assertThat(damaged).isNotEqualTo(json());
      assertThatThrownBy(() -> read(folder, damaged))
          .isInstanceOf(UnusableFolderException.class)
          .hasMessageContaining("not a document of tlsbench");
    }
  }
}
