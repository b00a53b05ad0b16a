package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.jmh.cell.Cell;
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
    List<Cell> cells = set.cells(suite);
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
    List<Cell> cells = BenchmarkSet.FULL.cells(suite);
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
  void aLineVariesItsParametersAndLeavesTheRestAsUsual() {
    assertThat(BenchmarkSet.cells("ToyBenchmark.play  toy=*", toys).stream().map(Cell::label))
        .containsExactly(
            "ToyBenchmark.play outcome=good toy=ball",
            "ToyBenchmark.play outcome=good toy=doll",
            "ToyBenchmark.play outcome=good toy=cube");
    assertThat(
            BenchmarkSet.cells("RecordBenchmark.wrap size=64,256", suite).stream().map(Cell::label))
        .containsExactly(
            "RecordBenchmark.wrap buffer=heap provider=jdk size=64 suite=tls13-aes128-gcm",
            "RecordBenchmark.wrap buffer=heap provider=jdk size=256 suite=tls13-aes128-gcm");
  }

  @Test
  void quickTakesFiveMinutes() {
    assertThat(estimate("quick")).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
  }

  @Test
  void fullTakesTwoAndAHalfHours() {
    assertThat(estimate("full")).isBetween(Duration.ofMinutes(130), Duration.ofMinutes(160));
  }

  private Duration estimate(String set) {
    return new Plan(Arguments.parse(List.of("--set", set)), suite).estimate();
  }

  @Test
  void fullHasAllOfQuick() {
    assertThat(BenchmarkSet.FULL.cells(suite)).containsAll(BenchmarkSet.QUICK.cells(suite));
  }

  @Test
  void aLineCannotNameUnknownParametersOrValues() {
    assertThatThrownBy(() -> BenchmarkSet.cells("ToyBenchmark.play toy=kite", toys))
        .hasMessageEndingWith("toy has no value kite but [ball, doll, cube]");
    assertThatThrownBy(() -> BenchmarkSet.cells("ToyBenchmark.play colour=*", toys))
        .hasMessageEndingWith("play has no parameter colour");
    assertThatThrownBy(() -> BenchmarkSet.cells("ToyBenchmark.sleep", toys))
        .hasMessage("there is no benchmark ToyBenchmark.sleep");
  }

  private static String classOf(String benchmark) {
    return benchmark.substring(0, benchmark.lastIndexOf('.'));
  }
}
