package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.predict.PredictDocument;
import dev.tlsbench.experiment.predict.PredictResult;
import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.experiment.predict.Predictor;
import dev.tlsbench.experiment.predict.Profile;
import dev.tlsbench.experiment.predict.Sources;
import dev.tlsbench.experiment.report.Browser.Screen;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.stats.Interval;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Curves of a prediction, and the choice among their points, in Chromium. */
@Tag("any-jdk")
@Tag("full")
class PointsPageTest {
  private static final Screen DESKTOP = new Screen(1280, 900, false);
  private static final Screen PHONE = new Screen(360, 740, false);

  private static @Nullable Browser browser;
  private static @Nullable URI page;

  @BeforeAll
  static void startBrowser(@TempDir Path folder) throws IOException {
    Optional<Path> executable = Browser.executable();
    Assumptions.assumeTrue(
        executable.isPresent(), "no Chromium on the PATH: choices of points were not tested");
    Path file = folder.resolve("report.html");
    Predictor predictor = predictor(profile(4_096, 400, 50.0, 20_000));
    Files.writeString(
        file, HtmlPage.render(PredictDocument.of(predict(predictor), SampleResult.environment())));
    page = file.toUri();
    browser = Browser.start(executable.orElseThrow(), folder.resolve("profile"));
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Profile profile(
      double reply, double rttMicros, double perConnection, double rate) {
    Profile.Operation operation =
        new Profile.Operation("operation", 1, 300, reply, null, null, null);
    return new Profile(rate, List.of(operation), rttMicros, perConnection, 0, null, null);
  }

  /** Predicts from the published costs of MySQL. */
  private static Predictor predictor(Profile profile) {
    Sources sources = new Sources();
    sources.readPublished(Path.of("..", "docs", "results", "costs", "mysql-9.7"));
    return new Predictor(sources.fit(), profile, List.of());
  }

  private static PredictResult predict(Predictor predictor) {
    return predictor.predict(
        RunRecord.of(
            "bin/tlsbench predict",
            Instant.EPOCH,
            Duration.ofSeconds(1),
            true,
            List.of(),
            List.of()),
        List.of());
  }

  private static Tab open(Screen screen) {
    if (browser == null || page == null) {
      throw new IllegalStateException("there is no page");
    }
    return browser.open(page, screen);
  }

  /** Returns the visible rows of a table after a choice, as texts of cells by column. */
  private static List<JsonNode> choose(Tab tab, String title, String choice) {
    JsonNode rows =
        tab.evaluate(
            """
            (() => {
              const block = [...document.querySelectorAll('.points')]
                .find((each) => each.querySelector('h3').textContent === '%s');
              const select = block.querySelector('figure ~ .controls select');
              const option = [...select.options]
                .find((each) => each.textContent.replaceAll('\\u00a0', ' ') === '%s');
              select.value = option.value;
              select.dispatchEvent(new Event('change'));
              const header = [...block.querySelectorAll('thead th')].map((th) => th.textContent);
              return [...block.querySelectorAll('tbody tr')].filter((row) => row.offsetHeight > 0)
                .map((row) => Object.fromEntries(
                  [...row.cells].map((cell, i) => [header[i], cell.textContent])));
            })()"""
                .formatted(title, choice));
    return StreamSupport.stream(rows.spliterator(), false).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "Over bytes of a reply, 64 KiB, 65536, 400, 50, 20000",
    "Over bytes of a reply, 4 KiB (yours), 4096, 400, 50, 20000",
    "Over round-trip time, 10 ms, 4096, 10000, 50, 20000",
    "Over operations for each connection, '1,000', 4096, 400, 1000, 20000",
    "Over operations a second, '60,000', 4096, 400, 50, 60000",
  })
  void showsThePredictionForAProfileWithTheChosenValue(
      String title, String choice, double reply, double rtt, double connection, double rate) {
    Map<String, Map.Entry<String, Unit>> figures =
        Map.of(
            "latency of an operation, added", Map.entry("latencyMicros", Unit.MICROS),
            "new connection, added", Map.entry("fullConnectionMicros", Unit.MICROS),
            "cores of the server, added", Map.entry("serverCores", Unit.NUMBER),
            "throughput with the server full", Map.entry("serverCapacityRatio", Unit.RATIO));
    List<Prediction> expected =
        predict(predictor(profile(reply, rtt, connection, rate))).variants();
    try (Tab tab = open(DESKTOP)) {
      List<JsonNode> rows = choose(tab, title, choice);

      assertThat(rows)
          .extracting(row -> row.get("variant").asText())
          .containsExactlyElementsOf(expected.stream().map(Prediction::name).toList());
      for (int i = 0; i < expected.size(); i++) {
        JsonNode row = rows.get(i);
        Prediction one = expected.get(i);
        assertThat(figures.keySet()).anyMatch(row::has);
        figures.forEach(
            (column, figure) -> {
              Interval found = one.figures().get(figure.getKey());
              if (row.has(column) && found != null) {
                assertThat(row.get(column).asText())
                    .as(column)
                    .isEqualTo(found.in(figure.getValue()).text());
              }
            });
      }
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @Test
  void showsTheProfilesOwnPointFirstAndAllIfAsked() {
    try (Tab tab = open(DESKTOP)) {
      JsonNode first =
          tab.evaluate(
              """
              [...document.querySelectorAll('.points')].map((block) =>
                [...block.querySelectorAll('tbody tr')].filter((row) => row.offsetHeight > 0)
                  .map((row) => row.cells[0].textContent))""");

      assertThat(first).hasSize(6);
      assertThat(first)
          .allSatisfy(
              points ->
                  assertThat(points)
                      .hasSize(2)
                      .allMatch(point -> point.asText().endsWith(" (yours)")));
      assertThat(choose(tab, "Over bytes of a request", "all")).hasSize(2 * 8);
    }
  }

  @Test
  void drawsACurveForEachVariantAndAChoiceOfFigures() {
    try (Tab tab = open(DESKTOP)) {
      assertThat(
              tab.evaluate(
                  "[...document.querySelectorAll('.points canvas')].map((c) => c.dataset.rendered)"))
          .hasSize(6)
          .allMatch(curves -> curves.asText().equals("2"));
      assertThat(
              tab.evaluate(
                  "[...document.querySelectorAll('.points figure select')].map((s) => s.options.length)"))
          .hasSize(6)
          .allMatch(figures -> figures.asInt() >= 2);
    }
  }

  @Test
  void fitsAPhone() {
    try (Tab tab = open(PHONE)) {
      assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(360);
    }
  }
}
