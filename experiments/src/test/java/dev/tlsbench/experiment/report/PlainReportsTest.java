package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.MarkdownPage;
import dev.tlsbench.report.page.TextPage;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code report.md} and the summary for a terminal. */
class PlainReportsTest {
  static String markdown(SampleResult sample) {
    return MarkdownPage.render(RunDocument.of(sample.build(), SampleResult.environment()));
  }

  private static String html(SampleResult sample) {
    return HtmlPage.render(RunDocument.of(sample.build(), SampleResult.environment()));
  }

  private static String text(SampleResult sample) {
    return TextPage.render(RunDocument.of(sample.build(), SampleResult.environment()));
  }

  @Test
  void markdownSaysTheSentenceAndTheTable() {
    assertThat(markdown(SampleResult.tls13(0.959, 0.006)))
        .startsWith("# TLS on MySQL 9.7.0\n")
        .contains(
            "\n\nTLS 1.3 costs **4.1\u00a0%\u00a0±\u00a00.6\u00a0%** of throughput.  \n",
            "  \nThe control, the baseline against itself, shows no difference (less\u00a0than\u00a00.7\u00a0%).  \n",
            "  \ntlsbench compare, 2026-11-21 10:15 UTC; MySQL 9.7.0; Example CPU @ 2.60GHz, 2 cores, JDK",
            "  \n<code>tlsbench compare mysql://db.example/ycsb --variant plain --variant tls13</code>\n")
        .contains("\n| TLS 1.3 | 13,730 | −4.1\u00a0%\u00a0±\u00a00.6\u00a0% |")
        .contains("not\u00a0resolved (less\u00a0than\u00a00.7\u00a0%)")
        .contains("\n## Repeat this run\n\n    tlsbench compare mysql://");
  }

  @Test
  void markdownSaysFirstWhyAResultMustNotBeUsed() {
    assertThat(markdown(SampleResult.tls13(0.9, 0.01).problem("It broke.")))
        .containsSubsequence(
            "This result must not be used: It broke.  \n<sub>TLS 1.3 costs",
            "> [!CAUTION]",
            "> **This result must not be used**",
            "> - It broke.");
  }

  @Test
  void aResultThatMustNotBeUsedIsSmallAndNotTheHeadline() {
    SampleResult broken = SampleResult.tls13(0.9, 0.01).problem("It broke.");

    assertThat(text(broken))
        .startsWith("This result must not be used:\n  It broke.\n")
        .containsSubsequence("Differences from the baseline", "Not to be used:", "TLS 1.3 costs");
    assertThat(markdown(broken)).contains("\n<sub>TLS 1.3 costs ");
    assertThat(html(broken)).contains("<section class=\"findings unusable\">");
    SampleResult sound = SampleResult.tls13(0.9, 0.01);
    assertThat(text(sound)).startsWith("TLS 1.3 costs ").doesNotContain("Not to be used");
    assertThat(markdown(sound)).doesNotContain("<sub>");
    assertThat(html(sound)).contains("<section class=\"findings\">");
  }

  @Test
  void aQuickAnswerIsSaidToBeNoneForPublishing() {
    SampleResult quick = SampleResult.tls13(0.7, 0.06).quick();
    assertThat(text(quick))
        .startsWith("A quick answer, not for publishing:\n")
        .contains("\nTLS 1.3: throughput about −30 %, between −36 and −24 %.\n");
    assertThat(html(quick)).contains("<section class=\"notice care\">");
    assertThat(text(SampleResult.tls13(0.9, 0.2).quick()))
        .contains("TLS 1.3: a difference in throughput is not resolved");
  }

  @Test
  void aServerThatIsNotARealOneIsSaidToBeNoneBeforeAnythingElse() {
    SampleResult sample =
        SampleResult.tls13(0.9, 0.01)
            .problem("It broke.")
            .on("embedded test server (toy)", "Its TLS is a toy. ".repeat(9).strip());

    List<String> lines = text(sample).lines().limit(6).toList();
    assertThat(lines.get(0)).matches("\\+-+");
    assertThat(lines.get(1)).isEqualTo("| NOT THE FIGURES OF A REAL SERVER");
    assertThat(lines.get(2)).startsWith("| Its TLS is a toy. Its");
    assertThat(lines).allMatch(line -> line.length() <= 82);
    assertThat(text(sample)).contains("| ").contains("give its URL.\n+---");
    assertThat(markdown(sample))
        .startsWith("# TLS on the embedded test server (toy)\n")
        .containsSubsequence(
            "> [!CAUTION]",
            "> **Not the figures of a real server**",
            "> - Its TLS is a toy.",
            "It broke.");
    assertThat(html(sample))
        .containsSubsequence(
            "<section class=\"notice unreal\">",
            "Its TLS is a toy.",
            "<section class=\"notice stop\">")
        // Not folded.
        .containsPattern("notice stop\">\\s*<h2>[^<]*</h2>\\s*<p>It broke[.]</p>");
  }

  @Test
  void longTablesAreLeftToThePage() {
    String[] threads =
        IntStream.rangeClosed(1, 24).mapToObj(String::valueOf).toArray(String[]::new);
    String text = markdown(SampleResult.tls13(0.9, 0.01).over("threads", threads));

    assertThat(text).contains("72 rows, which are in report.html.");
    assertThat(text.length()).isLessThan(65_536);
  }

  @Test
  void theSummaryHasItsColumnsUnderEachOther() {
    String text = text(SampleResult.tls13(0.959, 0.006).variant("a-long-name", 1.001, 0.02));

    assertThat(text)
        .startsWith("TLS 1.3 costs 4.1 % ± 0.6 % of throughput.")
        .contains("a-long-name: a difference in throughput is not resolved (less than 2.1 %)");
    List<String> table =
        text.lines()
            .dropWhile(line -> !line.startsWith("  variant"))
            .takeWhile(line -> !line.isEmpty())
            .toList();
    int end = table.get(0).length();
    assertThat(table).hasSizeGreaterThan(4).allMatch(line -> line.length() == end);
    assertThat(table.get(2)).containsPattern("TLS 1.3 +13,730 +−4.1 % ± 0.6 %");
  }

  @Test
  void aTableThatIsTooWideForATerminalHasARowForEachFigure() {
    String wide = "a figure with a long name, number ";
    Table table =
        Columns.of(List.of("TLS 1.3"))
            .text("variant", name -> name)
            .each(List.of(1L, 2L, 3L), number -> wide + number, (row, number) -> Cell.count(number))
            .cell(wide + 4, row -> Cell.NONE)
            .open("Figures");
    Section section = new Section("figures", "Figures", true, List.of(table));

    assertThat(
            TextPage.render(
                new Document(
                    "tlsbench",
                    "Figures",
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(section),
                    Origin.UNKNOWN)))
        .containsPattern("\n  variant +TLS 1.3\n  " + wide + "1 +1\n  " + wide + "2 +2\n");
  }

  @Test
  void workAndServerHaveTheColumnsThatAreKnown() {
    SampleResult sample = SampleResult.tls13(0.959, 0.006);
    assertThat(markdown(sample)).doesNotContain("## Work and server");

    sample.rowsPerOperation(10).ignoredErrors(7).serverMemory(257L << 20);
    assertThat(markdown(sample))
        .contains("\n| variant | rows a second | server CPU | server memory | ignored errors |\n")
        .containsPattern("\n\\| TLS 1.3 \\| 137,300 \\| 45.4\u00a0% \\| 257\u00a0MiB \\| 7 \\|\n")
        .contains("All variants share it, so the");
  }

  @Test
  void aPublishedBenchmarkHasItsFigureAndEachOfItsOperations() {
    SampleResult sample = SampleResult.tls13(0.959, 0.006);
    assertThat(markdown(sample)).doesNotContain("tpmC", "Each operation");

    sample.tpcC();
    // A quarter of 14,320 operations a second, and its product with the ratio of the throughput.
    assertThat(markdown(sample))
        .contains("\n| variant | tpmC |", "\n| plain text | 215,000 |", "\n| TLS 1.3 | 205,900 |")
        .contains("\n| operation | variant | mean | mean, against plain text | operations |")
        .contains("\n| NEW\\_ORDER | plain text | 306\u00a0µs | – | 5,000 |")
        .contains(
            "\n| PAYMENT | TLS 1.3 | 319\u00a0µs | +4.3\u00a0% (+3.1\u00a0to\u00a0+5.5\u00a0%) |");
    assertThat(text(sample)).contains("tpmC", "Latency of each operation", "NEW_ORDER");
    assertThat(html(sample)).contains("tpmC", "NEW_ORDER");
  }
}
