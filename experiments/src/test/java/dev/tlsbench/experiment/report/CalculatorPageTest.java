package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.report.Browser.Screen;
import dev.tlsbench.report.document.Beside;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Calculation;
import dev.tlsbench.report.document.Calculation.Input;
import dev.tlsbench.report.document.Calculation.Output;
import dev.tlsbench.report.document.Calculation.Parameter;
import dev.tlsbench.report.document.Calculation.Sum;
import dev.tlsbench.report.document.Calculation.Term;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Unit;
import dev.tlsbench.report.page.HtmlPage;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calculators of {@code report.html} in Chromium. */
@Tag("any-jdk")
@Tag("full")
class CalculatorPageTest {
  private static final Screen DESKTOP = new Screen(1280, 900, false);
  private static final Screen PHONE = new Screen(360, 740, false);
  private static final int DRAWS = 200;

  private static final Map<String, URI> PAGES = new LinkedHashMap<>();
  private static @Nullable Browser browser;

  @BeforeAll
  static void startBrowser(@TempDir Path folder) throws IOException {
    Optional<Path> executable = Browser.executable();
    Assumptions.assumeTrue(
        executable.isPresent(), "no Chromium on the PATH: calculators were not tested");
    PAGES.clear();
    write(folder, "costs", costs());
    write(folder, "units", units());
    browser = Browser.start(executable.orElseThrow(), folder.resolve("profile"));
  }

  @AfterAll
  static void stopBrowser() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Four inputs, three groups and four labels, as of a real report. */
  private static Calculation costs() {
    List<Input> inputs =
        List.of(
            new Input("roundTrip", "Round trip to the server", Unit.MICROS, 50, 200_000, 500, true),
            new Input("life", "Operations of a connection", Unit.NUMBER, 1, 1e6, 1000, true),
            new Input("rows", "Rows of an operation", Unit.NUMBER, 1, 1000, 10, true),
            new Input("reads", "Reads among operations", Unit.PERCENT, 0, 100, 95, false));
    List<Parameter> parameters = new ArrayList<>();
    List<Output> outputs = new ArrayList<>();
    parameters.add(parameter("base", 42, 0.8));
    double cost = 1;
    for (String group : List.of("TLS 1.3, AES-128-GCM", "TLS 1.3, ChaCha20", "TLS 1.2")) {
      cost += 0.3;
      String handshake = "handshake of " + group;
      String row = "row of " + group;
      parameters.add(parameter(handshake, 900 * cost, 30));
      parameters.add(parameter(row, 0.4 * cost, 0.03));
      Sum more =
          Sum.of(
              Term.of(1, handshake).over("life"),
              Term.of(2, "roundTrip").over("life"),
              Term.of(0.01, row, "rows", "reads"));
      Sum base = Sum.of(Term.of(1, "roundTrip"), Term.of(1, "base"), Term.of(0.2, "rows"));
      List<Term> all = new ArrayList<>(base.terms());
      all.addAll(more.terms());
      output(outputs, group, "time of an operation", Unit.RATIO, new Sum(all), base);
      output(outputs, group, "added time", Unit.MICROS, more, Sum.one());
      output(
          outputs,
          group,
          "client's CPU time",
          Unit.RATIO,
          Sum.of(Term.of(1, "base"), Term.of(1, row, "rows")),
          Sum.of(Term.of(1, "base")));
      output(outputs, group, "operations per second", Unit.PER_SECOND, Sum.of(Term.of(1e6)), base);
    }
    return new Calculation(inputs, parameters, outputs);
  }

  /** One number in every unit: small and large, negative, around 0, and without draws. */
  private static Calculation units() {
    List<Input> inputs =
        List.of(
            new Input("number", "Number", Unit.NUMBER, 1e-4, 2e10, 77.7, true),
            new Input("share", "Share", Unit.PERCENT, -5, 95, 12.25, false),
            new Input("fixed", "Fixed", Unit.RATIO, 1.05, 1.05, 1.05, true));
    List<Parameter> parameters =
        List.of(parameter("near1", 1, 0.07), parameter("near0", 0, 3), parameter("one", 1, 1e-4));
    List<Output> outputs = new ArrayList<>();
    for (Unit unit : Unit.values()) {
      String group = unit.name();
      Sum one = Sum.one();
      output(outputs, group, "positive", unit, Sum.of(Term.of(1, "number", "near1")), one);
      output(outputs, group, "negative", unit, Sum.of(Term.of(-1, "number", "near1")), one);
      output(outputs, group, "around 0", unit, Sum.of(Term.of(0.1, "share", "near0")), one);
      output(outputs, group, "without draws", unit, Sum.of(Term.of(1.005, "number")), one);
      output(
          outputs,
          group,
          "around 1",
          unit,
          Sum.of(Term.of(1, "one"), Term.of(0.001, "share", "near1")),
          Sum.of(Term.of(1, "fixed")));
      output(outputs, group, "no number", unit, one, Sum.of(Term.of(1, "share")));
      output(outputs, group, "no interval", unit, one, Sum.of(Term.of(1, "near0"), Term.of(0)));
    }
    return new Calculation(inputs, parameters, outputs);
  }

  private static Parameter parameter(String name, double value, double deviation) {
    Random random = new Random(name.hashCode());
    List<Double> draws = new ArrayList<>();
    for (int i = 0; i < DRAWS; i++) {
      draws.add(value + deviation * random.nextGaussian());
    }
    return new Parameter(name, value, draws);
  }

  private static void output(
      List<Output> outputs, String group, String label, Unit unit, Sum numerator, Sum denominator) {
    outputs.add(new Output(group + ": " + label, group, label, unit, numerator, denominator));
  }

  private static void write(Path folder, String name, Calculation calculation) throws IOException {
    Path file = folder.resolve(name + ".html");
    Document document =
        new Document(
            "tlsbench predict, 2026-11-21 10:15 UTC",
            "Costs of a workload",
            List.of(),
            List.of(),
            List.of(),
            List.of(
                new Section(
                    "costs",
                    "Your workload",
                    List.of(
                        new Block.Text("Ratios are to the same workload without TLS."),
                        new Block.Calculator(
                            "Costs of your own workload",
                            "Costs beside plain connections, with their 95 % intervals",
                            calculation)))),
            Beside.of(Map.of(), List.of()));
    Files.writeString(file, HtmlPage.render(document));
    PAGES.put(name, file.toUri());
  }

  private static Tab open(String page, Screen screen) {
    URI address = PAGES.get(page);
    if (browser == null || address == null) {
      throw new IllegalStateException("there is no page " + page);
    }
    return browser.open(address, screen);
  }

  /** Moves a slider to each of its steps; returns its text and those of all cells at each. */
  private static JsonNode slide(Tab tab, int slider) {
    return tab.evaluate(
        """
        (() => {
          const slider = document.querySelectorAll('.calculator input')[%d];
          const start = slider.value;
          const seen = [];
          for (let step = 0; step <= slider.max; step += 1) {
            slider.value = step;
            slider.dispatchEvent(new Event('input'));
            seen.push([slider.previousElementSibling.value,
              ...[...document.querySelectorAll('.calculator td')].map((cell) => cell.textContent)]);
          }
          slider.value = start;
          slider.dispatchEvent(new Event('input'));
          return seen;
        })()"""
            .formatted(slider));
  }

  /** Returns the texts of the page's table, computed in Java. */
  private static List<String> texts(Calculation calculation, Map<String, Double> inputs) {
    return calculation.outputs().stream()
        .map(output -> calculation.evaluate(output.name(), inputs).text())
        .toList();
  }

  private static double value(Input input, int step, int steps) {
    double part = (double) step / steps;
    double exact =
        input.logarithmic()
            ? input.low() * Math.pow(input.high() / input.low(), part)
            : input.low() + (input.high() - input.low()) * part;
    return step == 0
        ? input.low()
        : step == steps
            ? input.high()
            : input.logarithmic()
                ? new BigDecimal(exact).round(new MathContext(2)).doubleValue()
                : new BigDecimal(exact).setScale(0, RoundingMode.HALF_EVEN).doubleValue();
  }

  @Test
  void computesTheTextsOfJavaAtEveryStepOfEverySlider() {
    for (Map.Entry<String, Calculation> page :
        Map.of("costs", costs(), "units", units()).entrySet()) {
      Calculation calculation = page.getValue();
      try (Tab tab = open(page.getKey(), DESKTOP)) {
        for (int i = 0; i < calculation.inputs().size(); i++) {
          Input input = calculation.inputs().get(i);
          JsonNode seen = slide(tab, i);
          int steps = seen.size() - 1;
          int start =
              tab.evaluate("document.querySelectorAll('.calculator input')[" + i + "].value")
                  .asInt();
          for (int step = 0; step <= steps; step++) {
            double value = step == start ? input.value() : value(input, step, steps);
            List<String> expected = new ArrayList<>();
            expected.add(
                new Input(input.name(), "", input.unit(), value, value, value, false).text());
            expected.addAll(texts(calculation, Map.of(input.name(), value)));
            assertThat(seen.get(step))
                .as("%s, %s = %s", page.getKey(), input.name(), value)
                .extracting(JsonNode::asText)
                .containsExactlyElementsOf(expected);
          }
        }
        assertThat(tab.complaints()).isEmpty();
      }
    }
  }

  @Test
  void aSliderStandsAtItsStartAndEachStepChangesIt() {
    try (Tab tab = open("costs", DESKTOP)) {
      String texts =
          "[...document.querySelectorAll('.calculator output, .calculator td')]"
              + ".map((e) => e.textContent)";
      JsonNode start = tab.evaluate(texts);
      assertThat(start)
          .extracting(text -> text.asText().replace('\u00a0', ' '))
          .startsWith("500 µs", "1,000", "10", "95 %");

      for (int i = 0; i < 4; i++) {
        assertThat(slide(tab, i)).extracting(step -> step.get(0).asText()).doesNotHaveDuplicates();
      }

      assertThat(tab.evaluate(texts)).as("back at the start").isEqualTo(start);
    }
  }

  @Test
  void canBeReadByEarAndByKeyboard() {
    try (Tab tab = open("costs", DESKTOP)) {
      assertThat(
              tab.evaluate(
                      """
                      [...document.querySelectorAll('.calculator input')].every((slider) => {
                        slider.focus();
                        slider.stepUp();
                        slider.dispatchEvent(new Event('input'));
                        const output = slider.previousElementSibling;
                        return document.activeElement === slider && slider.labels[0].textContent
                          && output.htmlFor.value === slider.id && output.value !== output.defaultValue
                          && slider.getAttribute('aria-valuetext') === output.value;
                      })""")
                  .asBoolean())
          .isTrue();
    }
  }

  @Test
  void writesTheNumberBehindACell() {
    try (Tab tab = open("costs", DESKTOP)) {
      tab.evaluate(
          """
          (() => {
            const slider = document.querySelector('.calculator input');
            slider.value = 0;
            slider.dispatchEvent(new Event('input'));
          })()""");
      double expected =
          costs().evaluate(costs().outputs().get(0).name(), Map.of("roundTrip", 50.0)).value();

      assertThat(
              tab.evaluate("Number(document.querySelector('.calculator data').value)").asDouble())
          .isCloseTo(expected, within(1e-5));
    }
  }

  @Test
  void fitsAPhoneAndPaper() {
    try (Tab tab = open("costs", PHONE)) {
      assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
          .isLessThanOrEqualTo(360);
      assertThat(tab.evaluate("[...document.querySelectorAll('input')].map((i) => i.clientWidth)"))
          .allMatch(width -> width.asInt() > 200);

      tab.emulate("print", false);
      String display = "getComputedStyle(document.querySelector('.inputs %s')).display";
      assertThat(tab.evaluate(display.formatted("input")).asText()).isEqualTo("none");
      assertThat(tab.evaluate(display.formatted("output")).asText()).isNotEqualTo("none");
    }
  }
}
