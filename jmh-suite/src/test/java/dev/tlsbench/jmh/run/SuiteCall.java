package dev.tlsbench.jmh.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A run of the suite within the test: arguments and outcome. */
final class SuiteCall {
  private final int exitCode;
  private final String out;
  private final String err;

  private SuiteCall(List<String> args) {
    ByteArrayOutputStream outBytes = new ByteArrayOutputStream();
    ByteArrayOutputStream errBytes = new ByteArrayOutputStream();
    exitCode = new SuiteRun(stream(outBytes), stream(errBytes)).run(args);
    out = outBytes.toString(StandardCharsets.UTF_8);
    err = errBytes.toString(StandardCharsets.UTF_8);
  }

  /** Runs benchmarks of the suite. */
  static SuiteCall of(String... args) {
    return new SuiteCall(List.of(args));
  }

  /** Runs the toys, with the results in a folder of the test. */
  static SuiteCall ofToys(Path output, String... args) {
    List<String> all = new ArrayList<>(List.of("ToyBenchmark", "--output", output.toString()));
    all.addAll(List.of(args));
    return new SuiteCall(all);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  int exitCode() {
    return exitCode;
  }

  String out() {
    return out;
  }

  /** Standard error, without the end of its only line. */
  String err() {
    return err.stripTrailing();
  }

  /** The folder of the only run that a folder has. */
  static Path resultsIn(Path output) throws IOException {
    try (Stream<Path> folders = Files.list(output)) {
      return folders.findFirst().orElseThrow();
    }
  }
}
