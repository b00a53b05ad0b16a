package dev.tlsbench.core.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SelectionTest {
  static Stream<List<Integer>> sizes() {
    return Stream.of(
        List.of(5),
        List.of(5, 1),
        List.of(36, 4, 2, 2, 4),
        List.of(8, 4, 2, 2, 4),
        List.of(4, 2, 36),
        List.of(2, 2, 2, 2, 2, 2),
        List.of(3, 3, 3, 3));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void coversEveryPairOfProduct(List<Integer> sizes) {
    List<Object[]> product = product(sizes);
    assertThat(product).hasSize(sizes.stream().reduce(1, (a, b) -> a * b));

    List<Object[]> selected = Selection.pairwise(product, List::of);

    assertThat(pairs(selected)).isEqualTo(pairs(product));
    assertThat(product).containsAll(selected);
    assertThat(selected).doesNotHaveDuplicates();
  }

  /** No selection can be smaller than the product of the two largest factors. */
  @ParameterizedTest
  @MethodSource("sizes")
  void takesFewMoreCellsThanItMust(List<Integer> sizes) {
    int least =
        sizes.stream()
            .sorted((a, b) -> b - a)
            .limit(2)
            .reduce(1, (largest, second) -> largest * second);

    assertThat(Selection.pairwise(product(sizes), List::of))
        .hasSizeBetween(least, Math.max(least + 4, least * 3 / 2));
  }

  @Test
  void coversPairsThatThereAreAndNoOthers() {
    List<List<?>> cells =
        product(List.of(6, 5, 4, 3)).stream()
            .<List<?>>map(List::of)
            .filter(cell -> ((int) cell.get(0) + (int) cell.get(1)) % 3 != 0)
            .toList();

    List<List<?>> selected = Selection.pairwise(cells, cell -> cell);

    assertThat(selected).isSubsetOf(cells).hasSizeLessThan(cells.size() / 2);
    assertThat(pairsOfLists(selected)).isEqualTo(pairsOfLists(cells));
  }

  @Test
  void selectsTheSameEachTime() {
    List<Object[]> product = product(List.of(7, 4, 3, 2));
    assertThat(Selection.pairwise(product, List::of))
        .isEqualTo(Selection.pairwise(product, List::of));
  }

  @Test
  void selectsNothingOfNothing() {
    assertThat(Selection.of(List.of(), List.of(1, 2))).isEmpty();
  }

  @Test
  void runsAllCellsWhenAsked() {
    boolean full = Boolean.getBoolean("tlsbench.full");
    assertThat(Selection.of(values(4), values(2), values(2))).hasSize(full ? 16 : 8);
  }

  private static List<Object[]> product(List<Integer> sizes) {
    return Selection.product(
        sizes.stream().map(SelectionTest::values).toArray(Collection<?>[]::new));
  }

  private static List<Integer> values(int size) {
    return IntStream.range(0, size).boxed().toList();
  }

  private static Set<Selection.Pair> pairs(List<Object[]> cells) {
    List<List<?>> lists = new ArrayList<>();
    cells.forEach(cell -> lists.add(List.of(cell)));
    return pairsOfLists(lists);
  }

  private static Set<Selection.Pair> pairsOfLists(List<List<?>> cells) {
    Set<Selection.Pair> pairs = new HashSet<>();
    cells.forEach(cell -> pairs.addAll(Selection.pairs(cell)));
    return pairs;
  }
}
