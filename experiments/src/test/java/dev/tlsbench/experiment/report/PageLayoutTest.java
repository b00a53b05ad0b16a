package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.experiment.command.Tlsbench;
import dev.tlsbench.experiment.history.Lineup;
import dev.tlsbench.experiment.history.ListedResult;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.history.ResultsDocument;
import dev.tlsbench.experiment.report.Browser.Screen;
import dev.tlsbench.experiment.tap.TapDocument;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.Environment;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.ycsb.SharedServers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The layout of a report of each kind, by the boxes of its texts in Chromium, on a large and a
 * small screen, light and dark. {@code layout.js} finds the flaws.
 */
@Tag("any-jdk")
@Tag("full")
class PageLayoutTest {
  private static final Path SAVED = Path.of("src", "test", "resources", "pages");
  private static final List<Screen> SCREENS =
      List.of(
          new Screen(1200, 900, false),
          new Screen(1200, 900, true),
          new Screen(420, 800, false),
          new Screen(420, 800, true));
  private static final String LONG =
      "a-server-with-a-very-long-name.in-some-zone.of-a-cloud.example.com and Words, Too, MMMMMMMMMM";

  private static ShownPages pages;

  private static SampleResult compare() {
    return SampleResult.compare()
        .variant("tls12", 0.962, 0.005)
        .variant("tls13", 0.959, 0.006)
        .variant("tls13@bouncycastle", 0.61, 0.02)
        .bytesPerOperation(1000)
        .serverMemory(12L << 30);
  }

  @BeforeAll
  static void startBrowser(@TempDir Path folder) throws IOException {
    pages = new ShownPages(folder, Files.readString(SAVED.resolve("layout.js")));
    pages.add("compare", compare());
    pages.add("near", SampleResult.tls13(0.959, 0.006));
    pages.add("sweep", compare().over("threads", "1", "4", "16", "64"));
    pages.add(
        "unsteady",
        SampleResult.tls13(1.4, 0.7).variant("tls12", 30, 0.1).over("threads", "1", "4", "16"));
    pages.add("bulk", compare().rowsPerOperation(10).ignoredErrors(1_234_567));
    pages.add("unusable", compare().problem("90 of 100 operations failed. " + LONG).interrupted());
    pages.add("long", compare().variant(LONG, 0.9, 0.01).serverVersion(LONG.repeat(9)));
    pages.add("connections", compare().connectionsOnly());
    pages.add("together", together(folder, compare(), compare().variant("only-here", 0.8, 0.02)));
    EmbeddedServer server = SharedServers.mySql();
    command(folder, "connect", server.url(), "--connections=8", "--warm-up=0s");
    command(folder, "probe", server.url(), "--handshakes=1");
    String profile = "--request 300 --reply 4k --rate 400 --operations-per-connection 50";
    command(folder, ("predict --from mysql-9.7 " + profile).split(" "));
    pages.add("history-30", history(folder, 30, 19));
    pages.add("history-200", history(folder, 200, 60, 64, 68, 150));
    pages.add("run", ExperimentDocumentTest.document(true, "Its TLS is a toy."));
    ResultFile tap = ResultFile.open("", SAVED.resolve("tap"));
    pages.add("tap", TapDocument.of(tap.as(TapResult.class), tap.machine()));
  }

  @AfterAll
  static void stopBrowser() {
    pages.close();
  }

  /** Returns the page of several results. */
  static Document together(Path folder, SampleResult... samples) {
    return ResultsDocument.sideBySide(
        Lineup.of(
            Stream.of(samples)
                .map(sample -> sample.writeIn(folder))
                .map(one -> ListedResult.read(ResultFile.open(one.toString(), one)))
                .toList()));
  }

  /**
   * Returns the page of results of successive days. TLS costs less from each of the {@code changes}
   * on. Every third result has another JDK, and only one has TLS 1.2.
   */
  private static Document history(Path folder, int results, Integer... changes) throws IOException {
    Random random = new Random(43);
    List<ListedResult> runs = new ArrayList<>();
    double truth = 0.97;
    for (int i = 0; i < results; i++) {
      truth *= List.of(changes).contains(i) ? 0.95 : 1;
      SampleResult sample =
          SampleResult.compare()
              .at(Instant.parse("2026-01-01T10:00:00Z").plus(Duration.ofDays(i)))
              .variant("tls13", truth * Math.exp(0.002 * random.nextGaussian()), 0.004);
      if (i == results / 2) {
        sample.variant("tls12", 0.96, 0.004);
      }
      Path one = Files.createDirectory(folder.resolve(i + "-of-" + results));
      Files.write(one.resolve("result.json"), Json.bytes(sample.build()));
      Environment.Jdk jdk =
          new Environment.Jdk(
              17 + 4 * (3 * i / results) + ".0.1", "Example", "Server VM", List.of());
      Files.write(
          one.resolve("environment.json"), Json.bytes(SampleResult.environment().withJdk(jdk)));
      runs.add(ListedResult.read(ResultFile.open(one.toString(), one)));
    }
    return ResultsDocument.overTime(Lineup.ordered(runs));
  }

  private static void command(Path folder, String... args) throws IOException {
    Path output = folder.resolve(args[0]);
    ByteArrayOutputStream told = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(told, true, StandardCharsets.UTF_8);
    Tlsbench.run(
        out,
        out,
        Stream.concat(Stream.of(args), Stream.of("--output", output.toString()))
            .toArray(String[]::new));
    assertThat(output).as(told.toString(StandardCharsets.UTF_8)).exists();
    try (Stream<Path> folders = Files.list(output)) {
      pages.add(args[0], folders.findFirst().orElseThrow().resolve(ResultFolder.HTML));
    }
  }

  private static void assertNothing(String page, String expression) throws IOException {
    List<String> found = new ArrayList<>();
    for (Screen screen : SCREENS) {
      for (JsonNode flaw : pages.evaluate(page, screen, expression)) {
        found.add(page + ", " + screen + ": " + flaw.asText());
      }
    }
    assertThat(found).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare",
        "sweep",
        "unsteady",
        "bulk",
        "unusable",
        "long",
        "connections",
        "together",
        "connect",
        "probe",
        "predict",
        "history-30",
        "history-200",
        "run",
        "tap"
      })
  void noTextLiesOverAnotherAndTablesKeepTheirFirstColumn(String page) throws IOException {
    assertNothing(page, "flaws()");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare",
        "sweep",
        "unsteady",
        "bulk",
        "unusable",
        "connections",
        "connect",
        "probe",
        "predict",
        "history-30",
        "history-200",
        "run",
        "tap"
      })
  void theFirstScreenHoldsHeadlineChartAndTrust(String page) throws IOException {
    assertNothing(page, "unseenAtFirst()");
  }

  @ParameterizedTest
  @CsvSource({"history-30, 30", "history-200, 200"})
  void drawsALineWithTheIntervalOfEachResult(String page, int results) throws IOException {
    String seen =
        """
        (() => {
          const { data: { datasets } } = Chart.getChart(document.querySelector('.lead canvas'));
          return datasets.map(({ label, showLine, intervals }) => `${label}: ${showLine}, ${intervals.filter(Boolean).length}`);
        })()""";
    for (Screen screen : SCREENS) {
      try (Tab tab = pages.open(page, screen)) {
        assertThat(tab.evaluate(seen))
            .extracting(JsonNode::asText)
            .containsExactly("TLS 1.3: true, " + results, "TLS 1.2: true, 1");
        assertThat(tab.complaints()).as("%s", screen).isEmpty();
      }
    }
  }

  @Test
  void barsBeginAtNothing() throws IOException {
    JsonNode axes =
        pages.evaluate(
            "connect",
            SCREENS.get(0),
            """
            [...document.querySelectorAll('canvas')].map((canvas) => Chart.getChart(canvas))
              .filter(({ options }) => options.scales.x.stacked)
              .map(({ scales: { x } }) => x.min)""");

    assertThat(axes).isNotEmpty().allMatch(least -> least.asDouble() == 0);
  }

  @Test
  void drawsNoLineThroughPointsThatMayLieAnywhereAndNoAxisThatFlattens() throws IOException {
    JsonNode chart =
        pages.evaluate(
            "unsteady",
            SCREENS.get(0),
            """
            (() => {
              const { data, scales } = Chart.getChart(document.querySelector('.lead canvas'));
              return [...data.datasets.map(({ label, showLine }) => `${label}: ${showLine}`), scales.y.type];
            })()""");

    assertThat(chart)
        .extracting(JsonNode::asText)
        .containsExactly(
            "TLS 1.3: false", "TLS 1.2: true", "control (plain text again): true", "logarithmic");
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "bulk"})
  void theDifferencesAreSeenWholeOnALargeScreen(String page) throws IOException {
    JsonNode cut =
        pages.evaluate(
            page,
            SCREENS.get(0),
            """
            [...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth)
              .map((box) => box.getAttribute('aria-label'))""");

    assertThat(cut).isEmpty();
  }
}
