package dev.tlsbench.experiment.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.report.RunDocument;
import dev.tlsbench.experiment.report.SampleResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.folder.ResultFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tlsbench report}. */
class ReportCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path directory = Path.of("");

  @BeforeEach
  void takeDirectory(@TempDir Path temporary) {
    directory = temporary;
  }

  private int report(Object... arguments) {
    List<String> line = new ArrayList<>(List.of("report"));
    Stream.of(arguments).map(Object::toString).forEach(line::add);
    return Tlsbench.run(
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8),
        line.toArray(String[]::new));
  }

  private Path run(double ratio) {
    Result result = SampleResult.compare().variant("tls13", ratio, 0.006).build();
    try (ResultFolder folder = ResultFolder.create(directory, "compare", Instant.EPOCH)) {
      folder.write(
          RunDocument.of(result, Inventory.take("MySQL", Map.of())),
          Inventory.take("MySQL", Map.of()),
          result,
          Map.of());
      return folder.path();
    }
  }

  private static List<Path> in(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }

  @Test
  void rendersAResultAgainWhereItIs() throws IOException {
    Path folder = run(0.959);
    String page = Files.readString(folder.resolve("report.html"));
    Files.writeString(folder.resolve("report.html"), "old");
    Files.delete(folder.resolve("report.md"));

    assertThat(report(folder)).isZero();

    assertThat(folder.resolve("report.html")).hasContent(page);
    assertThat(folder.resolve("report.md")).isNotEmptyFile();
    assertThat(out.toString(UTF_8))
        .startsWith("TLS 1.3 costs 4.1 % ± 0.6 % of throughput")
        .endsWith(folder.resolve("report.html") + System.lineSeparator());
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void putsSeveralResultsSideBySide() throws IOException {
    Path first = run(0.959);
    Path second = run(0.93);
    Path output = directory.resolve("pages");

    assertThat(report(first, second, "--output", output)).isZero();

    assertThat(in(output)).hasSize(1);
    Path folder = in(output).get(0);
    assertThat(folder.getFileName().toString()).matches("\\d{8}T\\d{6}Z-report");
    assertThat(in(folder).stream().map(file -> file.getFileName().toString()))
        .containsExactly("report.html", "report.md");
    assertThat(folder.resolve("report.md"))
        .content()
        .contains(
            "| 1970-01-01 00:00:00 compare | MySQL 9.7.0 | TLS 1.3 | −4.1\u00a0%"
                + " (−4.7\u00a0to\u00a0−3.5\u00a0%) | yes |",
            "| 1970-01-01 00:00:00 compare-2 | MySQL 9.7.0 | TLS 1.3 | −7.0\u00a0%"
                + " (−7.6\u00a0to\u00a0−6.4\u00a0%) | yes |")
        .containsPattern("control \\(plain text again\\) [|] .* [|] no [|]");
    assertThat(out.toString(UTF_8))
        .startsWith(
            "TLS 1.3, throughput against the baseline: between −7.0 % (−7.6 to −6.4 %) in"
                + " 1970-01-01 00:00:00 compare-2 and −4.1 % (−4.7 to −3.5 %) in 1970-01-01 00:00:00"
                + " compare.")
        // One table instead of the pages one after the other.
        .containsOnlyOnce("resolved")
        .doesNotContain("operations a second", "Work of each variant")
        .contains("  1970-01-01 00:00:00 compare    MySQL 9.7.0  TLS 1.3  ");
  }

  @Test
  void aFolderWithoutAResultIsOneLineAndExitCodeTwo() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));

    assertThat(report(run(0.9), empty, "--output", directory.resolve("pages"))).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "tlsbench: "
                + empty
                + ": has no document.json; name a folder that a run of tlsbench has written"
                + System.lineSeparator());
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(directory.resolve("pages")).doesNotExist();
  }

  @Test
  void aResultOfAnotherVersionIsOneLineAndExitCodeTwo() throws IOException {
    Path folder = run(0.9);
    Files.writeString(folder.resolve("document.json"), "{\"schemaVersion\": 7}");

    assertThat(report(folder)).isEqualTo(2);

    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("has schemaVersion 7");
  }

  @Test
  void aDocumentWithGapsIsOneLineAndExitCodeTwo() throws IOException {
    Path folder = run(0.9);
    Path file = folder.resolve("document.json");
    String whole = Files.readString(file);
    for (String gap : List.of("\"notices\" : [ ]", "\"kicker\" : \"[^\"]*\"")) {
      assertThat(whole).containsPattern(gap.replace("[ ]", "\\[ ]"));
      Files.writeString(
          file,
          whole.replaceFirst(gap.replace("[ ]", "\\[ ]"), gap.replaceFirst(" : .*", " : null")));

      assertThat(report(folder)).isEqualTo(2);
    }
    Files.writeString(file, whole.replaceFirst("\"value\":[0-9.]+", "\"value\":1e999"));

    assertThat(report(folder)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .hasLineCount(3)
        .contains("(document.notices is null)", "(document.kicker is null)");
  }

  @Test
  void noFolderAtAllIsOneLineAndExitCodeTwo() {
    assertThat(report()).isEqualTo(2);
    assertThat(err.toString(UTF_8)).hasLineCount(1).contains("DIR");
  }
}
