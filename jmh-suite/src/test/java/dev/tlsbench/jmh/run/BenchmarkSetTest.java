package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.report.Absence;
import dev.tlsbench.jmh.run.ForkPlan.PlannedCell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BenchmarkSetTest {
  private static ForkPlan plan(BenchmarkSet set, String... words) {
    return new ForkPlan(set, JmhWords.parse(List.of(words)));
  }

  private static List<String> labels(ForkPlan plan) {
    return plan.cells().stream().map(planned -> planned.cell().label()).toList();
  }

  /** The cells of a set, those that this JVM lacks too. */
  private static List<BenchmarkCell> cells(BenchmarkSet set) {
    ForkPlan plan = plan(set);
    List<BenchmarkCell> cells =
        new ArrayList<>(plan.cells().stream().map(PlannedCell::cell).toList());
    for (Absence absence : plan.absences()) {
      cells.add(
          new BenchmarkCell(
              "dev.tlsbench.jmh.benchmark." + absence.benchmark(), absence.parameters()));
    }
    return cells;
  }

  private static List<SuiteMethod> methods() {
    return SuiteMethod.find(List.of("dev.tlsbench.jmh.benchmark"), List.of());
  }

  @ParameterizedTest
  @EnumSource
  void hasNoCellTwiceAndOnlyBenchmarksAndValuesThatExist(BenchmarkSet set) {
    Map<String, SuiteMethod> methods =
        methods().stream().collect(Collectors.toMap(SuiteMethod::name, method -> method));
    assertThat(cells(set))
        .isNotEmpty()
        .doesNotHaveDuplicates()
        .allSatisfy(
            cell -> {
              SuiteMethod method = Objects.requireNonNull(methods.get(cell.benchmark()));
              Map<String, List<String>> values = method.parameters();
              assertThat(cell.parameters().keySet()).isEqualTo(values.keySet());
              cell.parameters()
                  .forEach((name, value) -> assertThat(values.get(name)).contains(value));
            });
    assertThat(set.lines())
        .allSatisfy(
            line ->
                assertThat(methods.keySet())
                    .anyMatch(name -> name.endsWith("." + line.ofRun().getIncludes().get(0))))
        .allSatisfy(
            line ->
                assertThat(
                        methods.entrySet().stream()
                            .filter(
                                m -> m.getKey().endsWith("." + line.ofRun().getIncludes().get(0)))
                            .flatMap(m -> m.getValue().parameters().keySet().stream()))
                    .containsAll(line.parameterNames()));
  }

  @Test
  void fullHasEveryValueOfEveryParameterOfEveryBenchmark() {
    List<BenchmarkCell> cells = cells(BenchmarkSet.full);
    for (SuiteMethod method : methods()) {
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
                      .isEqualTo(Set.copyOf(values)));
    }
  }

  private static String classOf(String benchmark) {
    return benchmark.substring(0, benchmark.lastIndexOf('.'));
  }

  @Test
  void quickTakesThreeMinutesAndFullHasAllOfIt() {
    assertThat(plan(BenchmarkSet.quick).duration())
        .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(3));
    assertThat(cells(BenchmarkSet.full)).containsAll(cells(BenchmarkSet.quick));
  }

  @Test
  void fullTakesTwoAndAQuarterHours() {
    assertThat(plan(BenchmarkSet.full).duration())
        .isBetween(Duration.ofMinutes(120), Duration.ofMinutes(140));
  }

  @Test
  void quickComparesSuitesKeysGroupsAndImplementations() {
    assertThat(labels(plan(BenchmarkSet.quick)))
        .containsExactlyInAnyOrder(
            "RecordPairs.block comparison=suites provider=jdk size=16384",
            "RecordPairs.block comparison=providers provider=jdk size=1024",
            "HandshakePairs.block comparison=kinds provider=jdk");
    assertThat(plan(BenchmarkSet.quick).forks()).isEqualTo(5 + 4 + 4);
  }

  @Test
  void takesTheParametersOfTheCommandLineInsteadOfTheSets() {
    ForkPlan plan =
        plan(
            BenchmarkSet.quick,
            "HandshakePairs",
            "-p",
            "provider=jdk",
            "-p",
            "comparison=trust,trustOfRsa",
            "-f",
            "3");
    assertThat(labels(plan))
        .containsExactly(
            "HandshakePairs.block comparison=trust provider=jdk",
            "HandshakePairs.block comparison=trustOfRsa provider=jdk");
    assertThat(plan.forks()).isEqualTo(6);
  }

  @Test
  void aValueCountsForTheBenchmarksThatHaveIt() {
    assertThat(labels(plan(BenchmarkSet.quick, "Pairs", "-p", "comparison=buffers,mutual")))
        .containsExactlyInAnyOrder(
            "HandshakePairs.block comparison=mutual provider=jdk",
            "RecordPairs.block comparison=buffers provider=jdk size=16384",
            "RecordPairs.block comparison=buffers provider=jdk size=1024");
  }

  @Test
  void aBenchmarkThatTheSetLacksRunsWithItsUsualValues() {
    assertThat(labels(plan(BenchmarkSet.quick, "RecordBenchmark.wrap", "-p", "size=64,256")))
        .containsExactly(
            "RecordBenchmark.wrap buffer=heap provider=jdk size=64 suite=tls13-aes128-gcm",
            "RecordBenchmark.wrap buffer=heap provider=jdk size=256 suite=tls13-aes128-gcm");
    assertThat(labels(plan(BenchmarkSet.quick, "HandshakeBenchmark")))
        .containsExactly(
            "HandshakeBenchmark.handshake group=x25519 key=P_256 kind=full mutual=false"
                + " protocol=TLSv1.3 provider=jdk side=client");
  }

  @Test
  void leavesOutCellsThatCannotRunWithTheReason() {
    ForkPlan plan = plan(BenchmarkSet.quick, "ToyBenchmark", "-p", "toy=ball,cube");
    assertThat(labels(plan)).containsExactly("ToyBenchmark.play outcome=good toy=ball");
    assertThat(plan.absences())
        .extracting(absence -> absence.label() + ": " + absence.reason())
        .containsExactly("ToyBenchmark.play outcome=good toy=cube: not offered by toys: cube");
  }

  @Test
  void plansTimeFromAnnotationsAndOptions() {
    assertThat(plan(BenchmarkSet.quick, "ToyBenchmark").duration())
        .isEqualTo(Duration.ofMillis(2 * (5_000 + 2)));
    assertThat(
            plan(BenchmarkSet.quick, "Toy", "-f", "1", "-wi", "3", "-w", "2s", "-r", "1s")
                .duration())
        .isEqualTo(Duration.ofSeconds(5 + 3 * 2 + 2));
  }
}
