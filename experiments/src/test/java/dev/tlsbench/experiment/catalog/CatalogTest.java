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
      bindings: [mysql-tls]
      scale: 0.1
      quantities:
        count: {original: "100"}
      lists:
        kinds: [one, two]
      needs:
        disk:
          - {bytes: 10, of: [count]}
      steps:
        - name: step-${kind}
          each: {kind: kinds}
          run: connect -n ${count} -p all=${kinds}
      tables:
        - title: ${count} of them
          columns: [kind, figure]
          rows:
            - each: {kind: kinds}
              cells: ["${kind}", "=step-${kind}:tls.total"]
      """;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path folder;

  private Experiment experiment(String yaml) throws IOException {
    Files.writeString(folder.resolve("mine.yaml"), yaml);
    return new Catalog(folder).read("mine");
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
  void fillsStepsForEveryValueOfTheirLists() throws IOException {
    assertThat(experiment(DEFINITION).plan(0.2).steps())
        .containsExactly(
            new Plan.Step("step-one", List.of("connect", "-n", "20", "-p", "all=one,two")),
            new Plan.Step("step-two", List.of("connect", "-n", "20", "-p", "all=one,two")));
  }

  @Test
  void addsUpRequiredSpace() throws IOException {
    assertThat(experiment(DEFINITION).plan(1).diskBytes()).isEqualTo(1000);
  }

  @Test
  void marksPublishedFiguresOfAnotherSize() throws IOException {
    String original = "          published: {size: count, with: 100 of them at sea}\n";
    assertThat(publishedAt(0.1, original))
        .containsExactly("Some (* published with 100 of them at sea)", "5 s *", "6 s *", "", "a");
    assertThat(publishedAt(1, original)).containsExactly("Some", "5 s", "6 s", "", "a");
    assertThat(publishedAt(1, "          published: {with: another machine}\n"))
        .containsExactly("Some (* published with another machine)", "5 s *", "6 s *", "", "a");
    assertThat(publishedAt(0.1, "")).containsExactly("Some", "5 s", "6 s", "", "a");
    assertThatThrownBy(() -> publishedAt(1, "          published: {size: weight, with: one}\n"))
        .hasMessage("catalog: no quantity is named 'weight'");
  }

  private List<String> publishedAt(double scale, String published) throws IOException {
    String table =
        "        - title: Some\n"
            + published
            + "          columns: [kind, published time, here]\n"
            + "          rows:\n"
            + "            - cells: [ours, 5 s, a]\n"
            + "            - cells: [\"published: theirs\", \"\", 6 s]\n";
    String yaml = DEFINITION + table.replaceAll("(?m)^ {6}", "");
    Table made = experiment(yaml).plan(scale).tables(Map.of()).get(1);
    List<List<Cell>> rows = made.rows();
    return List.of(
        made.title(),
        String.valueOf(rows.get(0).get(1).text()),
        String.valueOf(rows.get(1).get(2).text()),
        String.valueOf(rows.get(1).get(1).text()),
        String.valueOf(rows.get(0).get(2).text()));
  }

  @Test
  void fillsTablesWithFiguresOfStepsAndLeavesTheRestEmpty() throws IOException {
    Table table =
        experiment(DEFINITION).plan(1).tables(Map.of("step-one", total(9, 10, 11))).get(0);
    assertThat(table.title()).isEqualTo("100 of them");
    assertThat(table.rows()).hasSize(2);
    assertThat(table.rows().get(0).get(0).text()).isEqualTo("one");
    assertThat(table.rows().get(0).get(1).figure())
        .isEqualTo(new Figure(10, 9.0, 11.0, Unit.MICROS));
    assertThat(table.rows().get(1).get(1).figure()).isNull();
  }

  @Test
  void readsAFileOfOnesOwnByItsPath() throws IOException {
    Path file = Files.writeString(folder.resolve("own.yaml"), DEFINITION);
    assertThat(new Catalog(folder.resolve("elsewhere")).read(file.toString()).publication().name())
        .isEqualTo("own");
  }

  @Test
  void refusesAnExperimentThatIsNotThere() throws IOException {
    experiment(DEFINITION);
    assertThatThrownBy(() -> new Catalog(folder).read("yours"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("no experiment 'yours'; choose one of mine");
  }

  @Test
  void refusesAFileWithoutEnd() throws IOException {
    Path file = Files.createSymbolicLink(folder.resolve("endless.yaml"), Path.of("/dev/zero"));
    assertThatThrownBy(() -> new Catalog(folder).read("endless"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(file + ": is longer than 1 MiB, too long for a definition");
  }

  @Test
  void refusesAFieldThatDefinitionsDoNotHave() {
    assertThatThrownBy(() -> experiment(DEFINITION + "colour: red\n"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("mine.yaml: line ")
        .hasMessageContaining("colour");
  }

  @Test
  void refusesABlankThatNothingFills() throws IOException {
    Experiment wrong = experiment(DEFINITION.replace("-n ${count}", "-n ${number}"));
    assertThatThrownBy(() -> wrong.plan(1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("'number'");
  }

  @Test
  void refusesBrokenReferencesAndRowsBeforeTheRun() throws IOException {
    Experiment noStep = experiment(DEFINITION.replace("=step-${kind}:tls.total", "=steps:total"));
    assertThatThrownBy(() -> noStep.plan(1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("no step 'steps'");
    Experiment noFigure = experiment(DEFINITION.replace("=step-${kind}:tls.total", "=total"));
    assertThatThrownBy(() -> noFigure.plan(1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("'=total'");
    Experiment shortRow = experiment(DEFINITION.replace("[kind, figure]", "[kind, figure, more]"));
    assertThatThrownBy(() -> shortRow.plan(1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("a row ");
  }

  @Test
  void refusesDefinitionsThatCannotBeScaled() {
    for (String wrong :
        List.of(
            DEFINITION.replace("scale: 0.1", "scale: 1"),
            DEFINITION.replace("bindings: [mysql-tls]", "bindings: []"),
            DEFINITION.replace("{original: \"100\"}", "{original: \"0\"}"),
            DEFINITION.replace("{original: \"100\"}", "{original: \"100\", usual: 5s}"),
            DEFINITION.replace("{original: \"100\"}", ""),
            DEFINITION.replace("kinds: [one, two]", "kinds: [one, ~]"))) {
      assertThatThrownBy(() -> experiment(wrong).plan(1))
          .as(wrong)
          .isInstanceOf(InvalidSettingException.class);
    }
  }

  @Test
  void refusesStepsThatAreNoCommandsOrShareAName() throws IOException {
    Experiment other = experiment(DEFINITION.replace("run: connect", "run: serve"));
    assertThatThrownBy(() -> other.plan(1)).hasMessageContaining("runs none of");
    Experiment shared = experiment(DEFINITION.replace("name: step-${kind}", "name: step"));
    assertThatThrownBy(() -> shared.plan(1)).hasMessageContaining("'step'");
    Experiment outside = experiment(DEFINITION.replace("name: step-", "name: ../step-"));
    assertThatThrownBy(() -> outside.plan(1)).hasMessageContaining("'../step-");
  }

  /** Tables refer to existing steps. */
  @Test
  void theDefinitionsOfTheProjectAreWhole() {
    Catalog shipped = new Catalog(Path.of("catalog"));
    assertThat(shipped.names()).hasSize(13);
    for (String name : shipped.names()) {
      Experiment experiment = shipped.read(name);
      assertThat(experiment.plan(1).steps()).isNotEmpty();
      assertThat(experiment.plan(experiment.usualScale()).diskBytes()).isPositive();
    }
  }

  @Test
  void showsNoUrlThatStandsInPlaceOfAName() {
    assertThatThrownBy(() -> new Catalog(folder).read("mysql://bench:secret@db/ycsb"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("name comes first")
        .hasMessageNotContaining("secret");
  }

  @Test
  void refusesAScaleThatIsNotAboveZero() throws IOException {
    Experiment experiment = experiment(DEFINITION);
    for (double scale : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> experiment.plan(scale))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("--scale");
    }
  }

  @Test
  void refusesAFieldWithoutAValue() {
    for (String wrong :
        List.of(
            DEFINITION.replace("title: A title", "title:"),
            DEFINITION.replace("columns: [kind, figure]", "columns: ~"),
            DEFINITION.replace("run: connect -n ${count} -p all=${kinds}", "run: ~"))) {
      assertThatThrownBy(() -> experiment(wrong))
          .as(wrong)
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("has no value");
    }
    assertThatThrownBy(() -> experiment("")).isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void refusesStepsBeyondAllBounds() throws IOException {
    String hundred = "x, ".repeat(99) + "x";
    Experiment endless =
        experiment(
            DEFINITION
                .replace("kinds: [one, two]", "kinds: [" + hundred + "]")
                .replace("each: {kind: kinds}", "each: {kind: kinds, more: kinds, most: kinds}"));
    assertThatThrownBy(() -> endless.plan(1))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("make the lists shorter");
  }

  @Test
  void refusesANumberBeyondAllBounds() {
    String large = "9".repeat(400);
    assertThatThrownBy(() -> experiment(DEFINITION.replace("\"100\"", "\"" + large + "\"")))
        .isInstanceOf(InvalidSettingException.class);
  }
}
