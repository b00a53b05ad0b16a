package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerPlacement;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.FigureRules;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The findings at the top of a report. */
class FindingsTest {

  private static List<String> findings(SampleResult sample) {
    return findings(sample.build());
  }

  private static List<String> findings(Result result) {
    return Findings.of(result).stream()
        .map(sentence -> sentence.plain().replace('\u00a0', ' '))
        .toList();
  }

  private static SampleResult usual() {
    return SampleResult.tls13(0.959, 0.006);
  }

  private static Arguments first(String name, double ratio, double halfWidth, String sentence) {
    return Arguments.of(SampleResult.compare().variant(name, ratio, halfWidth), sentence);
  }

  static Stream<Arguments> firstSentences() {
    return Stream.of(
        first("tls13@conscrypt", 1.031, 0.004, "TLS 1.3 by Conscrypt gains 3.1 % ± 0.4 % of"),
        first(
            "tls12-aes128-gcm",
            0.998,
            0.005,
            "TLS 1.2 with AES-128-GCM: a difference in throughput is not resolved (less than 0.7 %)."),
        first("my-url", 0.9, 0.01, "my-url costs 10.0 % ± 1.0 % of throughput"));
  }

  @ParameterizedTest
  @MethodSource("firstSentences")
  void tellCostsAndGainsWithTheirError(SampleResult sample, String sentence) {
    assertThat(findings(sample).get(0)).startsWith(sentence);
  }

  static Stream<Arguments> allSentences() {
    String cost = "TLS 1.3 costs 4.1 % ± 0.6 % of throughput.";
    return Stream.of(
        Arguments.of("nothing of connections", usual(), List.of(cost)),
        Arguments.of(
            "one core",
            usual().placed(ServerPlacement.CONFINED),
            List.of(
                cost, "Client and server shared one core, so this is the cost of both together.")),
        Arguments.of(
            "only connections",
            usual().connectionsOnly(),
            List.of("TLS 1.3: operations were not compared.")),
        Arguments.of(
            "most and least",
            SampleResult.tls13(0.9, 0.006).over("threads", "1", "4", "16", "64", "256"),
            List.of(
                "TLS 1.3 costs 10.0 % ± 0.6 % of throughput with 1 thread, and costs 0.6 % ± 0.6 % of"
                    + " throughput with 256 threads.")),
        Arguments.of(
            "not resolved anywhere",
            SampleResult.tls13(1.004, 0.01).over("threads", "1", "2"),
            List.of(
                "TLS 1.3: a difference in throughput is not resolved (less than 1.4 %) at any of 2"
                    + " values of threads.")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("allSentences")
  void tellWhatARunFound(String of, SampleResult sample, List<String> sentences) {
    assertThat(findings(sample)).as(of).isEqualTo(sentences);
  }

  @Test
  void tellCpuTimeFirstIfClientAndServerRanSideBySide() {
    assertThat(findings(usual().placed(ServerPlacement.SIDE_BY_SIDE)))
        .satisfiesExactly(
            cpu ->
                assertThat(cpu)
                    .isEqualTo("TLS 1.3 adds 12.3 % ± 0.6 % to the client CPU per operation."),
            lead -> assertThat(lead).isEqualTo("TLS 1.3 costs 4.1 % ± 0.6 % of throughput."),
            place ->
                assertThat(place).startsWith("Client and server ran side by side on this machine"));
  }

  @Test
  void tellOfEachSuiteWhereTheSuiteIsTheAxis() {
    assertThat(
            findings(
                SampleResult.compare()
                    .variant("tls13-aes128-gcm", 0.959, 0.006)
                    .variant("tls13-chacha20", 0.818, 0.006)
                    .over("suite", "tls13-aes128-gcm", "tls13-chacha20")))
        .hasSize(2)
        .allSatisfy(finding -> assertThat(finding).contains(" of throughput."))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("TLS 1.3 with AES-128-GCM costs 4.1 %"),
            second -> assertThat(second).startsWith("TLS 1.3 with ChaCha20-Poly1305 costs 9.1 %"));
  }

  @Test
  void everyFigureOfADocumentHasTheDigitsOfItsInterval() throws IOException {
    SampleResult noisy =
        SampleResult.compare().variant("tls12", 1.3, 4).variant("tls13", 0.7, 0.6).control(1.2, 9);
    List<SampleResult> samples =
        List.of(
            noisy,
            SampleResult.tls13(0.95912345, 0.000123),
            SampleResult.tls13(0.93, 0.018).over("threads", "1", "4", "64"),
            SampleResult.tls13(0.91, 0.02).bytesPerOperation(65_536),
            SampleResult.tls13(0.9, 0.01).rowsPerOperation(10).serverMemory(9));
    for (SampleResult sample : samples) {
      byte[] document = Json.bytes(RunDocument.of(sample.build(), SampleResult.environment()));
      assertThat(FigureRules.violations(Json.mapper().readTree(document))).isEmpty();
    }
    assertThat(PlainReportsTest.markdown(SampleResult.tls13(1.2, 678_679)))
        .contains("not\u00a0resolved")
        .doesNotContain("678", "679");
    assertThat(findings(noisy).get(0))
        .startsWith("TLS 1.2: a difference in throughput is not resolved.");
  }

  @Test
  void aFigureStandsOnceAndAgreesWithItsRatio() {
    List<Table> tables =
        RunDocument.of(
                SampleResult.tls13(0.96, 0.004).bytesPerOperation(1_000).build(),
                SampleResult.environment())
            .sections()
            .stream()
            .flatMap(section -> section.blocks().stream())
            .map(block -> block instanceof Chart chart ? chart.numbers() : block)
            .filter(Table.class::isInstance)
            .map(Table.class::cast)
            .toList();

    double ratio = 1 + (1 - 0.96) * 3;
    assertThat(value(tables, "Latency and CPU", "client CPU")).isEqualTo(41.25 * ratio);
    assertThat(value(tables, "Work of", "client CPU s/GB")).isCloseTo(41.25 * ratio, within(1e-9));
    assertThat(value(tables, "Differences from", "client CPU per operation")).isEqualTo(ratio);
    assertThat(value(tables, "Work of", "MB/s"))
        .isCloseTo(value(tables, "Differences from", "operations a second") / 1e3, within(1e-9));
    assertThat(tables.stream().filter(t -> t.header().contains("operations a second"))).hasSize(1);
  }

  /** Returns the value of TLS 1.3 in a table. */
  private static double value(List<Table> tables, String caption, String column) {
    Table table =
        tables.stream().filter(t -> t.caption().startsWith(caption)).findFirst().orElseThrow();
    Double value =
        table.rows().stream()
            .filter(row -> row.get(0).text().equals("TLS 1.3"))
            .map(row -> row.get(table.header().indexOf(column)).value())
            .findFirst()
            .orElseThrow();
    return value;
  }
}
