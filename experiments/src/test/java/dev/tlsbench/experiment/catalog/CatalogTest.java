package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.report.ExperimentResult.Cell;
import dev.tlsbench.experiment.report.ExperimentResult.Table;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reading and filling of definitions. */
class CatalogTest {
  private static final String DEFINITION =
      """
      title: A title
      question: A question?
      source: Somebody
      system: Something
      size: 100 records
      bindings: [mysql-tls]
      steps:
        one: connect -n 20
        two: >-
          compare --load
          -p all=some
      tables:
        - title: Some
          columns: [kind, published, figure]
          rows:
            - [one, 5 s, "=one:tls.total"]
            - [two, "", "=two:tls.total"]
      """;

  @TempDir private Path folder;

  private Experiment experiment(String yaml) throws IOException {
    Files.writeString(folder.resolve("mine.yaml"), yaml);
    return new Catalog(folder).read("mine");
  }

  private static void refused(ThrowingCallable read, String... words) {
    assertThatThrownBy(read).isInstanceOf(InvalidSettingException.class).message().contains(words);
  }

  /** Figures of a step that measured a single one. */
  private static StepFigures total(double low, double value, double high) {
    NamedFigure total =
        new NamedFigure("tls", "total", Unit.MICROS, value, low, high, false, false);
    return new StepFigures(
        List.of(total),
        null,
        List.of(),
        List.of(),
        RunRecord.of("", Instant.EPOCH, Duration.ZERO, true, List.of(), List.of()));
  }

  @Test
  void splitsTheCommandsOfStepsInTheirOrder() throws IOException {
    assertThat(experiment(DEFINITION).commands())
        .containsExactly(
            Map.entry("one", List.of("connect", "-n", "20")),
            Map.entry("two", List.of("compare", "--load", "-p", "all=some")));
  }

  @Test
  void fillsTablesWithFiguresOfStepsAndLeavesTheRestEmpty() throws IOException {
    Table table = experiment(DEFINITION).tables(Map.of("one", total(9, 10, 11))).get(0);
    assertThat(table.title()).isEqualTo("Some");
    assertThat(table.rows())
        .containsExactly(
            List.of(
                new Cell("one", null),
                new Cell("5 s", null),
                new Cell(null, new Figure(10, 9.0, 11.0, Unit.MICROS))),
            List.of(new Cell("two", null), new Cell("", null), new Cell(null, null)));
  }

  @Test
  void readsAFileOfOnesOwnByItsPath() throws IOException {
    String file = Files.writeString(folder.resolve("own.yaml"), DEFINITION).toString();
    assertThat(new Catalog(folder.resolve("elsewhere")).read(file).title()).isEqualTo("A title");
    assertThat(Catalog.name(file)).isEqualTo("own");
    assertThat(Catalog.name("mysql-go-tls")).isEqualTo("mysql-go-tls");
  }

  @Test
  void refusesAnExperimentThatIsNotThere() throws IOException {
    experiment(DEFINITION);
    refused(() -> new Catalog(folder).read("yours"), "no experiment 'yours'; choose one of mine");
  }

  @Test
  void refusesAFileWithoutEnd() throws IOException {
    Path file = Files.createSymbolicLink(folder.resolve("endless.yaml"), Path.of("/dev/zero"));
    refused(
        () -> new Catalog(folder).read("endless"),
        file + ": is longer than 1 MiB, too long for a definition");
  }

  @Test
  void refusesAFieldThatDefinitionsDoNotHave() {
    refused(() -> experiment(DEFINITION + "colour: red\n"), "mine.yaml: line ", "colour");
  }

  @Test
  void refusesBrokenReferencesRowsAndStepsBeforeTheRun() {
    Map<String, String> wrong =
        Map.of(
            "=one:tls.total -> =steps:total", "'=steps:total' is no figure",
            "=one:tls.total -> =total", "'=total' is no figure",
            "[kind, published, figure] -> [kind, figure]", "a row lacks cells or has too many",
            "connect -n 20 -> serve", "step 'one': runs none of connect, ",
            "one: connect -> ../one: connect", "step '../one': its name has other characters",
            "two: >- -> one: >-", "Duplicate field 'one'",
            "bindings: [mysql-tls] -> bindings: []", "bindings: is empty");
    wrong.forEach(
        (change, message) -> {
          String[] parts = change.split(" -> ", 2);
          refused(() -> experiment(DEFINITION.replace(parts[0], parts[1])), message);
        });
  }

  @Test
  void showsNoUrlThatStandsInPlaceOfAName() {
    assertThatThrownBy(() -> new Catalog(folder).read("mysql://bench:secret@db/ycsb"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("name comes first")
        .hasMessageNotContaining("secret");
  }

  @Test
  void refusesAFieldWithoutAValue() {
    for (String wrong :
        List.of(
            DEFINITION.replace("title: A title", "title:"),
            DEFINITION.replace("columns: [kind, published, figure]", "columns: ~"),
            DEFINITION.replace("[one, 5 s, ", "[one, ~, "),
            DEFINITION.replace("connect -n 20", "~"))) {
      refused(() -> experiment(wrong), "has no value");
    }
    refused(() -> experiment(""), "mine.yaml: ");
  }
}
