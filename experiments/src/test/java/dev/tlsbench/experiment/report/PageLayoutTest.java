package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.experiment.command.Tlsbench;
import dev.tlsbench.experiment.report.Browser.Screen;
import dev.tlsbench.measure.Servers;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.SavedDocument;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.SideBySide;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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

  private static final Map<String, URI> PAGES = new LinkedHashMap<>();
  private static String script = "";
  private static @Nullable Browser browser;

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
    Optional<Path> executable = Browser.executable();
    Assumptions.assumeTrue(
        executable.isPresent(), "no Chromium on the PATH: the layout of pages was not tested");
    script = Files.readString(SAVED.resolve("layout.js"));
    PAGES.clear();
    write(folder, "compare", run(compare()));
    write(folder, "near", run(SampleResult.compare().variant("tls13", 0.959, 0.006)));
    write(folder, "sweep", run(compare().over("threads", "1", "4", "16", "64")));
    write(
        folder,
        "unsteady",
        run(
            SampleResult.compare()
                .variant("tls13", 1.4, 0.7)
                .variant("tls12", 30, 0.1)
                .over("threads", "1", "4", "16")));
    write(folder, "bulk", run(compare().rowsPerOperation(10).ignoredErrors(1_234_567)));
    write(
        folder,
        "unusable",
        run(compare().problem("90 of 100 operations failed. " + LONG).interrupted()));
    write(folder, "long", run(compare().variant(LONG, 0.9, 0.01).serverVersion(LONG.repeat(9))));
    write(folder, "connections", run(compare().connectionsOnly()));
    write(
        folder,
        "together",
        SideBySide.of(
            Map.of(
                "20261121T101500Z-compare", run(compare()),
                "after", run(compare().variant("only-here", 0.8, 0.02)))));
    EmbeddedMySql server = Servers.mySql();
    command(folder, "connect", server.url(), "--connections", "8", "--warm-up", "0s");
    command(folder, "probe", server.url(), "--handshakes", "1");
    command(
        folder,
        "predict",
        "--from",
        "mysql-9.7",
        "--request",
        "300",
        "--reply",
        "4k",
        "--rate",
        "400",
        "--operations-per-connection",
        "50");
    for (String kind : List.of("run", "tap", "jmh")) {
      write(folder, kind, SavedDocument.read(SAVED.resolve(kind)).document());
    }
    browser = Browser.start(executable.orElseThrow(), folder.resolve("profile"));
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  private static Document run(SampleResult sample) {
    return RunDocument.of(sample.build(), SampleResult.environment());
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
      PAGES.put(args[0], folders.findFirst().orElseThrow().resolve(SavedDocument.HTML).toUri());
    }
  }

  private static void write(Path folder, String name, Document document) throws IOException {
    Path file = folder.resolve(name + ".html");
    Files.writeString(file, HtmlPage.render(document));
    PAGES.put(name, file.toUri());
  }

  private static Tab open(String page, Screen screen) {
    URI address = PAGES.get(page);
    if (browser == null || address == null) {
      throw new IllegalStateException("there is no page " + page);
    }
    return browser.open(address, screen, script);
  }

  private static void assertNothing(String page, String expression) {
    List<String> found = new ArrayList<>();
    for (Screen screen : SCREENS) {
      try (Tab tab = open(page, screen)) {
        for (JsonNode flaw : tab.evaluate(expression)) {
          found.add(page + ", " + screen + ": " + flaw.asText());
        }
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
        "run",
        "tap",
        "jmh"
      })
  void noTextLiesOverAnotherAndTablesKeepTheirFirstColumn(String page) {
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
        "run",
        "tap",
        "jmh"
      })
  void theFirstScreenHoldsHeadlineChartAndTrust(String page) {
    assertNothing(page, "unseenAtFirst()");
  }

  @Test
  void barsBeginAtNothingAndAnyOtherAxisSaysWhereItBegins() {
    try (Tab tab = open("near", SCREENS.get(0))) {
      JsonNode axes =
          tab.evaluate(
              """
              [...document.querySelectorAll('canvas')].map((canvas) => Chart.getChart(canvas))
                .filter(({ options }) => options.scales.x.stacked || options.plugins.moments)
                .map(({ config, scales: { x, y } }) => (config.type === 'bar' ? `${x.min}` : `${y.min}: ${y.options.title.text.join(' ')}`))""");

      assertThat(axes)
          .extracting(JsonNode::asText)
          .containsExactly("0", "10000: operations a second (axis begins at 10,000)");
    }
  }

  @Test
  void drawsNoLineThroughPointsThatMayLieAnywhereAndNoAxisThatFlattens() {
    try (Tab tab = open("unsteady", SCREENS.get(0))) {
      JsonNode chart =
          tab.evaluate(
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
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "long"})
  void savesTheCardAsAPicture(String page) {
    try (Tab tab = open(page, SCREENS.get(1))) {
      JsonNode picture =
          tab.evaluate(
              """
              new Promise((done) => {
                const link = document.querySelector('.card a');
                link.click();
                const saved = () => {
                  if (!link.download) return requestAnimationFrame(saved);
                  const image = new Image();
                  image.src = link.href;
                  return image.decode().then(() => done([link.download, image.naturalWidth, image.naturalHeight]));
                };
                saved();
              })""");

      assertThat(picture)
          .extracting(JsonNode::asText)
          .containsExactly("tlsbench.png", "1200", "630");
      assertThat(tab.complaints()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "bulk"})
  void theDifferencesAreSeenWholeOnALargeScreen(String page) {
    try (Tab tab = open(page, SCREENS.get(0))) {
      JsonNode cut =
          tab.evaluate(
              """
              [...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth)
                .map((box) => box.getAttribute('aria-label'))""");

      assertThat(cut).isEmpty();
    }
  }
}
