package dev.tlsbench.jmh.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cells that a paired benchmark compares with a baseline: each differs from it in one value.
 * The constants are spelled as on the command line, where JMH takes their names.
 */
public enum Comparison {
  kinds("kind=resumed key=RSA_2048"),
  mutual("mutual=true"),
  groups("group=X25519MLKEM768"),
  /** Bouncy Castle sends no first key share of a hybrid group beside a P-256 certificate. */
  groupsOfRsa("group=X25519MLKEM768 group=SecP256r1MLKEM768", "group=x25519", "key=RSA_2048"),
  suites(
      "suite=tls13-aes256-gcm suite=tls13-chacha20"
          + " suite=tls12-aes128-gcm suite=tls12-aes128-cbc-sha"),
  buffers("buffer=direct"),
  providers("provider=bouncycastle provider=conscrypt provider=openssl"),
  /** The checks of bench-core beside the JDK's own, of a chain of three. */
  trust("trust=tlsbench", "trust=jdk", "chain=3"),
  trustOfRsa("trust=tlsbench", "trust=jdk", "chain=3", "key=RSA_2048");

  private final String differences;
  private final String baseline;

  /** Creates a comparison whose baseline differs from the usual cell in these values. */
  Comparison(String differences, String... baseline) {
    this.differences = differences;
    this.baseline = String.join(" ", baseline);
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
   * @param usual the baseline's parameters, where this comparison has none of its own
   * @param supported returns whether a cell can run; one that cannot is left out
   */
  public List<Variant> variants(
      SortedMap<String, String> usual, Predicate<SortedMap<String, String>> supported) {
    SortedMap<String, String> first = new TreeMap<>(usual);
    Stream.of(baseline.split(" ")).filter(v -> !v.isEmpty()).forEach(v -> put(v, first));
    List<Variant> variants = new ArrayList<>();
    TreeSet<String> varied = new TreeSet<>();
    for (String difference : List.of(differences.split(" "))) {
      SortedMap<String, String> parameters = new TreeMap<>(first);
      String name = put(difference, parameters);
      if (supported.test(parameters)) {
        variants.add(new Variant(word(name, parameters), word(name, first), parameters));
        varied.add(name);
      }
    }
    String words = varied.stream().map(n -> word(n, first)).collect(Collectors.joining(" "));
    variants.add(0, new Variant(words, words, first));
    return variants;
  }

  /** Sets a parameter to a value, as in {@code kind=resumed}, and returns its name. */
  private static String put(String value, Map<String, String> parameters) {
    String name = value.replaceFirst("=.*", "");
    parameters.put(name, value.substring(name.length() + 1));
    return name;
  }

  private static String word(String name, Map<String, String> parameters) {
    String value = parameters.getOrDefault(name, "");
    return switch (name) {
      case "mutual" -> value.equals("true") ? "mutual" : "one-way";
      case "trust" -> "checks of " + value + " (" + parameters.get("key") + ")";
      default -> value;
    };
  }
}
