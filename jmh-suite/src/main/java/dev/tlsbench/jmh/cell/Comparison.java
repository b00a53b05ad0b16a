package dev.tlsbench.jmh.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The cells that a paired benchmark compares with the usual one: each differs from it in one value.
 * The constants are spelled as on the command line, where JMH takes their names.
 */
public enum Comparison {
  kinds("kind=resumed key=RSA_2048"),
  mutual("mutual=true"),
  groups("group=X25519MLKEM768"),
  suites(
      "suite=tls13-aes256-gcm suite=tls13-chacha20"
          + " suite=tls12-aes128-gcm suite=tls12-aes128-cbc-sha"),
  buffers("buffer=direct"),
  providers("provider=bouncycastle provider=conscrypt provider=openssl");

  private final String differences;

  Comparison(String differences) {
    this.differences = differences;
  }

  /**
   * A compared cell.
   *
   * @param name the value by which it differs from the baseline; for the baseline itself, the
   *     values by which any cell differs from it
   * @param baseline the baseline's value for the same parameters
   * @param parameters all parameters
   */
  public record Variant(String name, String baseline, SortedMap<String, String> parameters) {}

  /**
   * Returns the baseline, and the cells that are compared with it.
   *
   * @param usual the baseline's parameters
   * @param supported returns whether a cell can run; one that cannot is left out
   */
  public List<Variant> variants(
      SortedMap<String, String> usual, Predicate<SortedMap<String, String>> supported) {
    List<Variant> variants = new ArrayList<>();
    TreeSet<String> varied = new TreeSet<>();
    for (String difference : List.of(differences.split(" "))) {
      String name = difference.replaceFirst("=.*", "");
      SortedMap<String, String> parameters = new TreeMap<>(usual);
      parameters.put(name, difference.substring(name.length() + 1));
      if (supported.test(parameters)) {
        variants.add(new Variant(word(name, parameters), word(name, usual), parameters));
        varied.add(name);
      }
    }
    String baseline = varied.stream().map(n -> word(n, usual)).collect(Collectors.joining(" "));
    variants.add(0, new Variant(baseline, baseline, usual));
    return variants;
  }

  private static String word(String name, Map<String, String> parameters) {
    String value = parameters.getOrDefault(name, "");
    return name.equals("mutual") ? (value.equals("true") ? "mutual" : "one-way") : value;
  }
}
