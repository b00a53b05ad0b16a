package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.report.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SuiteRunTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path output;

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
    Invocation run = Invocation.ofToys(output, "-p", "outcome=good", "--seed", "1", "-rf", "csv");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .containsSubsequence(
            "set all; benchmarks: 2, forks: 4, rounds: 2, time: about 4 s; order drawn with --seed 1",
            "not run: ToyBenchmark.play outcome=good toy=cube: not offered by toys: cube",
            "round 1/2, 1/2 | ToyBenchmark.play outcome=good toy=",
            "round 1/2, 2/2 | ToyBenchmark.play",
            "round 2/2, 1/2 | ToyBenchmark.play",
            "100 %, 0 s left | round 2/2, 2/2 | ToyBenchmark.play");

    Path folder = Invocation.resultsIn(output);
    assertThat(folder.getFileName().toString()).matches("\\d{8}T\\d{6}Z-jmh-all");
    assertThat(folder.resolve("jmh-result.csv")).isNotEmptyFile();
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
  void givesTwoRunsOfOneSecondTheirOwnFolders() throws IOException {
    Request request = Arguments.parse(List.of("--set", "all", "--output", output.toString()));
    Plan plan = new Plan(request, Catalog.of(ToyBenchmark.class));
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    try (Measurement first = new Measurement(plan, request, nowhere, nowhere, line -> {});
        Measurement second = new Measurement(plan, request, nowhere, nowhere, line -> {})) {
      assertThat(first).isNotEqualTo(second);
      try (Stream<Path> folders = Files.list(output)) {
        assertThat(folders).hasSize(2);
      }
    }
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void endsWithFourAndWritesResultsSoFarWhenBenchmarkFails() throws IOException {
    Invocation run = Invocation.ofToys(output, "-p", "outcome=bad", "-p", "toy=doll");

    assertThat(run.err())
        .isEqualTo(
            "jmh: failed: ToyBenchmark.play outcome=bad toy=doll: the doll broke (IllegalStateException)");
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
    Path folder = Invocation.resultsIn(output);
    assertThat(new ObjectMapper().readTree(folder.resolve("jmh.json").toFile())).isEmpty();
    JsonNode result = new ObjectMapper().readTree(folder.resolve("result.json").toFile());
    assertThat(result.at("/run/complete").asBoolean()).isFalse();
    assertThat(result.at("/run/exitCode").asInt()).isEqualTo(ExitCode.UNUSABLE);
    assertThat(result.at("/run/problems")).hasSize(1);
  }

  @Test
  void reportsTheErrorOfAJvmThatDidNotStart() {
    Invocation run =
        Invocation.ofToys(output, "-p", "outcome=good", "-jvmArgsAppend", "-XX:+NoSuchSwitch");
    assertThat(run.err())
        .matches("jmh: failed: ToyBenchmark.play .*: Unrecognized VM option 'NoSuchSwitch'");
    assertThat(run.exitCode()).isEqualTo(ExitCode.UNUSABLE);
  }

  @Test
  void showsTheStackTraceOnlyIfAsked() {
    Invocation run = Invocation.ofToys(output, "-p", "outcome=bad", "--verbose");
    assertThat(run.err()).startsWith("jmh: failed: ").contains("at dev.tlsbench.jmh.run");
  }

  @Test
  void refusesFolderThatCannotBeMade() throws IOException {
    Path file = Files.createFile(output.resolve("file"));
    Invocation run = Invocation.ofToys(file, "-p", "outcome=good");
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
    assertThat(out.lines().filter(line -> line.contains("round 1/2, 1/2")).findFirst()).isPresent();
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
    Path result = Invocation.resultsIn(output).resolve("result.json");
    assertThat(new ObjectMapper().readTree(result.toFile()).get("measured")).hasSize(1);
  }

  /** A run of a toy that is measured and of one that never ends. */
  static final class EndlessToys {
    private EndlessToys() {}

    /** Starts. */
    public static void main(String[] args) {
      // With this seed the good one comes first.
      List<String> line =
          List.of(
              "--set",
              "all",
              "--output",
              args[0],
              "--seed",
              "1",
              "-p",
              "toy=ball",
              "-p",
              "outcome=good,endless");
      System.exit(new SuiteRun(Catalog.of(ToyBenchmark.class), System.out, System.err).run(line));
    }
  }
}
