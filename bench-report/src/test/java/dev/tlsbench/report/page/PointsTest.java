package dev.tlsbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.SamplePoints;
import org.junit.jupiter.api.Test;

/** A choice among the points of a chart on each page, as it is before a script runs. */
class PointsTest {
  private static final Document DOCUMENT = SamplePoints.document();

  @Test
  void theHtmlHasAllPoints() {
    assertThat(HtmlPage.render(DOCUMENT).replace('\u00a0', ' '))
        .contains("<div class=\"points\" data-point=\"10 (yours)\">\n<figure class=\"chart\">")
        .contains(
            "<tr><th scope=\"row\"><span>10 (yours)</span></th>"
                + "<th scope=\"row\"><span>TLS &lt;2&gt;</span></th>"
                + "<td class=\"number\"><data value=\"560\">560 µs (530 to 650 µs)</data></td></tr>")
        .contains("<th scope=\"row\"><span>1,000</span></th>");
  }

  @Test
  void markdownNamesThem() {
    assertThat(MarkdownPage.render(DOCUMENT))
        .endsWith("\nOver rows: 2 rows, which are in report.html.\n");
  }

  @Test
  void theTerminalLeavesThemOut() {
    assertThat(TextPage.render(DOCUMENT)).isBlank();
  }
}
