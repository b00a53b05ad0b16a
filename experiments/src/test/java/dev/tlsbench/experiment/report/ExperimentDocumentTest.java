package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Publication;
import dev.tlsbench.experiment.report.ExperimentResult.Step;
import dev.tlsbench.experiment.report.ExperimentResult.Table;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.page.MarkdownPage;
import dev.tlsbench.report.page.TextPage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The report on a published experiment. */
class ExperimentDocumentTest {
  private static final Cell MISSING = new Cell(null, null);
  private static final Cell TEN = new Cell(null, new Figure(10, 9.0, 11.0, Unit.MICROS));

  private static Cell text(String text) {
    return new Cell(text, null);
  }

  static Document document(boolean complete, @Nullable String tlsRemark) {
    return document(complete, tlsRemark, List.of());
  }

  private static Document document(boolean complete, @Nullable String tlsRemark, List<Step> steps) {
    Table table =
        new Table(
            "Time of each suite",
            List.of("suite", "published", "plain", "TLS"),
            List.of(
                List.of(text("original"), text("4 s"), text(""), text("")),
                List.of(text("aes"), text(""), TEN, MISSING),
                List.of(text("rc4"), text(""), MISSING, MISSING),
                List.of(text("3des"), text(""), MISSING, MISSING),
                List.of(text("3des"), text(""), MISSING, MISSING)));
    Table resumed =
        new Table(
            "Resumed connections", List.of("suite", "TLS"), List.of(List.of(text("aes"), MISSING)));
    ServerFacts server =
        new ServerFacts(
            "MySQL", "9", false, 1, true, Map.of(), Map.of(), Map.of(), null, tlsRemark);
    return ExperimentDocument.of(
        new ExperimentResult(
            ExperimentResult.SCHEMA_VERSION,
            new Publication("toy", "A toy", "Its cost?", "A paper", "A server", "Small", List.of()),
            RunRecord.of(
                "tlsbench run toy", Instant.EPOCH, Duration.ZERO, complete, List.of(), List.of()),
            server,
            steps,
            List.of(table, resumed)),
        SampleResult.environment());
  }

  @Test
  void namesTheRowsWithoutAFigureInOneSentence() {
    String text = TextPage.render(document(true, null));

    assertThat(text)
        .contains("  Not offered by this server or client: rc4, 3des.\n")
        .contains("  Not offered by this server or client: Resumed connections.\n")
        .containsPattern("\n  original +4 s")
        .containsPattern("\n  aes .*10")
        .doesNotContainPattern("\n  (rc4|3des)");
    assertThat(MarkdownPage.render(document(true, null))).doesNotContain("| rc4");
  }

  @Test
  void blamesNobodyForRowsOfARunThatWasInterrupted() {
    assertThat(TextPage.render(document(false, null))).contains("  Not measured: rc4, 3des.\n");
  }

  private static Step step(String name, String... leftOut) {
    return new Step(name, "tlsbench connect", null, List.of(leftOut), List.of(), List.of());
  }

  @Test
  void namesAllPartsThatWereOmittedForOneReasonInOneLine() {
    List<Step> steps =
        List.of(
            step(
                "near",
                "a-resumed: no session",
                "own-resumed: none by it",
                "b-resumed: no session"),
            step("far", "a-resumed: no session", "b-resumed: no session"),
            step("tls", "the server has no TLS"));

    assertThat(TextPage.render(document(true, null, steps)))
        .contains(
            """
            Left out:
              near, far: a-resumed, b-resumed: no session
              near: own-resumed: none by it
              tls: the server has no TLS
            """);
  }

  @Test
  void saysFirstThatTheServerIsNotARealOne() {
    assertThat(MarkdownPage.render(document(true, "Its TLS is a toy.")))
        .containsSubsequence("# A toy", "> [!CAUTION]", "> - Its TLS is a toy.", "## The figures");
    assertThat(document(true, null).notices()).isEmpty();
  }
}
