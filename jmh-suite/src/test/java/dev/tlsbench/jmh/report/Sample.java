package dev.tlsbench.jmh.report;

import dev.tlsbench.report.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.RunResult;

/** A run with pairs, single benchmarks and a gap, with figures of about the right size. */
final class Sample {
  private static final double[] FORKS = {1, 1.002, 0.998, 1.001, 0.999};
  private static final String AES = "tls13-aes128-gcm";

  private Sample() {}

  static SuiteReport quick(String... problems) {
    Absence absence =
        new Absence(
            "HandshakeBenchmark.handshake",
            Map.of("provider", "bouncycastle", "kind", "resumed"),
            "not offered by bouncycastle: TLS 1.3 resumption");
    return report(
        List.of(suites(1).forks(FORKS), kinds(), handshake(FORKS), wrap()),
        List.of(absence),
        problems);
  }

  static SuiteReport report(List<RunResult> results, List<Absence> absences, String... problems) {
    RunRecord run =
        RunRecord.of(
            "java -jar …/benchmarks.jar --set quick",
            Instant.parse("2026-11-21T06:15:10.123Z"),
            Duration.ofSeconds(547),
            problems.length == 0,
            List.of(problems),
            List.of());
    return SuiteReport.of(run, "quick", 42, results, absences);
  }

  /** Suites, of which AES-256 takes 1.1 times the CPU of AES-128. */
  static Results suites(double control) {
    return Results.of(
            "RecordPairs.block", "comparison", "suites", "provider", "jdk", "size", "16384")
        .pairing("cpu", "tls13-aes256-gcm", AES, 1.1)
        .pairing("cpu", AES, AES, control);
  }

  private static RunResult kinds() {
    return Results.of("HandshakePairs.block", "comparison", "kinds", "provider", "jdk")
        .pairing("clientCpu", "resumed", "full", 0.188)
        .pairing("serverCpu", "resumed", "full", 0.43)
        .pairing("clientCpu", "P_256 full", "P_256 full", 1)
        .pairing("serverCpu", "P_256 full", "P_256 full", 1)
        .forks(FORKS);
  }

  static RunResult handshake(double... forks) {
    return Results.of("HandshakeBenchmark.handshake", "kind", "full", "provider", "jdk")
        .in(TimeUnit.MICROSECONDS)
        .counting("clientCpuNanos", 600_000)
        .counting("flights", 3)
        .counting("serverBytes", 1_380)
        .forks(forks);
  }

  private static RunResult wrap() {
    return Results.of("RecordBenchmark.wrap", "provider", "jdk", "size", "1024")
        .counting("wireBytes", 1_062)
        .counting("allocatedBytes", 1_240)
        .forks(FORKS);
  }
}
