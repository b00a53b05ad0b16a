package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.experiment.report.RunDocument;
import dev.tlsbench.experiment.report.SampleResult;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.folder.Inventory;
import dev.tlsbench.report.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Result files that are damaged, or not written by tlsbench. */
class ReportFuzzTest {
  /** The page alone, with its chart library, is a quarter of a megabyte, in several copies. */
  private static final long MEMORY = 256L << 20;

  private static final List<String> WORDS =
      List.of(
          "null",
          "{}",
          "[]",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\"",
          "\"\"",
          "0",
          "-1",
          "1e999",
          "1e-999",
          "NaN",
          "9223372036854775808",
          "true",
          "false",
          "\"schemaVersion\": 1",
          "\\u0000",
          "\\ud800",
          "</script>",
          "é",
          "\n",
          "\"baseline\"",
          "\"control\"",
          "\"variant\"");

  private Path folder = Path.of("");
  private Path other = Path.of("");

  @BeforeEach
  void writeResult(@TempDir Path temporary) {
    folder = write(temporary, 0.959);
    other = write(temporary, 0.95);
  }

  private static Path write(Path parent, double ratio) {
    Result result = small(SampleResult.tls13(ratio, 0.006).build());
    try (ResultFolder written = ResultFolder.create(parent, "compare", Instant.EPOCH)) {
      written.write(
          RunDocument.of(result, Inventory.take("MySQL", Map.of())),
          Inventory.take("MySQL", Map.of()),
          result,
          Map.of());
      return written.path();
    }
  }

  /** Removes windows: a damaged byte among thousands of windows would mostly hit a window. */
  private static Result small(Result result) {
    Point point = result.points().get(0);
    return new Result(
        result.experiment(),
        result.run(),
        result.setup(),
        result.server(),
        result.axis(),
        List.of(
            new Point(
                point.value(),
                point.variants(),
                point.epochs(),
                point.windows().subList(0, 9),
                point.control(),
                point.warnings())),
        result.leftOut());
  }

  @Test
  void rendersOrRefusesAnyResult() throws Exception {
    check(
        "tlsbench report, result.json", folder.resolve("result.json"), "report", folder.toString());
  }

  @Test
  void comparesOrRefusesAnyResult(@TempDir Path output) throws Exception {
    check(
        "tlsbench report --baseline, result.json",
        folder.resolve("result.json"),
        "report",
        folder.toString(),
        "--baseline",
        other.toString(),
        "--output",
        output.toString());
  }

  private static void check(String target, Path file, String... command)
      throws IOException, InterruptedException {
    Mutations mutations = Mutations.ofTexts(List.of(Files.readString(file)), WORDS);
    Fuzz.of(target, mutations::next)
        .allocating(MEMORY)
        .check(
            content -> {
              Files.write(file, content);
              CommandRun run = CommandRun.of(command);
              assertThat(run.exitCode()).as(run.err()).isIn(0, 2);
              assertThat(run.err()).hasLineCount(run.exitCode() == 0 ? 0 : 1);
              return run.exitCode() == 0;
            });
  }
}
