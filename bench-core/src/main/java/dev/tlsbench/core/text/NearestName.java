package dev.tlsbench.core.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name that is nearest to a misspelt one. */
public final class NearestName {
  /** Longer than any known name, so a longer text is not a misspelling. */
  private static final int LONGEST = 60;

  private static final int PART = 3;

  private NearestName() {}

  /** Returns the known name with the fewest letters to change; there must be at least one. */
  public static String of(String name, Collection<String> known) {
    String wanted = name.substring(0, Math.min(name.length(), LONGEST)).toLowerCase(Locale.ROOT);
    return known.stream()
        .min(
            Comparator.<String>comparingInt(
                    candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow();
  }

  /** Returns the nearest name of which at most a third of the letters have to change. */
  public static Optional<String> near(String name, Collection<String> known) {
    String wanted = name.toLowerCase(Locale.ROOT);
    return name.length() > LONGEST || known.isEmpty()
        ? Optional.empty()
        : Optional.of(of(name, known))
            .filter(
                nearest ->
                    distance(wanted, nearest.toLowerCase(Locale.ROOT)) <= name.length() / PART);
  }

  /** Returns the Levenshtein distance, with one row of the table at a time. */
  private static int distance(String a, String b) {
    int[] previous = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] current = new int[b.length() + 1];
      current[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[b.length()];
  }
}
