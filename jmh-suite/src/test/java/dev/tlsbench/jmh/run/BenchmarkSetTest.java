package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.jmh.report.SuiteReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchmarkSetTest {
  private final Catalog suite = Catalog.ofSuite();
  private final Catalog toys = Catalog.of(ToyBenchmark.class);

  @ParameterizedTest
  @EnumSource(BenchmarkSet.class)
  void hasNoCellTwiceAndOnlyValuesThatExist(BenchmarkSet set) {
    List<BenchmarkCell> cells = set.cells(suite);
    assertThat(cells).isNotEmpty().doesNotHaveDuplicates();
    assertThat(cells)
        .allSatisfy(
            cell -> {
              Map<String, List<String>> values = suite.method(cell).parameters();
              assertThat(cell.parameters().keySet()).isEqualTo(values.keySet());
              cell.parameters()
                  .forEach((name, value) -> assertThat(values.get(name)).contains(value));
            });
  }

  @Test
  void fullHasEveryValueOfEveryParameterOfEveryBenchmark() {
    List<BenchmarkCell> cells = BenchmarkSet.FULL.cells(suite);
    for (BenchmarkMethod method : suite.methods()) {
      method
          .parameters()
          .forEach(
              (name, values) ->
                  assertThat(
                          cells.stream()
                              .filter(
                                  cell -> classOf(cell.benchmark()).equals(classOf(method.name())))
                              .map(cell -> cell.parameters().get(name))
                              .collect(Collectors.toSet()))
                      .as("%s of %s", name, method.name())
                      .containsExactlyInAnyOrderElementsOf(values));
    }
  }

  @Test
  void allHasEveryCombination() {
    assertThat(BenchmarkSet.ALL.cells(toys)).hasSize(3 * 3);
  }

  @Test
  void anArmVariesWhatItNamesAndLeavesTheRestAsUsual() {
    assertThat(
            Arm.of("ToyBenchmark", "play")
                .withEvery("toy")
                .cells(toys, Map.of("outcome", "bad"))
                .stream()
                .map(BenchmarkCell::label))
        .containsExactly(
            "ToyBenchmark.play outcome=bad toy=ball",
            "ToyBenchmark.play outcome=bad toy=doll",
            "ToyBenchmark.play outcome=bad toy=cube");
  }

  @Test
  void quickTakesMinutesWithOpenSslMeasured() {
    assertThat(estimate("quick").plus(SuiteReport.QUICK_BUDGET))
        .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(15));
  }

  @Test
  void fullTakesAboutTwoHoursAndAQuarter() {
    assertThat(estimate("full")).isBetween(Duration.ofMinutes(100), Duration.ofMinutes(140));
  }

  private Duration estimate(String set) {
    return new Plan(CommandLine.parse(List.of("--set", set)), suite).estimate();
  }

  @Test
  void fullHasAllOfQuick() {
    assertThat(BenchmarkSet.FULL.cells(suite)).containsAll(BenchmarkSet.QUICK.cells(suite));
  }

  @Test
  void armCannotNameWhatDoesNotExist() {
    Arm play = Arm.of("ToyBenchmark", "play");
    assertThatThrownBy(() -> play.with("toy", "kite").cells(toys, Map.of()))
        .hasMessageEndingWith("toy has no value kite but [ball, doll, cube]");
    assertThatThrownBy(() -> play.withEvery("colour").cells(toys, Map.of()))
        .hasMessageEndingWith("play has no parameter colour");
  }

  private static String classOf(String benchmark) {
    return benchmark.substring(0, benchmark.lastIndexOf('.'));
  }
}
