package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.experiment.report.Browser.Screen;
import dev.tlsbench.report.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code report.html} as Chromium shows it. */
@Tag("any-jdk")
@Tag("full")
class ReportPageTest {
  private static final Screen DESKTOP = new Screen(1280, 900, false);
  private static final Screen NIGHT = new Screen(1280, 900, true);
  private static final Screen PHONE = new Screen(360, 740, false);
  private static final String ATTACK = "<script>hacked=1</script><img src=x onerror=hacked=1>\"'";

  private static ShownPages pages;

  private static SampleResult compare() {
    return SampleResult.tls13(0.959, 0.006).variant("tls12@conscrypt", 1.002, 0.007);
  }

  @BeforeAll
  static void startBrowser(@TempDir Path folder) throws IOException {
    pages = new ShownPages(folder, "");
    pages.add("compare", compare());
    pages.add("sweep", compare().over("threads", "1", "4", "16", "64"));
    pages.add(
        "unusable",
        compare().control(1.02, 0.004).problem("90 of 100 operations failed.").interrupted());
    pages.add(
        "hostile",
        compare().variant(ATTACK, 0.9, 0.01).serverVersion(ATTACK).warning(ATTACK).problem(ATTACK));
    pages.add("connections", compare().connectionsOnly());
    pages.add(
        "counted", compare().rowsPerOperation(10).ignoredErrors(1_234_567).serverMemory(12L << 30));
    pages.add(
        "together",
        PageLayoutTest.together(folder, compare(), compare().variant("only-here", 0.8, 0.02)));
  }

  @AfterAll
  static void stopBrowser() {
    pages.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "sweep", "unusable", "hostile", "counted", "together"})
  void drawsItsChartsWithoutAComplaintAndWithoutANetwork(String page) throws IOException {
    for (Screen screen : List.of(DESKTOP, NIGHT, PHONE)) {
      try (Tab tab = pages.open(page, screen)) {
        // Pixels that are not transparent: an empty canvas has none.
        JsonNode inked =
            tab.evaluate(
                """
                [...document.querySelectorAll('canvas')].map((canvas) => {
                  const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                  let inked = 0;
                  for (let i = 3; i < pixels.length; i += 4) inked += pixels[i] > 0;
                  return canvas.dataset.rendered > 0 ? inked : 0;
                })""");

        assertThat(tab.complaints()).as("%s on %s", page, screen).isEmpty();
        assertThat(inked.size()).as("%s on %s", page, screen).isPositive();
        assertThat(inked).allMatch(pixels -> pixels.asInt() > 1000);
        assertThat(tab.evaluate("document.documentElement.dataset.charts").asInt())
            .isEqualTo(inked.size());
        assertThat(tab.requests())
            .allMatch(url -> url.equals(pages.address(page).toString()) || url.startsWith("data:"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "sweep", "unusable", "hostile", "connections", "together"})
  void fitsAPhone(String page) throws IOException {
    try (Tab tab = pages.open(page, PHONE)) {
      tab.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })");

      assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(360);
      assertThat(tab.evaluate("[...document.querySelectorAll('canvas')].map((c) => c.clientWidth)"))
          .allMatch(width -> width.asInt() > 200 && width.asInt() <= 360);
    }
  }

  @Test
  void showsTheNumbersOfTheResult() throws IOException {
    JsonNode result = new ObjectMapper().readTree(Json.bytes(compare().build()));
    try (Tab tab = pages.open("compare", DESKTOP)) {
      List<List<Double>> quoted = new ArrayList<>();
      List<List<Double>> others = new ArrayList<>();
      for (JsonNode variant : result.at("/points/0/variants")) {
        List<Double> leading =
            new ArrayList<>(
                List.of(scaled(result, variant, "/work/throughputPerSecond", "throughput")));
        leading.addAll(ratios(variant, "throughput", "clientCpu"));
        quoted.add(leading);
        others.add(ratios(variant, "mean", "p50", "p95", "p99", "p999"));
      }
      assertThat(rows(tab, "Differences from the baseline"))
          .usingElementComparator(ReportPageTest::different)
          .containsExactlyInAnyOrderElementsOf(quoted);
      assertThat(rows(tab, "Other differences from the baseline"))
          .containsExactlyInAnyOrderElementsOf(others);

      List<List<Double>> latencies = new ArrayList<>();
      for (JsonNode variant : result.at("/points/0/variants")) {
        List<Double> row = new ArrayList<>();
        for (String metric : List.of("mean", "p50", "p95", "p99", "p999")) {
          row.add(scaled(result, variant, "/latency/" + metric + "Micros", metric));
        }
        row.add(variant.at("/latency/maxMicros").asDouble());
        row.add(scaled(result, variant, "/resources/clientCpuMicrosPerOperation", "clientCpu"));
        row.add(scaled(result, variant, "/resources/serverCpuMicrosPerOperation", "serverCpu"));
        row.add(variant.at("/work/operations").asDouble());
        row.add(variant.at("/work/errors").asDouble());
        latencies.add(row);
      }
      assertThat(rows(tab, "Latency and CPU time of an operation"))
          .usingElementComparator(ReportPageTest::different)
          .containsExactlyInAnyOrderElementsOf(latencies);

      JsonNode drawn =
          tab.evaluate("JSON.parse(document.getElementById('data').textContent)[0].views[0].rows");
      List<List<Double>> throughputs = new ArrayList<>();
      for (JsonNode variant : result.at("/points/0/variants")) {
        if (variant.get("ratios").has("throughput")) {
          throughputs.add(ends(variant.at("/ratios/throughput")));
        }
      }
      assertThat(drawn)
          .extracting(row -> ends(row.get("figure")))
          .hasSize(3)
          .containsExactlyInAnyOrderElementsOf(throughputs);
    }
  }

  /** Returns 0 if two rows agree in the five digits that both files have. */
  private static int different(List<Double> one, List<Double> other) {
    if (one.size() != other.size()) {
      return 1;
    }
    for (int i = 0; i < one.size(); i++) {
      if (Math.abs(one.get(i) - other.get(i)) > 1e-5 * Math.abs(one.get(i))) {
        return 1;
      }
    }
    return 0;
  }

  /** Returns the values of ratios; none of the baseline. */
  private static List<Double> ratios(JsonNode variant, String... metrics) {
    return Stream.of(metrics)
        .map(metric -> variant.get("ratios").get(metric))
        .filter(Objects::nonNull)
        .map(ratio -> ratio.get("value").asDouble())
        .toList();
  }

  private static List<Double> ends(JsonNode ratio) {
    return Stream.of("value", "low95", "high95").map(field -> ratio.get(field).asDouble()).toList();
  }

  /** Returns the baseline's figure times the variant's ratio; its own if it has no ratio. */
  private static double scaled(JsonNode result, JsonNode variant, String field, String metric) {
    JsonNode ratio = variant.get("ratios").get(metric);
    return ratio == null
        ? variant.at(field).asDouble()
        : result.at("/points/0/variants/0" + field).asDouble() * ratio.get("value").asDouble();
  }

  /** The numbers behind the cells of a table. */
  private static List<List<Double>> rows(Tab tab, String caption) {
    JsonNode table =
        tab.evaluate(
            """
            [...document.querySelectorAll('table')]
              .find((table) => table.caption.textContent === '%s').querySelectorAll('tbody tr')
              .values().map((row) => [...row.querySelectorAll('data')].map((d) => Number(d.value))).toArray()"""
                .formatted(caption));
    List<List<Double>> rows = new ArrayList<>();
    for (JsonNode row : table) {
      List<Double> numbers = new ArrayList<>();
      row.forEach(number -> numbers.add(number.asDouble()));
      rows.add(numbers);
    }
    return rows;
  }

  @Test
  void followsTheColoursThatTheUserPrefers() throws IOException {
    String page = "getComputedStyle(document.body).backgroundColor";
    // Pixels of the first chart that have the colour of words, by day and by night.
    String words =
        """
        (() => {
          const canvas = document.querySelector('canvas');
          const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          const found = { '#14181f': 0, '#e9edf3': 0 };
          for (let i = 0; i < pixels.length; i += 4) {
            const hex = '#' + [0, 1, 2].map((j) => pixels[i + j].toString(16).padStart(2, '0')).join('');
            if (pixels[i + 3] === 255 && hex in found) found[hex] += 1;
          }
          return Object.values(found);
        })()""";
    try (Tab tab = pages.open("compare", DESKTOP)) {
      String day = tab.evaluate(page).asText();
      JsonNode byDay = tab.evaluate(words);

      tab.emulate(true);
      // Pages receive the event before the next frame.
      tab.evaluate(
          "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");

      // Queried before the pixels are read again, about which Chromium complains.
      assertThat(tab.complaints()).isEmpty();
      JsonNode byNight = tab.evaluate(words);
      assertThat(tab.evaluate(page).asText()).isNotEqualTo(day);
      assertThat(byDay.get(0).asInt())
          .as("%s, %s", byDay, byNight)
          .isGreaterThan(byNight.get(0).asInt());
      assertThat(byNight.get(1).asInt())
          .as("%s, %s", byDay, byNight)
          .isGreaterThan(byDay.get(1).asInt());
    }
  }

  @Test
  void runsNothingThatAServerOrAUserSaid() throws IOException {
    try (Tab tab = pages.open("hostile", DESKTOP)) {
      assertThat(tab.evaluate("typeof hacked").asText()).isEqualTo("undefined");
      assertThat(tab.evaluate("document.querySelectorAll('img').length").asInt()).isZero();
      assertThat(tab.evaluate("document.body.textContent").asText()).contains(ATTACK);
      // Two layers: if escaping were forgotten one day, the policy of the page would hold.
      tab.evaluate(
          """
          const script = document.createElement('script');
          script.textContent = 'hacked = 1';
          document.body.append(script);""");
      assertThat(tab.evaluate("typeof hacked").asText()).isEqualTo("undefined");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "sweep", "unusable", "connections", "together"})
  void canBeReadByEarAndByKeyboard(String page) throws IOException {
    try (Tab tab = pages.open(page, DESKTOP)) {
      JsonNode levels =
          tab.evaluate(
              "[...document.querySelectorAll('h1,h2,h3')].map((h) => Number(h.tagName[1]))");
      int last = 0;
      for (JsonNode level : levels) {
        assertThat(level.asInt()).as("after h%s", last).isLessThanOrEqualTo(last + 1);
        last = level.asInt();
      }
      assertThat(
              tab.evaluate(
                      """
                  [...document.querySelectorAll('canvas')].every((canvas) =>
                    canvas.getAttribute('role') === 'img' && canvas.getAttribute('aria-label').length > 20
                    && (canvas.closest('.lead')
                      ? document.querySelector('#numbers tbody tr')
                      : canvas.closest('figure').nextElementSibling.querySelector('tbody tr')))""")
                  .asBoolean())
          .as("each chart has words, and its numbers below it")
          .isTrue();
      assertThat(
              tab.evaluate(
                      """
                  [...document.querySelectorAll('.scroll')].every((box) =>
                    box.tabIndex === 0 && box.getAttribute('aria-label'))""")
                  .asBoolean())
          .as("what scrolls can be scrolled by keyboard")
          .isTrue();
      JsonNode ids = tab.evaluate("[...document.querySelectorAll('[id]')].map((e) => e.id)");
      assertThat(ids).doesNotHaveDuplicates();
    }
  }

  @Test
  void saysFirstWhyAResultMustNotBeUsed() throws IOException {
    String headings =
        "[...document.querySelectorAll('main h2')].slice(0, 3).map((h) => h.textContent)";
    assertThat(pages.evaluate("unusable", DESKTOP, headings))
        .extracting(JsonNode::asText)
        .containsExactly(
            "This result must not be used", "The run did not come to its end", "In short");
  }
}
