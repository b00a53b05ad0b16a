package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.report.SampleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tlsbench report}. */
class ReportCommandTest {
  @TempDir private Path directory;

  private static CommandRun report(Object... arguments) {
    return CommandRun.of(CommandRun.words("report", arguments));
  }

  private Path run(double ratio) {
    return SampleResult.tls13(ratio, 0.006).writeIn(directory);
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
    String markdown = Files.readString(folder.resolve("report.md"));
    Files.writeString(folder.resolve("report.html"), "old");
    Files.delete(folder.resolve("report.md"));

    CommandRun run = report(folder).succeeded();

    assertThat(folder.resolve("report.html")).hasContent(page);
    assertThat(folder.resolve("report.md")).hasContent(markdown);
    assertThat(run.out())
        .startsWith("TLS 1.3 costs 4.1 % ± 0.6 % of throughput")
        .endsWith(folder.resolve("report.html") + System.lineSeparator());
    assertThat(run.err()).isEmpty();
  }

  @Test
  void rendersAResultInANewFolder() throws IOException {
    Path folder = run(0.959);
    Path output = directory.resolve("pages");

    report(folder, "--output", output).succeeded();

    assertThat(in(output).get(0).resolve("report.html"))
        .hasContent(Files.readString(folder.resolve("report.html")));
  }

  /** Results of version 2, whose files are compressed. */
  @ParameterizedTest
  @ValueSource(strings = {"read", "bulk", "connect"})
  void rendersResultsOfAnEarlierVersion(String step) throws IOException {
    Path kept = Path.of("../docs/results/costs/mysql-9.7");
    Path one = kept.resolve("17-jdk").resolve(step);
    Path other = kept.resolve("25-jdk").resolve(step);
    Path output = directory.resolve("pages");

    assertThat(report(one, "--output", output).succeeded().out()).contains("TLS 1.3 by the JDK");
    assertThat(report(one, other, "--output", output).succeeded().out())
        .contains(" against the baseline: ", "\n  control ");
    assertThat(in(output)).hasSize(2);
  }

  @Test
  void putsSeveralResultsSideBySide() throws IOException {
    Path first = run(0.959);
    Path second = run(0.93);
    Path output = directory.resolve("pages");

    CommandRun run = report(first, second, "--output", output).succeeded();

    assertThat(in(output)).hasSize(1);
    Path folder = in(output).get(0);
    assertThat(folder.getFileName().toString()).matches("\\d{8}T\\d{6}Z-report");
    assertThat(in(folder).stream().map(file -> file.getFileName().toString()))
        .containsExactly("report.html", "report.md");
    assertThat(folder.resolve("report.md"))
        .content()
        .contains(
            "| variant | figure | 20261121T101500Z-compare | 20261121T101500Z-compare-2 |",
            "| TLS 1.3 | throughput against the baseline | −4.1\u00a0%"
                + " (−4.7\u00a0to\u00a0−3.5\u00a0%) | −7.0\u00a0% (−7.6\u00a0to\u00a0−6.4\u00a0%) |",
            "| control | throughput against the baseline |"
                + " not\u00a0resolved (less\u00a0than\u00a00.7\u00a0%) |",
            "| 20261121T101500Z-compare-2 | 2026-11-21T10:15:00Z | – | MySQL 9.7.0 |");
    assertThat(run.out())
        .startsWith(
            "TLS 1.3, throughput against the baseline: between −7.0 % (−7.6 to −6.4 %) in"
                + " 20261121T101500Z-compare-2 and −4.1 % (−4.7 to −3.5 %) in"
                + " 20261121T101500Z-compare.")
        // One table instead of the pages one after the other.
        .containsOnlyOnce("  variant  ")
        .doesNotContain("operations a second", "Work of each variant", "not the same");
  }

  @Test
  void namesWhatMakesFiguresSideBySideIncomparable() {
    Path other = SampleResult.tls13(0.9, 0.01).problem("It broke.").writeIn(directory);
    Path sweep =
        SampleResult.compare()
            .over("threads", "1", "4")
            .variant("tls13", 0.9, 0.01)
            .writeIn(directory);

    assertThat(report(other, sweep, "--output", directory.resolve("pages")).succeeded().out())
        .startsWith(
            "1 of these results must not be used:\n  " + other.getFileName() + ": It broke.")
        .contains("Note: command is compare and sweep.", "Note: axis is unset and threads.");
  }

  @Test
  void aFolderWithoutAResultIsOneLineAndExitCodeTwo() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    Path pages = directory.resolve("pages");

    report(run(0.9), empty, "--output", pages)
        .refused(
            "tlsbench: "
                + empty
                + ": has no result.json; name a folder that a run of tlsbench has written");
    assertThat(pages).doesNotExist();

    Files.writeString(empty.resolve("document.json"), "{}");
    report(empty)
        .refused(empty + ": has no result.json beside its document.json", "or measure again");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"schemaVersion\" : 3 | \"schemaVersion\" : 7 | schemaVersion 7 instead of 3",
        "\"schemaVersion\" : 3 | \"schemaVersion\" : 1 | schemaVersion 1 instead of 3",
        "\"problems\" : [ ] | \"problems\" : null | measure again",
        "\"baseline\" : \"plain\" | \"baseline\" : null | setup.baseline is missing",
        "\"durationSeconds\" : 612.346 | \"durationSeconds\" : 1e999 | too large",
        "\"points\" | \"dots\" | not a result of bin/tlsbench",
        "\"experiment\" | \"experiments\" | not a result of this version"
      })
  void aResultOfAnotherVersionIsOneLineAndExitCodeTwo(String whole, String other, String why)
      throws IOException {
    Path folder = run(0.9);
    String json = Files.readString(folder.resolve("result.json"));
    assertThat(json).contains(whole);
    Files.writeString(folder.resolve("result.json"), json.replace(whole, other));

    report(folder).refused(folder.toString(), why);
  }

  @Test
  void leavesThePageOfMicrobenchmarksAsItIs() throws IOException {
    Files.writeString(
        directory.resolve("result.json"), "{\"schemaVersion\": 3, \"experiment\": \"jmh\"}");

    report(directory).refused("jmh.json");
    report(directory, run(0.9)).refused("not a result of compare");
  }

  @Test
  void noFolderAtAllIsOneLineAndExitCodeTwo() {
    report().refused("DIR");
  }
}
