package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.experiment.report.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

  /** Of one fork: a damaged byte among many windows would mostly hit a window. */
  @BeforeEach
  void writeResults(@TempDir Path temporary) {
    folder = SampleResult.tls13(0.959, 0.006).forks(1).writeIn(temporary);
    other = SampleResult.tls13(0.95, 0.006).forks(1).writeIn(temporary);
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
