package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.FigureRules;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.TextPage;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;

@Tag("any-jdk")
class SuiteDocumentTest {
  private static Document document(RunResult... results) throws IOException {
    return checked(Sample.report(List.of(results), List.of()).document());
  }

  private static Document checked(Document document) throws IOException {
    assertThat(FigureRules.violations(Json.mapper().readTree(Json.bytes(document)))).isEmpty();
    return document;
  }

  private static Table table(Document document, String section) {
    List<Block> blocks =
        document.sections().stream()
            .filter(found -> found.id().equals(section))
            .findFirst()
            .map(Section::blocks)
            .orElseThrow();
    return (Table) blocks.get(blocks.size() - 1);
  }

  private static List<String> texts(List<Cell> row) {
    return row.stream().map(Cell::text).toList();
  }

  @Test
  void beginsWithTheRatiosOfOneJvm() throws IOException {
    Document document = document(Sample.suites(1).forks(1, 1.001, 0.999));

    Table ratios = table(document, "pairs");
    assertThat(ratios.rows()).hasSize(1);
    assertThat(texts(ratios.rows().get(0)).subList(0, 4))
        .containsExactly(
            "comparison=suites provider=jdk size=16384",
            "tls13-aes256-gcm",
            "tls13-aes128-gcm",
            "cpu");
    assertThat(ratios.rows().get(0).get(4).text()).startsWith("1.100\u00a0±0.");
    assertThat(ratios.rows().get(0).get(4).value()).isCloseTo(1.1, within(0.005));
    assertThat(ratios.rows().get(0).get(5).value()).isCloseTo(1, within(0.005));
  }

  @Test
  void marksAControlThatIsOff() throws IOException {
    Document document = document(Sample.suites(1.02).forks(1, 1.001, 0.999));

    assertThat(table(document, "pairs").rows().get(0).get(5).text()).startsWith("! 1.02");
  }

  @Test
  void doesNotUseARunWhoseForksWereNotWarm() throws IOException {
    Document document =
        document(
            Results.of("HandshakePairs.block", "comparison", "groups", "provider", "openssl")
                .pairing("clientCpu", "X25519MLKEM768", "x25519", 1.2)
                .cold()
                .forks(1, 1));

    assertThat(document.notices())
        .singleElement()
        .satisfies(
            notice ->
                assertThat(notice.lines().get(0))
                    .startsWith("HandshakePairs.block comparison=groups provider=openssl: ")
                    .contains("the code of 2 of 2 forks was still being compiled"));
  }

  @Test
  void listsEveryOtherFigureInOneTable() throws IOException {
    Table figures = table(document(Sample.handshake(990, 1_000, 1_010)), "figures");

    assertThat(figures.rows())
        .extracting(row -> texts(row.subList(0, 3)))
        .containsExactlyInAnyOrder(
            List.of("HandshakeBenchmark.handshake", "kind=full provider=jdk", "time"),
            List.of("HandshakeBenchmark.handshake", "kind=full provider=jdk", "clientCpu"),
            List.of("HandshakeBenchmark.handshake", "kind=full provider=jdk", "flights"),
            List.of("HandshakeBenchmark.handshake", "kind=full provider=jdk", "serverBytes"));
    assertThat(figures.rows())
        .extracting(row -> row.get(3).text())
        .contains("3.00", "1.35\u00a0KiB", "600\u00a0µs (585\u00a0to\u00a0615\u00a0µs)");
  }

  @Test
  void inventsNoIntervalForOneFork() throws IOException {
    Document document = document(Sample.handshake(1_000));

    assertThat(table(document, "figures").rows())
        .extracting(row -> row.get(3).text())
        .contains("1.00\u00a0ms");
    assertThat(document.asides()).hasSize(1);
  }

  @Test
  void namesCellsThatCouldNotRun() throws IOException {
    Absence absence =
        new Absence(
            "HandshakePairs.block",
            Map.of("comparison", "groups", "provider", "jdk"),
            "not offered by jdk: X25519MLKEM768");

    assertThat(
            checked(Sample.report(List.of(Sample.handshake(1, 2)), List.of(absence)).document())
                .asides()
                .get(0)
                .lines())
        .containsExactly(
            "Not run: HandshakePairs.block comparison=groups provider=jdk: not offered by jdk:"
                + " X25519MLKEM768.");
  }

  @Test
  void showsTheSectionsWithFiguresOnTheTerminal() throws IOException {
    Document document = checked(Sample.quick("broke off").document());

    String text = TextPage.render(document);

    assertThat(text).startsWith(document.notices().get(0).title());
    assertThat(text).contains("Ratios", "clientCpu").doesNotContain("\u001b");
    assertThat(document.sections())
        .extracting(Section::id)
        .containsExactly("pairs", "figures", "repeat", "reading", "environment");
  }

  @Test
  void reportsARunWithoutResults() throws IOException {
    assertThat(document().asides().get(0).lines()).containsExactly("Nothing was measured.");
  }
}
