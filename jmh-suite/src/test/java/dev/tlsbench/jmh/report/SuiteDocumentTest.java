package dev.tlsbench.jmh.report;

import static dev.tlsbench.jmh.report.Tables.cell;
import static dev.tlsbench.jmh.report.Tables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.jmh.cell.Cost;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.FigureRules;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.TextPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;

@Tag("any-jdk")
class SuiteDocumentTest {
  private static final double[] TIGHT = {0.99, 1, 1, 1, 1.01};
  private static final Offset<Double> CLOSE = within(0.005);

  private final List<RunResult> results = new ArrayList<>();
  private final List<Absence> absences = new ArrayList<>();

  private static double[] around(double value) {
    return Arrays.stream(TIGHT).map(factor -> factor * value).toArray();
  }

  private Document document() {
    Document document = SuiteReport.of(Sample.run(results, absences)).document();
    assertThat(violations(document)).isEmpty();
    return document;
  }

  private static List<String> violations(Document document) {
    try {
      return FigureRules.violations(Json.mapper().readTree(Json.bytes(document)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Tables tables() {
    return new Tables(document());
  }

  private List<String> findings() {
    return document().findings().stream().map(Sentence::plain).toList();
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

  private static void assertMicros(Table table, String column, double micros, String... names) {
    assertThat(cell(table, column, names).value()).isCloseTo(micros, within(micros / 1e4));
  }

  @Test
  void setsHandshakesSideBySide() {
    handshake("full", "P_256", 600_000, around(1_000));
    handshake("resumed", "P_256", 200_000, around(300));
    String[] names = {"jdk", "TLSv1.3", "P_256"};

    Table cpu = tables().table("handshakes", "(side client, group x25519, mutual false)");
    assertMicros(cpu, "full, client", 600, names);
    assertMicros(cpu, "full, server", 1_200, names);
    assertMicros(cpu, "resumed, client", 200, names);
    assertMicros(cpu, "resumed, server", 400, names);
    assertThat(cell(cpu, "full, client", names).text()).isEqualTo("600\u00a0µs\u00a0±0.9\u00a0%");
    Table bytes = tables().table("handshakes", "Bytes");
    assertThat(cell(bytes, "flights", names).text()).isEqualTo("3");
    assertThat(cell(bytes, "bytes from the server", names).text())
        .isEqualTo("1.35\u00a0KiB / 260\u00a0B");
    Table roundTrip = tables().table("handshakes", "first round trip");
    assertMicros(roundTrip, "resumed, server", 410, names);
    assertThat(cell(bytes, "heap of the client", names).text()).isEqualTo("300\u00a0KiB");
  }

  @Test
  void stacksTheCpuTimeOfBothSides() {
    handshake("full", "P_256", 600_000, around(1_000));
    handshake("resumed", "P_256", 200_000, around(300));

    Chart chart = tables().blocks("handshakes", Chart.class).get(0);

    View.Stacks stacks = (View.Stacks) chart.views().get(0);
    assertThat(stacks.parts()).containsExactly("client", "server");
    assertThat(stacks.bars())
        .extracting(View.Stacks.Bar::label)
        .containsExactly("jdk, TLSv1.3, P_256, full", "jdk, TLSv1.3, P_256, resumed");
    assertThat(stacks.bars().get(0).values().get(1)).isCloseTo(1_200, within(0.1));
  }

  private void pairs(double controls, double... forks) {
    results.add(
        Results.of("RecordPairs.block", "comparison", "suites", "provider", "jdk", "size", "1024")
            .pairing(Cost.cpu, "tls13-aes256-gcm", "tls13-aes128-gcm", 1.1)
            .pairing(Cost.cpu, "tls13-aes128-gcm", "tls13-aes128-gcm", controls)
            .forks(forks));
  }

  @Test
  void beginsWithTheRatiosOfOneJvm() {
    pairs(1, 1, 1.001, 0.999);

    assertThat(findings())
        .singleElement()
        .asString()
        .startsWith("Message of 1\u00a0KiB, jdk: tls13-aes256-gcm takes 1.100 times (±0.")
        .endsWith(" the CPU time of tls13-aes128-gcm.");
    Table ratios = tables().table("pairs", "Ratios");
    assertThat(ratios.rows()).hasSize(1);
    assertThat(ratios.rows().get(0).get(4).value()).isCloseTo(1.1, CLOSE);
    assertThat(ratios.rows().get(0).get(5).value()).isCloseTo(1, CLOSE);
  }

  @Test
  void concludesNothingWhereTheControlIsOff() {
    pairs(1.02, 1, 1.001, 0.999);

    assertThat(findings()).isEmpty();
    assertThat(tables().table("pairs", "Ratios").rows().get(0).get(5).text()).startsWith("! 1.02");
  }

  @Test
  void leadsWithJvmsOfTheirOwnWhereSharingOneChangesARatioOfProviders() {
    results.add(
        Results.of("RecordPairs.block", "comparison", "providers", "provider", "jdk", "size", "64")
            .pairing(Cost.cpu, "openssl", "jdk", 1.5)
            .pairing(Cost.cpu, "conscrypt", "jdk", 1.2)
            .pairing(Cost.cpu, "jdk", "jdk", 1)
            .forks(1, 1.001, 0.999));
    record("roundTrip", "jdk", "tls13-aes128-gcm", "64", 1_000);
    record("roundTrip", "openssl", "tls13-aes128-gcm", "64", 3_000);
    record("roundTrip", "conscrypt", "tls13-aes128-gcm", "64", 1_200);

    assertThat(findings())
        .anySatisfy(
            sentence ->
                assertThat(sentence)
                    .contains("openssl takes 3.00 times")
                    .contains("in JVMs of their own, and 1.500"))
        .anySatisfy(sentence -> assertThat(sentence).contains("conscrypt takes 1.200 times"));
  }

  @Test
  void doesNotUseARunWhoseForksWereNotWarm() {
    results.add(
        Results.of("HandshakePairs.block", "comparison", "groups", "provider", "openssl")
            .pairing(Cost.clientCpu, "X25519MLKEM768", "x25519", 1.2)
            .cold()
            .forks(1, 1));

    assertThat(document().notices())
        .singleElement()
        .satisfies(notice -> assertThat(notice.lines().get(0)).contains("Handshake, openssl"));
    assertThat(findings()).isEmpty();
  }

  @Test
  void notesWhyACellIsAbsent() {
    handshake("full", "P_256", 600_000, around(1_000));
    String reason = "not offered by bouncycastle: TLS 1.3 resumption";
    absences.add(
        Sample.absence(
            "HandshakeBenchmark.handshake", reason, handshake("resumed", "bouncycastle", "P_256")));

    Table cpu = tables().table("handshakes", "CPU time");

    assertThat(row(cpu, "bouncycastle", "TLSv1.3", "P_256").subList(3, 7))
        .extracting(Cell::text)
        .containsExactly("–", "–", "not offered\u00a0[1]", "not offered\u00a0[1]");
    assertThat(tables().blocks("handshakes", Block.Bullets.class).get(0).items())
        .containsExactly("[1] " + reason);
  }

  @Test
  void namesBenchmarksOfWhichNothingCouldBeMeasured() {
    record("wrap", "jdk", "tls13-aes128-gcm", "64", 100);
    absences.add(
        new Absence("SocketBenchmark.roundTrip", Map.of(), "not offered by conscrypt: RC4"));
    absences.add(
        new Absence(
            "HandshakePairs.block",
            Map.of("comparison", "groups", "provider", "jdk"),
            "not offered by jdk: X25519MLKEM768"));

    assertThat(document().asides().get(0).lines())
        .containsExactly(
            "Not measured: SocketBenchmark.roundTrip: not offered by conscrypt: RC4.",
            "Not measured: HandshakePairs.block groups jdk: not offered by jdk: X25519MLKEM768.");
  }

  @Test
  void dividesSuitesByAes128GcmOfTheSameProtocol() {
    record("wrap", "jdk", "tls13-aes128-gcm", "16384", 4_000);
    record("wrap", "jdk", "tls13-chacha20", "16384", 10_000);
    record("wrap", "jdk", "tls12-aes128-gcm", "16384", 2_000);
    record("wrap", "jdk", "tls12-3des-ede-cbc-sha", "16384", 100_000);
    String size = Numbers.size(16_384);

    Table time = tables().table("records", "wrap (provider jdk, buffer heap)");
    assertMicros(time, size, 10, "tls13-chacha20");
    assertMicros(time, "MB/s at " + size, 1_638.4, "tls13-chacha20");
    Table ratios = tables().table("records", "AES-128-GCM");
    assertThat(cell(ratios, size, "tls13-chacha20").value()).isCloseTo(2.5, CLOSE);
    assertThat(cell(ratios, size, "tls12-3des-ede-cbc-sha").value()).isCloseTo(50, CLOSE);
    assertThat(cell(tables().table("records", "on the wire"), size, "tls13-chacha20").text())
        .isEqualTo("+38\u00a0B (0.2\u00a0%)");
    assertThat(cell(tables().table("records", "heap allocated"), size, "tls13-chacha20").value())
        .isEqualTo(1_240);
  }

  @Test
  void drawsSpeedOverTheSizeOfMessagesAndTimesOfEachSize() {
    record("wrap", "jdk", "tls13-aes128-gcm", "1024", 1_000);
    record("wrap", "jdk", "tls13-aes128-gcm", "16384", 4_000);
    record("wrap", "jdk", "tls13-chacha20", "16384", 10_000);

    List<View> views = tables().blocks("records", Chart.class).get(0).views();

    View.Lines lines = (View.Lines) views.get(0);
    assertThat(lines.at()).containsExactly("1\u00a0KiB", "16\u00a0KiB");
    assertThat(lines.curves()).hasSize(1);
    assertThat(lines.curves().get(0).figures().get(0).value()).isCloseTo(1_024, within(1.0));
    assertThat(lines.curves().get(0).figures().get(0).low()).isLessThan(1_024);
    assertThat(views.subList(1, 3))
        .extracting(View::choice)
        .containsExactly("1\u00a0KiB", "16\u00a0KiB");
    assertThat(((View.Intervals) views.get(2)).rows()).hasSize(2);
  }

  @Test
  void claimsNothingThatItsIntervalDoesNotBearOut() {
    pairs(1, 0.8, 1, 1.3);

    assertThat(findings())
        .singleElement()
        .asString()
        .contains(": a difference from tls13-aes128-gcm is not resolved (");
  }

  @Test
  void inventsNoIntervalForOneFork() {
    handshake("full", "P_256", 600_000, 1_000);
    handshake("resumed", "P_256", 200_000, 300);

    Document document = document();

    assertThat(cell(tables().table("handshakes", "CPU"), "full, client", "jdk", "TLSv1.3", "P_256"))
        .extracting(Cell::text)
        .isEqualTo("600\u00a0µs");
    assertThat(document.findings()).isEmpty();
    assertThat(document.asides()).hasSize(1);
  }

  @Test
  void flagsAHarnessThatTakesTwoPercentOfTheSmallestFigure() {
    record("wrap", "jdk", "tls13-aes128-gcm", "64", 500);
    record("wrap", "openssl", "tls13-aes128-gcm", "1024", 400);
    record("wrap", "none", "tls13-aes128-gcm", "64", 8);
    record("wrap", "none", "tls13-aes128-gcm", "1024", 40);
    record("unwrap", "jdk", "tls13-aes128-gcm", "64", 500);
    record("unwrap", "none", "tls13-aes128-gcm", "64", 5);

    Table overhead = tables().table("overhead", "");

    assertThat(cell(overhead, "overhead", "Record wrap").text()).startsWith("! 2.0");
    assertThat(cell(overhead, "smallest figure", "Record wrap").text()).contains("openssl");
    assertThat(cell(overhead, "overhead", "Record unwrap").value()).isCloseTo(1, within(0.01));
    assertThat(tables().table("records", "wrap").rows()).hasSize(2);
  }

  @Test
  void showsTheSectionsWithFiguresOnTheTerminal() {
    Document document = SuiteReport.of(Sample.quick("broke off")).document();
    assertThat(violations(document)).isEmpty();

    String text = TextPage.render(document);

    assertThat(text).startsWith(document.notices().get(0).title());
    assertThat(text).contains("CPU time of the handshake").doesNotContain("\u001b");
    assertThat(document.sections())
        .extracting(section -> section.id())
        .containsExactly(
            "pairs",
            "handshakes",
            "records",
            "sockets",
            "overhead",
            "repeat",
            "reading",
            "environment");
  }

  @Test
  void reportsARunWithoutResults() {
    assertThat(document().asides()).hasSize(1);
    assertThat(tables().section("handshakes")).isEmpty();
  }
}
