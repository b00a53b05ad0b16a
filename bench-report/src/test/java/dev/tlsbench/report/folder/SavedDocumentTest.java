package dev.tlsbench.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.report.document.SamplePoints;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Blocks in {@code document.json}. */
class SavedDocumentTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  private static String json() {
    return new String(
        Json.bytes(new SavedDocument.Content(SamplePoints.document())), StandardCharsets.UTF_8);
  }

  private SavedDocument read(String json) throws IOException {
    Files.writeString(folder.resolve(SavedDocument.FILE), json);
    return SavedDocument.read(folder);
  }

  @Test
  void readsPointsAsTheyWereWritten() throws IOException {
    assertThat(read(json()).document()).isEqualTo(SamplePoints.document());
  }

  @Test
  void refusesARowOfPointsThatLacksACell() {
    String damaged = json().replaceFirst("\"variant\",\\s+\"time\"", "\"variant\"");

    assertThat(damaged).isNotEqualTo(json());
    assertThatThrownBy(() -> read(damaged))
        .isInstanceOf(UnusableFolderException.class)
        .hasMessageContaining("a row of 'Numbers' has too many cells or too few");
  }

  @Test
  void refusesABlockThatNoVersionHad() {
    assertThatThrownBy(() -> read(json().replace("\"points\"", "\"film\"")))
        .isInstanceOf(UnusableFolderException.class)
        .hasMessageContaining("not a document of tlsbench");
  }

  /** As {@code predict} wrote them until 2026. */
  @Test
  void rendersANoteInPlaceOfSlidersOfAnEarlierVersion() throws IOException {
    SavedDocument read =
        read(
            """
            {
              "schemaVersion" : 1,
              "document" : {
                "kicker" : "tlsbench predict, 2026-11-21 10:15 UTC",
                "title" : "What TLS will cost",
                "notices" : [ ],
                "findings" : [ ],
                "asides" : [ ],
                "sections" : [
                  {
                    "id" : "try",
                    "title" : "Try other values",
                    "brief" : false,
                    "blocks" : [
                      {
                        "kind" : "calculator",
                        "title" : "Your values",
                        "label" : "Sliders for the profile",
                        "calculation" : {
                          "inputs" : [
                            {"name":"rows","label":"Rows","unit":"number","low":0,"high":9,"value":1,"logarithmic":false}
                          ],
                          "parameters" : [ {"name":"perRow","value":2,"draws":[1,2,3]} ],
                          "outputs" : [ ]
                        }
                      }
                    ]
                  }
                ],
                "beside" : { "facts" : [ ], "measures" : [ ] }
              }
            }
            """);

    read.renderAgain(folder);

    for (String page : new String[] {"report.html", "report.md"}) {
      assertThat(folder.resolve(page))
          .content()
          .contains("Try other values")
          .contains("Your values: this result has sliders of an earlier version of tlsbench");
    }
  }
}
