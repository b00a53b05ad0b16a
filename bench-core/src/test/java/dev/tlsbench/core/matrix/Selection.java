package dev.tlsbench.core.matrix;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Selects the cells of a test matrix that run: all of them under {@code -Pfull}, a pairwise
 * selection otherwise.
 *
 * <p>In a pairwise selection every pair of values of two factors that some cell has occurs in a
 * selected cell. Of 36 flaws, 4 providers, 2 drivers, 2 protocols and 4 kinds of verification, 2304
 * cells, it takes little more than 144: each flaw still meets each provider. The selection depends
 * on the cells and their order alone, so that every run makes the same.
 */
public final class Selection {
  private static final boolean FULL = Boolean.getBoolean("tlsbench.full");

  private Selection() {}

  /**
   * Selects cells of the product of some factors.
   *
   * @param factors the values of each, in the order of a test's parameters
   * @return the arguments of the test, one array a cell
   */
  public static List<Object[]> of(Collection<?>... factors) {
    return of(product(factors), List::of);
  }

  /**
   * Selects some of the cells that there are.
   *
   * @param cells in any number and order; not every combination of values need be there
   * @param values the value of each factor, as many for every cell
   */
  public static <T> List<T> of(List<T> cells, Function<? super T, ? extends List<?>> values) {
    return FULL ? cells : pairwise(cells, values);
  }

  /** Selects the first cells of a list without factors, whose order is that of importance. */
  public static <T> List<T> first(int number, List<T> cells) {
    return FULL ? cells : cells.subList(0, number);
  }

  static List<Object[]> product(Collection<?>... factors) {
    List<Object[]> cells = new ArrayList<>();
    cells.add(new Object[0]);
    for (Collection<?> factor : factors) {
      List<Object[]> longer = new ArrayList<>();
      for (Object[] cell : cells) {
        for (Object value : factor) {
          Object[] more = Arrays.copyOf(cell, cell.length + 1);
          more[cell.length] = value;
          longer.add(more);
        }
      }
      cells = longer;
    }
    return cells;
  }

  /** Takes, as long as a pair is missing, the first of the cells that have most missing pairs. */
  static <T> List<T> pairwise(List<T> cells, Function<? super T, ? extends List<?>> values) {
    Map<Pair, Integer> numbers = new HashMap<>();
    List<int[]> pairs = new ArrayList<>();
    for (T cell : cells) {
      pairs.add(
          pairs(values.apply(cell)).stream()
              .mapToInt(pair -> numbers.computeIfAbsent(pair, p -> numbers.size()))
              .toArray());
    }
    boolean[] covered = new boolean[numbers.size()];
    List<T> selected = new ArrayList<>();
    while (true) {
      int best = -1;
      int most = 0;
      for (int cell = 0; cell < pairs.size(); cell++) {
        int missing = 0;
        for (int pair : pairs.get(cell)) {
          missing += covered[pair] ? 0 : 1;
        }
        if (missing > most) {
          best = cell;
          most = missing;
        }
      }
      if (best < 0) {
        return selected;
      }
      selected.add(cells.get(best));
      for (int pair : pairs.get(best)) {
        covered[pair] = true;
      }
    }
  }

  /** The pairs of a cell; of a single factor, its value. */
  static Set<Pair> pairs(List<?> values) {
    Set<Pair> pairs = new HashSet<>();
    for (int second = 0; second < values.size(); second++) {
      for (int first = 0; first < second; first++) {
        pairs.add(new Pair(first, values.get(first), second, values.get(second)));
      }
    }
    if (values.size() == 1) {
      pairs.add(new Pair(0, values.get(0), 0, values.get(0)));
    }
    return pairs;
  }

  /** A value of one factor that meets a value of another. */
  record Pair(int first, Object firstValue, int second, Object secondValue) {}
}
