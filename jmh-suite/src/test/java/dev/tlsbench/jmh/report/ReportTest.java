package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.RunResult;

@Tag("any-jdk")
class ReportTest {
  private static final double[] TIGHT = {0.99, 1, 1, 1, 1.01};

  private final Path directory;
  private final List<RunResult> results = new ArrayList<>();
  private final List<Absence> absences = new ArrayList<>();

  ReportTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private static double[] around(double value) {
    return Arrays.stream(TIGHT).map(factor -> factor * value).toArray();
  }

  private String markdown() throws IOException {
    return markdown(OpenSsl.none());
  }

  private String markdown(OpenSsl openSsl) throws IOException {
    Report.write(Sample.run(directory, results, absences, true), openSsl, directory);
    return Files.readString(directory.resolve("report.md"));
  }

  private static String row(String report, String... words) {
    return report
        .lines()
        .filter(line -> line.startsWith("| " + String.join(" | ", words) + " |"))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no row " + Arrays.toString(words)));
  }

  private static String section(String report, String from) {
    return report.substring(report.indexOf(from) + from.length());
  }

  private void record(String method, String provider, String suite, String size, double nanos) {
    results.add(
        Results.of(
                "RecordBenchmark." + method,
                "provider",
                provider,
                "suite",
                suite,
                "size",
                size,
                "buffer",
                "heap")
            .counting("wireBytes", Integer.parseInt(size) + 38)
            .counting("allocatedBytes", 1_240)
            .forks(around(nanos)));
  }

  private void handshake(String kind, String key, double clientNanos, double... forks) {
    results.add(
        Results.of("HandshakeBenchmark.handshake", handshake(kind, "jdk", key))
            .in(TimeUnit.MICROSECONDS)
            .counting("clientNanos", clientNanos)
            .counting("serverNanos", 2 * clientNanos)
            .counting("clientRoundTripNanos", clientNanos + 10_000)
            .counting("serverRoundTripNanos", 2 * clientNanos + 10_000)
            .counting("flights", 3)
            .counting("clientBytes", 410)
            .counting("serverBytes", kind.equals("full") ? 1_380 : 260)
            .counting("clientAllocatedBytes", 307_200)
            .counting("serverAllocatedBytes", 2_048)
            .forks(forks));
  }

  private static String[] handshake(String kind, String provider, String key) {
    return new String[] {
      "kind",
      kind,
      "provider",
      provider,
      "side",
      "client",
      "protocol",
      "TLSv1.3",
      "key",
      key,
      "group",
      "x25519",
      "mutual",
      "false"
    };
  }

  @Test
  void setsHandshakesSideBySide() throws IOException {
    handshake("full", "P_256", 600_000, around(1_000));
    handshake("resumed", "P_256", 200_000, around(300));

    String report = markdown();

    assertThat(row(report, "jdk", "TLSv1.3", "P_256"))
        .isEqualTo(
            "| jdk | TLSv1.3 | P_256 | 600 ±1.0% | 1200 ±1.0% | 200 ±1.0% | 400 ±1.0% | 3 / 3"
                + " | 410 / 410 | 1380 / 260 |");
    assertThat(row(section(report, "With the first round trip"), "jdk", "TLSv1.3", "P_256"))
        .isEqualTo(
            "| jdk | TLSv1.3 | P_256 | 610 ±1.0% | 1210 ±1.0% | 210 ±1.0% | 410 ±1.0%"
                + " | 300 KiB / 300 KiB | 2048 B / 2048 B |");
    assertThat(report)
        .contains("(side client, group x25519, mutual false)")
        .containsPattern("3\\.00 \\[2\\.\\d+, 3\\.\\d+\\] times the CPU for the client");
  }

  @Test
  void saysInAFootnoteWhyACellIsAbsent() throws IOException {
    handshake("full", "P_256", 600_000, around(1_000));
    absences.add(
        Sample.absence(
            "dev.tlsbench.jmh.benchmark.HandshakeBenchmark.handshake",
            "not offered by bouncycastle: TLS 1.3 resumption",
            handshake("resumed", "bouncycastle", "P_256")));

    String report = markdown();

    assertThat(row(report, "bouncycastle", "TLSv1.3", "P_256"))
        .contains("| — | — | not offered [1] | not offered [1] | — |");
    assertThat(report).contains("[1] not offered by bouncycastle: TLS 1.3 resumption");
  }

  @Test
  void namesBenchmarksOfWhichNothingCouldBeMeasured() throws IOException {
    record("wrap", "jdk", "tls13-aes128-gcm", "64", 100);
    absences.add(new Absence("SocketBenchmark", Map.of(), "not offered by conscrypt: RC4"));

    assertThat(markdown()).contains("- SocketBenchmark: not offered by conscrypt: RC4");
  }

  @Test
  void dividesSuitesByAes128GcmOfTheSameProtocol() throws IOException {
    record("wrap", "jdk", "tls13-aes128-gcm", "16384", 4_000);
    record("wrap", "jdk", "tls13-chacha20", "16384", 10_000);
    record("wrap", "jdk", "tls12-aes128-gcm", "16384", 2_000);
    record("wrap", "jdk", "tls12-3des-ede-cbc-sha", "16384", 100_000);

    String report = markdown();
    String ratios = section(report, "Ratio to AES-128-GCM");

    assertThat(row(report, "tls13-chacha20")).isEqualTo("| tls13-chacha20 | 10.0 ±1.0% | 1.64 |");
    assertThat(row(ratios, "tls13-chacha20")).startsWith("| tls13-chacha20 | 2.50 ±");
    assertThat(row(ratios, "tls12-3des-ede-cbc-sha")).contains("| 50.0 ±");
    assertThat(row(section(report, "Bytes on the wire"), "tls13-chacha20"))
        .isEqualTo("| tls13-chacha20 | +38 (0.2%) |");
    assertThat(row(section(report, "Heap allocated"), "tls13-chacha20"))
        .isEqualTo("| tls13-chacha20 | 1240 B |");
    assertThat(report)
        .contains(
            "tls12-aes128-gcm is the fastest of 4 suites; the next, tls13-aes128-gcm, takes 2.00");
  }

  @Test
  void dividesOperationsByPlainOnes() throws IOException {
    for (String suite : List.of("plain", "tls13-aes128-gcm")) {
      results.add(
          Results.of("OperationBenchmark.read", "database", "mysql", "suite", suite, "size", "1024")
              .in(TimeUnit.MICROSECONDS)
              .counting("clientNanos", suite.equals("plain") ? 20_000 : 30_000)
              .forks(around(suite.equals("plain") ? 50 : 60)));
    }

    String report = markdown();

    assertThat(report)
        .contains("A read of 1 KiB from mysql with tls13-aes128-gcm costs the client 1.50 [1.")
        .contains("Operation: CPU of the client for a document or row read by its key (database");
    String wall = section(report, "Operation: the same, wall time");
    assertThat(row(section(report, "Ratio to plain"), "tls13-aes128-gcm")).contains("1.50 ±");
    assertThat(row(section(wall, "Ratio to plain"), "tls13-aes128-gcm")).contains("1.20 ±");
  }

  @Test
  void setsConnectionsBesidePlainOnesOfAnyProtocol() throws IOException {
    for (String kind : List.of("plain", "full", "resumed")) {
      results.add(
          Results.of(
                  "ConnectBenchmark.connect",
                  "database",
                  "mongodb",
                  "kind",
                  kind,
                  "protocol",
                  kind.equals("plain") ? "none" : "TLSv1.3")
              .in(TimeUnit.MILLISECONDS)
              .forks(around(kind.equals("plain") ? 1 : kind.equals("full") ? 4 : 2)));
    }

    assertThat(row(markdown(), "mongodb", "TLSv1.3"))
        .startsWith("| mongodb | TLSv1.3 | 1000 ±1.0% | 4000 ±1.0% | 2000 ±1.0% | 4.00 ±")
        .containsPattern("2\\.00 ±\\d.* 0\\.500 ±\\d");
  }

  @Test
  void claimsNothingThatItsIntervalDoesNotBearOut() throws IOException {
    handshake("full", "P_256", 600_000, 90, 100, 110, 120, 80);
    handshake("full", "RSA_2048", 606_000, 90, 100, 110, 120, 80);

    assertThat(markdown())
        .contains(": no difference seen from one with P_256 (ratio 1.01 [")
        .doesNotContain("times the CPU");
  }

  @Test
  void inventsNoIntervalForOneFork() throws IOException {
    handshake("full", "P_256", 600_000, 1_000);
    handshake("resumed", "P_256", 200_000, 300);

    assertThat(markdown())
        .contains("| jdk | TLSv1.3 | P_256 | 600 | 1200 | 200 | 400 |")
        .contains("There is one fork for each figure here")
        .doesNotContain("±")
        .doesNotContain("What it says");
  }

  @Test
  void setsRecordsBesideCiphersAndOpenssl() throws IOException {
    record("wrap", "jdk", "tls13-aes128-gcm", "16384", 10_000);
    results.add(
        Results.of(
                "CipherBenchmark.encrypt",
                "provider",
                "jdk",
                "suite",
                "tls13-aes128-gcm",
                "size",
                "16384")
            .forks(around(8_000)));
    List<Set<SpeedTest>> asked = new ArrayList<>();
    OpenSsl openSsl =
        (tests, budget) -> {
          asked.add(tests);
          assertThat(budget).isLessThan(Duration.ofSeconds(30));
          return new OpenSslSpeeds(
              "OpenSSL 3", 3, Map.of(SpeedTest.AES128_GCM, new double[] {16.384e9}), Map.of());
        };

    assertThat(row(markdown(openSsl), "wrap", "jdk", "tls13-aes128-gcm", "heap"))
        .contains("| 10.0 ±1.0% | 8.00 ±")
        .containsPattern("\\| 80% \\[\\d\\d%, \\d\\d%\\] \\| 1\\.00 \\| 10% \\|");
    assertThat(asked).containsExactly(Set.of(SpeedTest.AES128_GCM));
  }

  @Test
  void setsHandshakesBesideTheirSignatures() throws IOException {
    handshake("full", "P_256", 500_000, around(1_000));
    OpenSsl openSsl =
        (tests, budget) ->
            new OpenSslSpeeds(
                "OpenSSL 3",
                3,
                Map.of(
                    SpeedTest.P_256, new double[] {50_000, 20_000},
                    SpeedTest.X25519, new double[] {40_000}),
                Map.of());

    assertThat(row(section(markdown(openSsl), "Full handshakes"), "jdk", "TLSv1.3", "P_256"))
        .isEqualTo("| jdk | TLSv1.3 | P_256 | 500 | 125 | 25% | 1000 | 45.0 | 4.5% |");
  }

  @Test
  void saysThatTheMachineHasNoOpenssl() throws IOException {
    record("wrap", "jdk", "tls13-aes128-gcm", "16384", 10_000);
    handshake("full", "P_256", 500_000, around(1_000));

    assertThat(markdown())
        .contains("| no openssl [1] |")
        .contains("[1] no openssl on this machine");
  }

  @Test
  void flagsAHarnessThatTakesTwoPercentOfTheSmallestFigure() throws IOException {
    record("wrap", "jdk", "tls13-aes128-gcm", "64", 500);
    record("wrap", "openssl", "tls13-aes128-gcm", "1024", 400);
    record("wrap", "none", "tls13-aes128-gcm", "64", 8);
    record("wrap", "none", "tls13-aes128-gcm", "1024", 40);
    record("unwrap", "jdk", "tls13-aes128-gcm", "64", 500);
    record("unwrap", "none", "tls13-aes128-gcm", "64", 5);

    String report = markdown();

    assertThat(row(report, "Record wrap", "heap", "openssl tls13-aes128-gcm", "1 KiB"))
        .endsWith("| ! 2.0% |");
    assertThat(row(report, "Record unwrap", "heap", "jdk tls13-aes128-gcm", "64 B"))
        .endsWith("| 1.0% |");
    assertThat(report)
        .contains("1 of 2 are 2% or more")
        .doesNotContain("| none | tls13-aes128-gcm |");
  }

  @Test
  void saysInTheFirstLineThatARunIsIncomplete() throws IOException {
    Report report = Report.write(Sample.quick(directory, false), OpenSsl.none(), directory);

    assertThat(Files.readString(directory.resolve("report.md"))).startsWith("# INCOMPLETE: ");
    assertThat(report.console()).startsWith("INCOMPLETE: ");
  }

  @Test
  void reportsARunWithoutResults() throws IOException {
    assertThat(markdown()).contains("Nothing was measured.");
  }

  @Test
  void isTheSameForTheSameResultsAndSeed() throws IOException {
    String first = Report.write(Sample.quick(directory, true), OpenSsl.none(), directory).console();
    String second =
        Report.write(Sample.quick(directory, true), OpenSsl.none(), directory).console();

    assertThat(first.substring(first.indexOf("What it says")))
        .isEqualTo(second.substring(second.indexOf("What it says")));
  }

  @Test
  void saysTheSameOnTheTerminalWithoutEscapeSequences() throws IOException {
    String console =
        Report.write(Sample.quick(directory, true), OpenSsl.none(), directory).console();
    String markdown = Files.readString(directory.resolve("report.md"));

    assertThat(words(console)).isEqualTo(words(markdown));
    assertThat(console).doesNotContain("\u001b").doesNotContain("`");
  }

  private static String words(String report) {
    return report
        .replace("`", "")
        .replaceAll("(?m)^[-=|: ]+$|[|*#]", " ")
        .replaceAll("\\s+", " ")
        .strip();
  }
}
