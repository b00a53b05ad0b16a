package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.page.MarkdownPage;
import dev.tlsbench.report.page.TextPage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code report.md} and the summary for a terminal. */
class PlainReportsTest {
  private static final String ATTACK = "<script>x()</script>|`*_[a](b)\n# head";

  private static String markdown(SampleResult sample) {
    return MarkdownPage.render(RunDocument.of(sample.build(), SampleResult.environment()));
  }

  private static String text(SampleResult sample) {
    return TextPage.render(RunDocument.of(sample.build(), SampleResult.environment()));
  }

  @Test
  void markdownSaysTheSentenceAndTheTable() {
    assertThat(markdown(SampleResult.compare().variant("tls13", 0.959, 0.006)))
        .startsWith("# TLS on MySQL 9.7.0\n")
        .contains(
            "\n\nTLS 1.3 costs **4.1\u00a0% ±\u00a00.6\u00a0%** of throughput; new and resumed",
            "  \nThe control, the baseline against itself, shows no difference (less than 0.7\u00a0%).  ",
            "  \ntlsbench compare, 2026-11-21 10:15 UTC; MySQL 9.7.0; Example CPU @ 2.60GHz, 2 cores, JDK",
            "  \n<code>tlsbench compare mysql://db.example/ycsb --variant plain --variant tls13</code>\n")
        .contains("\n| TLS 1.3 | 13,726 | −4.1\u00a0%\u00a0±\u00a00.6\u00a0% |")
        .contains("no\u00a0difference, would\u00a0see\u00a00.9\u00a0%")
        .contains("\n## Repeat this run\n\n    tlsbench compare mysql://");
  }

  @Test
  void markdownSaysFirstWhyAResultMustNotBeUsed() {
    assertThat(markdown(SampleResult.compare().variant("tls13", 0.9, 0.01).problem("It broke.")))
        .containsSubsequence(
            "This result must not be used: It broke.  \n",
            "TLS 1.3 costs",
            "> [!CAUTION]",
            "> **This result must not be used**",
            "> - It broke.");
  }

  @Test
  void markdownTakesNothingAsMarkup() {
    String text = markdown(SampleResult.compare().variant(ATTACK, 0.9, 0.01).warning(ATTACK));

    assertThat(text)
        .doesNotContain("<script")
        .doesNotContain("\n# head")
        .contains("&lt;script&gt;x()&lt;/script&gt;\\|\\`\\*\\_\\[a\\](b)\\\\u000a\\# head");
    assertThat(text.lines().filter(line -> line.startsWith("|")).map(PlainReportsTest::cells))
        .allMatch(cells -> cells >= 2);
  }

  private static long cells(String row) {
    return row.replace("\\|", "").chars().filter(c -> c == '|').count() - 1;
  }

  @Test
  void longTablesAreLeftToThePage() {
    String text =
        markdown(SampleResult.compare().variant("tls13", 0.9, 0.01).over("threads", "1", "2", "4"));

    assertThat(text).contains("72 rows, which are in report.html.");
    assertThat(text.length()).isLessThan(65_536);
  }

  @Test
  void theSummaryHasItsColumnsUnderEachOther() {
    String text =
        text(
            SampleResult.compare()
                .variant("tls13", 0.959, 0.006)
                .variant("a-long-name", 1.001, 0.02));

    assertThat(text)
        .startsWith("TLS 1.3 costs 4.1 % ± 0.6 % of throughput; new and resumed connections")
        .contains("a-long-name: no difference in throughput seen; this run would have seen 2.9 %");
    List<String> table =
        text.lines()
            .dropWhile(line -> !line.startsWith("  variant"))
            .takeWhile(line -> !line.isEmpty())
            .toList();
    int end = table.get(0).length();
    assertThat(table).hasSizeGreaterThan(4).allMatch(line -> line.length() == end);
    // Too wide for a terminal, and so it has a row for each figure.
    assertThat(table.get(0)).containsPattern("plain text +TLS 1.3 +a-long-name");
    assertThat(table.get(1)).containsPattern("operations a second +14,312 +13,726 ");
  }

  @Test
  void workAndServerHaveTheColumnsThatAreKnown() {
    SampleResult sample = SampleResult.compare().variant("tls13", 0.959, 0.006);
    assertThat(markdown(sample))
        .contains("## Work and server")
        .contains("\n| variant | operations a second | mean latency | 95th percentile |\n")
        .doesNotContain("server memory")
        .doesNotContain("ignored error");

    sample.rowsPerOperation(10).ignoredErrors(7).serverMemory(257L << 20);
    assertThat(markdown(sample))
        .contains(
            "\n| variant | operations a second | rows a second | mean latency | 95th percentile | server CPU |"
                + " server memory | ignored errors |\n")
        .containsPattern(
            "\n\\| TLS 1.3 \\| 13,726 \\| 137,256 \\|.*\\| 45.4\u00a0% \\| 257\u00a0MiB \\| 7 \\|\n")
        .contains("One process serves all variants");
    assertThat(text(sample))
        .containsPattern("\n  rows a second +143,124 +137,256 ")
        .containsPattern("\n  server memory +257 MiB +257 MiB ");
  }

  @Test
  void theSummaryHasNoEscapeSequences() {
    String text =
        text(SampleResult.compare().variant("\u001b[31mred", 0.9, 0.01).warning("a\u0007b"));

    assertThat(text).contains("\\u001b[31mred costs").contains("Note: a\\u0007b");
    assertThat(text.replace("\n", "").chars()).noneMatch(Character::isISOControl);
  }
}
