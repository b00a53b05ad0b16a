package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.report.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("any-jdk")
class SuiteRunTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path output;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path tmp;

  /**
   * Other processes may measure on this machine at the same time; these tests do not depend on
   * time.
   */
  @BeforeEach
  void leaveTheMachineToOthers() {
    System.setProperty("jmh.ignoreLock", "true");
  }

  @Test
  void takesForksInTurnsAndWritesThemAsOneResult() throws IOException {
    Path csv = tmp.resolve("forks.csv");
    SuiteCall run =
        SuiteCall.ofToys(
            output,
            "-p",
            "toy=ball,doll,cube",
            "--seed",
            "1",
            "-rf",
            "csv",
            "-rff",
            csv.toString());

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "set quick: 2 benchmarks in 4 forks, about 20.0\u00a0s; order drawn with --seed 1; results: ",
            "not run: 1, for reasons that the report gives",
            "1/4, 20.0\u00a0s left: ToyBenchmark.play outcome=good toy=",
            "2/4, ",
            " left: ToyBenchmark.play outcome=good toy=",
            "3/4, ",
            "4/4, ");

    Path folder = SuiteCall.resultsIn(output);
    assertThat(folder.getFileName().toString()).matches("\\d{8}T\\d{6}Z-jmh-quick");
    assertThat(csv).isNotEmptyFile();
    assertThat(folder)
        .isDirectoryContaining("glob:**/report.html")
        .isDirectoryContaining("glob:**/report.md")
        .isDirectoryContaining("glob:**/environment.json")
        .isDirectoryContaining("glob:**/result.json");
    JsonNode results = new ObjectMapper().readTree(folder.resolve("jmh.json").toFile());
    assertThat(results).hasSize(2);
    assertThat(results.get(0).at("/params/toy").asText()).isEqualTo("ball");
    assertThat(results.get(1).at("/params/toy").asText()).isEqualTo("doll");
    for (JsonNode result : results) {
      assertThat(result.at("/forks").asInt()).isEqualTo(2);
      assertThat(result.at("/primaryMetric/rawData")).hasSize(2);
      assertThat(result.at("/primaryMetric/rawData/1")).hasSize(2);
    }
  }

  @Test
  void endsWithFourAndWritesResultsSoFarWhenBenchmarkFails() throws IOException {
    SuiteCall run = SuiteCall.ofToys(output, "-p", "outcome=bad", "-p", "toy=doll");

    assertThat(run.err())
        .isEqualTo(
            "jmh: failed: ToyBenchmark.play outcome=bad toy=doll: java.lang.IllegalStateException: the doll broke");
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
    Path folder = SuiteCall.resultsIn(output);
    assertThat(new ObjectMapper().readTree(folder.resolve("jmh.json").toFile())).isEmpty();
    JsonNode result = new ObjectMapper().readTree(folder.resolve("result.json").toFile());
    assertThat(result.at("/run/complete").asBoolean()).isFalse();
    assertThat(result.at("/run/exitCode").asInt()).isEqualTo(ExitCode.UNUSABLE);
    assertThat(result.at("/run/problems")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SILENT", "NORMAL"})
  void tellsWhyABenchmarkFailedAtAnyVerbosity(String verbosity) {
    SuiteCall run =
        SuiteCall.ofToys(output, "-p", "outcome=bad", "-p", "toy=doll", "-v", verbosity);
    assertThat(run.err())
        .contains("jmh: failed: ToyBenchmark.play outcome=bad toy=doll: ", "the doll broke");
  }

  @Test
  void reportsTheErrorOfAJvmThatDidNotStart() {
    SuiteCall run =
        SuiteCall.ofToys(output, "-p", "outcome=good", "-jvmArgsAppend", "-XX:+NoSuchSwitch");
    assertThat(run.err())
        .matches("jmh: failed: ToyBenchmark.play .*: Unrecognized VM option 'NoSuchSwitch'");
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
  }

  @Test
  void showsTheStackTraceOnlyIfAsked() {
    SuiteCall run = SuiteCall.ofToys(output, "-p", "outcome=bad", "--verbose");
    assertThat(run.err()).startsWith("jmh: failed: ").contains("at dev.tlsbench.jmh.run");
  }

  @Test
  void refusesFolderThatCannotBeMade() throws IOException {
    Path file = Files.createFile(output.resolve("file"));
    SuiteCall run = SuiteCall.ofToys(file, "-p", "outcome=good");
    assertThat(run.err()).startsWith("jmh: --output: ").contains(file.toString()).hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(ExitCode.INVALID);
  }

  @Test
  @Timeout(60)
  void writesResultsSoFarAndLeavesNoForkWhenInterrupted() throws Exception {
    Process run =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-Djmh.ignoreLock=true",
                "-cp",
                System.getProperty("java.class.path"),
                EndlessToys.class.getName(),
                output.toString())
            .redirectErrorStream(true)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(run.getInputStream(), StandardCharsets.UTF_8));
    // The good one is measured, so the endless one is next.
    assertThat(out.lines().filter(line -> line.startsWith("2/4, ")).findFirst()).isPresent();
    List<ProcessHandle> forks = List.of();
    while (forks.isEmpty()) {
      forks = run.descendants().toList();
      Thread.onSpinWait();
    }

    // Not destroy(), which closes unread output.
    run.toHandle().destroy();

    assertThat(out.lines()).contains("jmh: interrupted: the result is incomplete");
    assertThat(run.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).isNotZero();
    for (ProcessHandle fork : forks) {
      fork.onExit().get(30, TimeUnit.SECONDS);
    }
    Path result = SuiteCall.resultsIn(output).resolve("result.json");
    assertThat(new ObjectMapper().readTree(result.toFile()).get("figures")).hasSize(1);
  }

  /** A run of a toy that is measured and of one that never ends. */
  static final class EndlessToys {
    private EndlessToys() {}

    /** Starts. */
    public static void main(String[] args) {
      // With this seed the good one comes first.
      List<String> line =
          List.of(
              "ToyBenchmark",
              "--output",
              args[0],
              "--seed",
              "1",
              "-p",
              "toy=ball",
              "-p",
              "outcome=good,endless");
      System.exit(new SuiteRun(System.out, System.err).run(line));
    }
  }
}
