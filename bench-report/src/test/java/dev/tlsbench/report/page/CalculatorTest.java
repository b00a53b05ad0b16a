package dev.tlsbench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.tlsbench.report.document.Calculation;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.SampleCalculator;
import dev.tlsbench.report.json.Json;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A calculator on each page, as it is before a reader moves a slider. */
class CalculatorTest {
  private static final Document DOCUMENT = SampleCalculator.document();

  private static String spaces(String text) {
    return text.replace('\u00a0', ' ');
  }

  @Test
  void theHtmlShowsInputsAndValuesOfTheStart() {
    assertThat(spaces(HtmlPage.render(DOCUMENT)))
        .contains(
            "<label for=\"input-1\">Round trip</label>"
                + "<output for=\"input-1\" aria-live=\"off\">500 µs</output>"
                // Three decades of 24 steps; 500 is 0.699 decades above 100.
                + "<input type=\"range\" id=\"input-1\" min=\"0\" max=\"72\" value=\"17\""
                + " aria-valuetext=\"500 µs\"")
        .contains("id=\"input-2\" min=\"0\" max=\"100\" value=\"10\" aria-valuetext=\"10\"")
        .contains("<td class=\"number\"><data value=\"560\">560 µs (533 to 647 µs)</data></td>")
        .contains("<data value=\"1.1\">+10.0 % (+6.2 to +13.8 %)</data>")
        .contains("<th scope=\"row\"><span>TLS &lt;2&gt;</span></th>");
  }

  @Test
  void theHtmlHoldsTheCalculationItself() throws JsonProcessingException {
    Matcher data =
        Pattern.compile("</table></div>\n<script type=\"application/json\">(.*?)</script>")
            .matcher(HtmlPage.render(DOCUMENT));

    assertThat(data.find()).isTrue();
    assertThat(Json.mapper().readValue(data.group(1), Calculation.class))
        .isEqualTo(SampleCalculator.calculation());
  }

  @Test
  void markdownHasASentenceOfTheInputsAndTheTable() {
    assertThat(spaces(MarkdownPage.render(DOCUMENT)))
        .contains(
            """
            ### Your costs

            Calculated for: Round trip 500 µs; Rows 10. In report.html, sliders set these.

            **Time and its change**

            |  | time | change |
            | --- | ---: | ---: |
            | TLS | 560 µs (533 to 647 µs) | – |
            | TLS &lt;2&gt; | – | +10.0 % (+6.2 to +13.8 %) |
            """);
  }

  @Test
  void theTerminalHasASentenceOfTheInputsAndTheTable() {
    assertThat(TextPage.render(DOCUMENT))
        .isEqualTo(
            """

            Calculated for: Round trip 500 µs; Rows 10. In report.html, sliders set these.

            Time and its change
                                         time                     change
              TLS      560 µs (533 to 647 µs)                          –
              TLS <2>                       –  +10.0 % (+6.2 to +13.8 %)
            """);
  }
}
