package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.jmh.cell.Cell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static Plan plan(String... args) {
    List<String> all = new ArrayList<>(List.of("--set", "all"));
    all.addAll(List.of(args));
    return new Plan(Arguments.parse(all), Catalog.of(ToyBenchmark.class));
  }

  @Test
  void takesTheParametersOfTheCommandLineInsteadOfTheSets() {
    assertThat(plan("-p", "toy=doll", "-p", "outcome=good,bad").cells().stream().map(Cell::label))
        .containsExactly(
            "ToyBenchmark.play outcome=good toy=doll", "ToyBenchmark.play outcome=bad toy=doll");
  }

  @Test
  void listsCellsThatCannotRunWithTheReason() {
    Plan plan = plan("-p", "outcome=good");
    assertThat(plan.cells()).hasSize(2);
    assertThat(plan.absences())
        .singleElement()
        .satisfies(
            absence -> {
              assertThat(absence.parameters()).containsEntry("toy", "cube");
              assertThat(absence.reason()).isEqualTo("not offered by toys: cube");
            });
  }

  @Test
  void refusesWhenNothingOfItCanRun() {
    Invocation run = Invocation.ofToys(Path.of("unused"), "-p", "toy=cube", "-p", "outcome=bad");
    assertThat(run.err())
        .isEqualTo(
            "jmh: nothing can run: ToyBenchmark.play outcome=bad toy=cube: not offered by toys: cube");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void estimatesFromAnnotationsAndOptions() {
    assertThat(plan("-p", "outcome=good").estimate())
        .isEqualTo(Duration.ofSeconds(4).plusMillis(2 * 2 * 2));
    assertThat(plan("-p", "outcome=good", "-f", "1", "-wi", "3", "-w", "2s", "-r", "1s").estimate())
        .isEqualTo(Duration.ofSeconds(2 * (1 + 3 * 2 + 2 * 1)));
  }

  @Test
  void listsCellsThatWouldRunAndCellsThatWouldNot() {
    Invocation run = Invocation.ofToys(Path.of("unused"), "-l");
    assertThat(run.out())
        .contains(
            "ToyBenchmark.play outcome=good toy=ball",
            "not run: ToyBenchmark.play toy=cube (3): not offered by toys: cube",
            "benchmarks: 6, forks: 12, time: about 12 s");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void listsEveryValueOfEveryParameter() {
    assertThat(Invocation.ofToys(Path.of("unused"), "-lp").out())
        .contains("  outcome: good, bad, endless", "  toy: ball, doll, cube");
  }
}
