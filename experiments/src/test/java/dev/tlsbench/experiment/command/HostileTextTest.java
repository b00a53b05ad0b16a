package dev.tlsbench.experiment.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tlsbench.client.output.Redaction;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.experiment.tap.TapTable;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.measure.tap.TapSummary;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.TappedConnection.Beginning;
import dev.tlsbench.relay.TappedConnection.Kind;
import dev.tlsbench.relay.TappedConnection.Times;
import dev.tlsbench.relay.TappedConnection.Transfer;
import dev.tlsbench.relay.witness.ClientOffer;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.relay.witness.WitnessedTls.Choice;
import dev.tlsbench.relay.witness.WitnessedTls.Handshake;
import dev.tlsbench.relay.witness.WitnessedTls.Traffic;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Look;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Notice.Weight;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.gate.JUnitFile;
import dev.tlsbench.report.json.Escapes;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.page.HtmlPage;
import dev.tlsbench.report.page.MarkdownPage;
import dev.tlsbench.report.page.TextPage;
import dev.tlsbench.ycsb.session.TlsSection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/**
 * Texts that drive a terminal, forge a line or reorder the others, on each way out. Every text
 * contains a line break and a forged line.
 */
@Tag("any-jdk")
class HostileTextTest {
  private static final String FORGED = "FORGED";

  /** Line breaks are checked apart, as each way out has its own; a tab in a message is harmless. */
  private static final Pattern DANGEROUS =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\x{fffe}\\x{ffff}&&[^\\n\\t]]");

  private static final Pattern MARKUP = Pattern.compile("(?<!\\\\)(?:\\\\\\\\)*([|`<\\[*_])");

  private static final int TEXTS = 30;
  private static final String HARMLESS = "CN=x";

  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("texts")
  @Retention(RetentionPolicy.RUNTIME)
  private @interface EachText {}

  static Stream<String> texts() {
    return IntStream.range(0, TEXTS).mapToObj(HostileTextTest::text);
  }

  private static String text(int seed) {
    Random random = new Random(seed);
    String[] parts = {
      "\u001b[2J",
      "\u001b]0;owned\u0007",
      "\u009b31m",
      "\u0000",
      "\b\u007f",
      "\r",
      "\t",
      "\u0085",
      "\u2028",
      "\u2029",
      "\u202e",
      "\u2066",
      "\u200e",
      "\u061c",
      "\u200b",
      "\ufeff",
      "\u00ad",
      "\ud83d",
      "\udc00",
      "\ufffe",
      "\udb40\udc41",
      "|",
      "`",
      "*_[a](http://x)",
      "<script>x()</script>",
      "</script><!--",
      "&lt;",
      "\"'>",
      "]]>",
      "\\",
      "%s%n",
      "é😀",
      " "
    };
    StringBuilder text = new StringBuilder("CN=");
    for (int i = 0; i < 12; i++) {
      text.append(parts[random.nextInt(parts.length)]);
    }
    String[] breaks = {"\n", "\r\n", "\r", "\u0085", "\u2028", "\u000b", "\f"};
    return text.append(breaks[seed % breaks.length]).append(FORGED).toString();
  }

  private static void assertHarmless(String output) {
    assertThat(DANGEROUS.matcher(output).results().map(found -> found.group()))
        .as(Escapes.of(output))
        .isEmpty();
    assertThat(output.lines().map(line -> line.replaceFirst("^[\\s>|*#-]+", "")))
        .noneMatch(line -> line.startsWith(FORGED));
  }

  @Test
  void escapesTheSameCharactersEverywhere() {
    for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
      String text = Character.toString(c);
      assertThat(Escapes.of(text)).isEqualTo(OneLine.escape(text));
      boolean dangerous = text.equals("\n") || DANGEROUS.matcher(text).find();
      assertThat(dangerous && Escapes.of(text).equals(text)).as("U+%04x", c).isFalse();
    }
  }

  @EachText
  void onATerminal(String text) {
    assertHarmless(TextPage.render(document(text)));
  }

  @EachText
  void inMarkdown(String text) {
    String page = MarkdownPage.render(document(text));

    assertHarmless(page);
    assertThat(page.lines().count())
        .isEqualTo(MarkdownPage.render(document(HARMLESS)).lines().count());
    assertThat(markup(page)).isEqualTo(markup(MarkdownPage.render(document(HARMLESS))));
  }

  /** Returns the characters of markup outside of indented code and HTML. */
  private static List<String> markup(String page) {
    return page.lines()
        .filter(line -> !line.startsWith("    ") && !line.startsWith("<details>"))
        .flatMap(line -> MARKUP.matcher(line).results())
        .map(found -> found.group(1))
        .toList();
  }

  @EachText
  void inHtml(String text) {
    String page = HtmlPage.render(document(text));
    String harmless = HtmlPage.render(document(HARMLESS));

    assertThat(DANGEROUS.matcher(page).results().count())
        .isEqualTo(DANGEROUS.matcher(harmless).results().count());
    assertThat(page.lines().count()).isEqualTo(harmless.lines().count());
    assertThat(elements(page)).isEqualTo(elements(harmless));
  }

  /** Counts elements, without those by which a long name may break. */
  private static long elements(String page) {
    return page.replace("_<wbr>", "_").chars().filter(c -> c == '<').count();
  }

  @EachText
  void inTheXmlOfJUnit(String text) throws Exception {
    Path file = directory.resolve("junit.xml");
    JUnitFile.create(file, "tlsbench compare")
        .write(
            RunRecord.of(text, Instant.EPOCH, Duration.ZERO, false, List.of(text), List.of(text))
                .limitedBy(List.of(new LimitCheck(text, LimitCheck.Outcome.BROKEN, text))));

    assertHarmless(Files.readString(file));
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    Element broken = (Element) suite.getElementsByTagName("failure").item(0);
    assertThat(broken.getAttribute("message")).isEqualTo(Escapes.of(text));
    assertThat(suite.getElementsByTagName("error").item(0).getTextContent())
        .isEqualTo(Escapes.of(text));
  }

  @EachText
  void inTheTableOfATap(String text) {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    TapSummary summary = new TapSummary(List.of());
    summary.add(tapped(text));
    new TapTable(new PrintStream(terminal, true, UTF_8)).show(summary, Duration.ofSeconds(1));

    String table = terminal.toString(UTF_8).replaceAll("\r?\u001b\\[(?:K|J|\\?7[lh])", "");
    assertHarmless(table);
    assertThat(table.lines()).hasSize(2);
  }

  @EachText
  void inTheJsonOfATap(String text) throws IOException {
    String line = Json.line(TapResult.Seen.of(tapped(text)));

    assertHarmless(line);
    assertThat(line).doesNotContain("\n");
    JsonNode json = new ObjectMapper().readTree(line);
    assertThat(json.at("/serverVersion").asText()).isEqualTo(text);
    assertThat(json.at("/tls/offer/serverName").asText()).isEqualTo(text);
    assertHarmless(new String(Json.bytes(TapResult.Seen.of(tapped(text))), UTF_8));
  }

  @EachText
  void inTheTlsSectionOfYcsb(String text) {
    TlsLedger ledger = new TlsLedger();
    NegotiatedTls.Peer peer = new NegotiatedTls.Peer(text, text, Instant.EPOCH);
    ledger.record(
        new TlsConnection(
            "h",
            1,
            Duration.ZERO,
            Duration.ZERO,
            new NegotiatedTls(TlsProvider.JDK, text, text, text, false, false, peer),
            null));

    assertThat(TlsSection.lines(TlsSettings.builder().enabled(true).build(), ledger))
        .hasSize(11)
        .allSatisfy(HostileTextTest::assertHarmless)
        .allMatch(line -> line.startsWith("[TLS], ") && !line.contains("\n"))
        .contains("[TLS], PeerSubject, " + Escapes.of(text));
  }

  @EachText
  void inErrorsAndStackTraces(String text) {
    Redaction redaction = new Redaction(Map.of());
    Exception failure =
        new ConnectFailedException(text, new IOException(text, new SQLException(text)));
    failure.addSuppressed(new IllegalStateException(text));

    assertThat(List.of(redaction.line(text), String.valueOf(failure.getMessage())))
        .allSatisfy(HostileTextTest::assertHarmless)
        .noneMatch(line -> line.contains("\n"));
    assertThat(redaction.trace(failure).stream().map(line -> line.replaceFirst("^\t", "")))
        .allSatisfy(HostileTextTest::assertHarmless)
        .allMatch(
            line -> line.matches("(?:at |\\.\\.\\. \\d+ more|Caused by: |Suppressed: |dev\\.).*"));
  }

  @EachText
  void inAFailedCommand(String text) {
    CommandRun run = CommandRun.of("report", directory.resolve("x") + text, "--verbose");

    assertThat(run.exitCode()).isEqualTo(2);
    assertHarmless(run.err().replace("\n\tat ", "\n"));
    assertThat(run.err().lines().filter(line -> line.startsWith("tlsbench: "))).hasSize(1);
  }

  private static TappedConnection tapped(String text) {
    Traffic traffic = new Traffic(500, 5, 100, 300, 100);
    List<String> texts = List.of(text);
    return new TappedConnection(
        1,
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 1),
        null,
        new Beginning(Kind.TLS, text, text, true),
        new WitnessedTls(
            new ClientOffer(
                text,
                texts,
                texts,
                texts,
                texts,
                texts,
                ClientOffer.Session.NONE,
                false,
                text,
                text),
            new Choice(text, text, text, false, false),
            new Handshake(true, true, 1_000L),
            List.of(),
            traffic,
            traffic),
        text,
        new Times(Instant.EPOCH, null, Duration.ZERO, true),
        new Transfer(600, 400, 3));
  }

  /** Returns a document with the text in every place that is not the project's own. */
  private static Document document(String text) {
    Table open =
        Columns.of(List.of(Cell.of(text, 1), Cell.code(text)))
            .text(text, cell -> text)
            .cell(text, cell -> cell)
            .open(text);
    Table folded = Table.codes(text, text, Map.of(text, text));
    View view =
        new View.Intervals(
            text,
            text,
            Unit.RATIO,
            List.of(
                new View.Intervals.Row(
                    Look.variant(text, 0), new Figure(1, 0.9, 1.1, Unit.RATIO))));
    Block.Chart chart = new Block.Chart(text, text, text, List.of(view), open);
    return new Document(
        text,
        text,
        List.of(new Notice(Weight.STOP, text, List.of(text, text))),
        List.of(Sentence.of(text).strong(text)),
        List.of(new Notice(Weight.NOTE, text, List.of(text))),
        List.of(
            new Section(
                "section",
                text,
                true,
                List.of(
                    new Block.Text(text),
                    new Block.Bullets(List.of(text)),
                    new Block.Code(text),
                    chart,
                    folded))),
        Origin.UNKNOWN);
  }
}
