package dev.tlsbench.jmh.benchmark;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** The cells of paired comparisons. */
final class Comparisons {
  static final String[] PROVIDERS = {"jdk", "bouncycastle", "conscrypt", "openssl"};

  private Comparisons() {}

  static Map<String, String> with(Map<String, String> cell, String name, String value) {
    Map<String, String> changed = new TreeMap<>(cell);
    changed.put(name, value);
    return changed;
  }

  static List<Map<String, String>> varying(
      Map<String, String> cell, String name, String... values) {
    return Arrays.stream(values).map(value -> with(cell, name, value)).toList();
  }

  /**
   * Returns why a comparison cannot run: its baseline cannot, or nothing that it could be compared
   * with. Other cells that cannot run are left out of it.
   *
   * @param cells the baseline first
   * @param absence returns why a cell cannot run
   * @param parameters of the paired benchmark
   */
  static Optional<String> absence(
      List<Map<String, String>> cells,
      Function<Map<String, String>, Optional<String>> absence,
      Map<String, String> parameters) {
    Map<String, String> baseline = cells.get(0);
    String provider = parameters.getOrDefault("provider", "");
    if (!provider.equals(baseline.get("provider"))) {
      return Optional.of("the same as " + baseline.get("provider") + ": all providers take part");
    }
    return absence
        .apply(baseline)
        .or(
            () ->
                cells.stream().skip(1).anyMatch(cell -> absence.apply(cell).isEmpty())
                    ? Optional.empty()
                    : absence.apply(cells.get(1)));
  }
}
