package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.FigureRules;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.MarkdownPage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The matrix of costs, whose pages are those of the kept results; without results there are none.
 */
class CostsPageTest {
  private static final Path KEPT = Path.of("..", "docs", "results", "costs");
  private static final Path RECORDED =
      Path.of("src/test/resources/recorded/apsaradb-mongodb-tls/connect/result.json");
  private static final long MOST_BYTES = 5_000_000;

  @TempDir private Path folder;

  /** {@code research/costs --page} sets the property, and writes the pages so. */
  @Test
  void pagesAreThoseOfTheKeptResults() throws IOException {
    Path file = KEPT.resolveSibling("costs.md");
    Path page = KEPT.resolveSibling("costs.html");
    if (!hasCells()) {
      assertThat(file).doesNotExist();
      assertThat(page).doesNotExist();
      return;
    }
    Document document = CostsDocument.of(KEPT);
    String markdown = MarkdownPage.render(document);
    String html = HtmlPage.render(document);
    if (Boolean.getBoolean("tlsbench.costs.write")) {
      Files.writeString(file, markdown);
      Files.writeString(page, html);
    }

    assertThat(Files.readString(file)).as("run research/costs --page").isEqualTo(markdown);
    assertThat(words(Files.readString(page)))
        .as("run research/costs --page")
        .isEqualTo(words(html));
    assertThat(violations(document)).isEmpty();
  }

  /** Returns true if there is a result of a cell: {@code SERVER/CELL/STEP/result.json.gz}. */
  private static boolean hasCells() throws IOException {
    try (Stream<Path> files = Files.walk(KEPT)) {
      return files.anyMatch(
          file -> file.endsWith("result.json.gz") && KEPT.relativize(file).getNameCount() == 4);
    }
  }

  /** Returns a page without style and scripts, which change without the results. */
  private static String words(String html) {
    return html.replaceAll("(?s)<(style|script)\\b.*?</\\1>|<meta[^>]*>|Made by tlsbench \\S+", "");
  }

  private static List<String> violations(Document document) throws IOException {
    return FigureRules.violations(Json.mapper().readTree(Json.bytes(document)));
  }

  @Test
  void keptResultsStaySmall() throws IOException {
    try (Stream<Path> files = Files.walk(KEPT)) {
      assertThat(files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum())
          .isLessThan(MOST_BYTES);
    }
  }

  @Test
  void showsAMeasuredCellAmongOthers() throws Exception {
    keepCell("mysql-9.7/17-jdk");
    Document document = CostsDocument.of(folder);
    String page = MarkdownPage.render(document);

    assertThat(violations(document)).isEmpty();
    assertThat(page)
        .contains(
            "TLS 1.3 of the JDK adds to a 1 KB read: **+17.6\u00a0%\u00a0±\u00a01.5\u00a0%** (MySQL 9.7, JDK 17).",
            "Measured: 1 of 40 cells.",
            "## The matrix (measured: 1 of 40 cells)",
            "| server, JDK | 1 KB read | new connection | new connection, driver's own TLS | resumed"
                + " connection | resumed connection, driver's own TLS | 1 MiB read |",
            "| MySQL 9.7, JDK 17 | +17.6\u00a0±\u00a01.5 | +600\u00a0±\u00a0200 | +600\u00a0±\u00a0200"
                + " | no resumption | no such handshake | +17.6\u00a0±\u00a01.5 |",
            "<code>mysql-9.7/17-jdk</code> | 2026-11-21 | MySQL 9.7.0 | 17.0.15+6 |",
            "The control, the baseline against itself, shows ")
        .doesNotContain("not measured", "JDK 25");
  }

  @Test
  void aCellThatLacksAStepIsNotCounted() throws Exception {
    keep("mysql-9.7/17-jdk", "read", reads());

    assertThat(MarkdownPage.render(CostsDocument.of(folder)))
        .contains("| MySQL 9.7, JDK 17 | +17.6\u00a0±\u00a01.5 | not measured |")
        .contains("Measured: 0 of 40 cells.");
  }

  static Stream<Arguments> unusable() throws IOException {
    JsonNode rehearsal = reads();
    run(rehearsal).put("durationSeconds", 8.1);
    JsonNode few = connections();
    ((ObjectNode) few.get("setup")).put("connections", 10);
    JsonNode busy = reads();
    run(busy).put("exitCode", 4).putArray("problems").add("it was busy");
    return Stream.of(
        Arguments.of("mysql-9.7/17-jdk", rehearsal, "a rehearsal, or it broke off"),
        Arguments.of("mysql-9.7/17-jdk", few, "a rehearsal, or it broke off"),
        Arguments.of("mysql-9.7/17-jdk", busy, "must not be used (it was busy)"),
        Arguments.of("mysql-9.7/25-jdk", reads(), "measured on JDK 17.0.15+6 instead of 25"),
        Arguments.of("mysql-9.7/17-openssl", reads(), "has no tls13@openssl.typical"));
  }

  @ParameterizedTest(name = "{2}")
  @MethodSource("unusable")
  void refuses(String cell, JsonNode result, String why) throws IOException {
    keep(cell, "read", result);

    assertThatThrownBy(() -> CostsDocument.of(folder))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(folder.resolve(cell).resolve("read").toString())
        .hasMessageContaining(why);
  }

  private void keepCell(String cell) throws Exception {
    keep(cell, "read", reads());
    keep(cell, "bulk", reads());
    keep(cell, "connect", connections());
  }

  /** Returns a comparison whose ratio of medians stands for that of the typical operation. */
  private static JsonNode reads() throws IOException {
    JsonNode result = tree(SampleResult.compare().variant("tls13@jdk", 0.85, 0.01).build());
    for (JsonNode variant : result.at("/points/0/variants")) {
      ObjectNode ratios = (ObjectNode) variant.get("ratios");
      if (ratios.has("p50")) {
        ratios.set("typical", ratios.get("p50"));
      }
    }
    // As those of version 2, whose figures are made when they are read.
    ((ObjectNode) result).remove("figures");
    return result;
  }

  /** Returns a recorded result with the names of variants that {@code research/costs} has. */
  private static JsonNode connections() throws IOException {
    JsonNode result = Json.mapper().readTree(RECORDED.toFile());
    run(result).put("durationSeconds", 60);
    ((ObjectNode) result.get("setup")).put("connections", 1_000);
    change(result, "tls-full", kind -> kind.put("name", "tls13@jdk-full"));
    change(
        result,
        "tls-resumed",
        kind ->
            kind.put("name", "tls13@jdk-resumed")
                .put("unavailable", "the server resumed no session in 234 connections"));
    ObjectNode full = result.at("/kinds/1").deepCopy();
    ObjectNode resumed = full.deepCopy();
    resumed.putObject("parts");
    ((ArrayNode) result.get("kinds"))
        .add(full.put("name", "tls13@driver-full"))
        .add(resumed.put("name", "tls13@driver-resumed"));
    return result;
  }

  private static void change(JsonNode result, String kind, Consumer<ObjectNode> edit) {
    for (JsonNode one : result.get("kinds")) {
      if (one.get("name").asText().equals(kind)) {
        edit.accept((ObjectNode) one);
      }
    }
  }

  private static ObjectNode run(JsonNode result) {
    return (ObjectNode) result.get("run");
  }

  private static JsonNode tree(Record value) throws IOException {
    return Json.mapper().readTree(Json.bytes(value));
  }

  private void keep(String cell, String step, JsonNode result) throws IOException {
    Path own = Files.createDirectories(folder.resolve(cell).resolve(step));
    write(own.resolve("result.json.gz"), result);
    write(own.resolve("environment.json.gz"), tree(SampleResult.environment()));
  }

  private static void write(Path file, JsonNode content) throws IOException {
    try (OutputStream packed = new GZIPOutputStream(Files.newOutputStream(file))) {
      packed.write(Json.bytes(content));
    }
  }
}
