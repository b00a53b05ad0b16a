package dev.tlsbench.jmh.cell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The cells that a paired benchmark compares with a baseline: each differs from it in one value.
 * The constants are spelled as on the command line, where JMH takes their names.
 */
public enum VariantSet {
  /** SunJSSE has no hybrid group before Java 27, so BoringSSL's is compared with its own x25519. */
  kinds("kind=resumed key=RSA_2048 group=X25519MLKEM768|provider=openssl", ""),
  mutual("mutual=true", ""),
  groups("group=X25519MLKEM768", ""),
  /** Bouncy Castle sends no first key share of a hybrid group beside a P-256 certificate. */
  groupsOfRsa("group=X25519MLKEM768 group=SecP256r1MLKEM768", "group=x25519 key=RSA_2048"),
  suites(
      "suite=tls13-aes256-gcm suite=tls13-chacha20"
          + " suite=tls12-aes128-gcm suite=tls12-aes128-cbc-sha",
      ""),
  buffers("buffer=direct", ""),
  providers("provider=bouncycastle provider=conscrypt provider=openssl", ""),
  /** The checks of bench-core beside the JDK's own, of a chain of three. */
  trust("trust=tlsbench", "trust=jdk chain=3"),
  trustOfRsa("trust=tlsbench", "trust=jdk chain=3 key=RSA_2048");

  private final String differences;
  private final String baseline;

  /**
   * Creates a comparison.
   *
   * @param differences one for each compared cell; after {@code |} a value in which both the cell
   *     and a baseline of its own differ from the others
   * @param baseline the values in which the baseline differs from the usual cell
   */
  VariantSet(String differences, String baseline) {
    this.differences = differences;
    this.baseline = baseline;
  }

  /**
   * A cell of a comparison.
   *
   * @param name the value by which it differs from its baseline; for a baseline, the values by
   *     which others differ from it
   * @param baseline the baseline's value for the same parameters
   * @param base the index of the baseline among the cells; a baseline's is its own
   * @param parameters all parameters
   */
  public record Variant(
      String name, String baseline, int base, SortedMap<String, String> parameters) {}

  /**
   * Returns the cells: the baseline, then those that are compared with it, or with a baseline of
   * their own that stands before them.
   *
   * @param usual the baseline's parameters, where this comparison has none of its own
   * @param supported returns whether a cell can run; one that cannot is left out
   */
  public List<Variant> variants(
      SortedMap<String, String> usual, Predicate<SortedMap<String, String>> supported) {
    SortedMap<String, String> first = with(usual, baseline);
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant("", "", 0, first));
    TreeSet<String> varied = new TreeSet<>();
    for (String difference : List.of(differences.split(" "))) {
      List<String> values = List.of(difference.split("\\|"));
      boolean isOnItsOwn = values.size() > 1;
      SortedMap<String, String> base = isOnItsOwn ? with(first, values.get(1)) : first;
      SortedMap<String, String> parameters = with(base, values.get(0));
      if (!supported.test(base) || !supported.test(parameters)) {
        continue;
      }
      String name = values.get(0).replaceFirst("=.*", "");
      String of = isOnItsOwn ? " (" + values.get(1).replaceFirst(".*=", "") + ")" : "";
      if (isOnItsOwn) {
        variants.add(new Variant(word(name, base) + of, "", variants.size(), base));
      } else {
        varied.add(word(name, first));
      }
      int index = isOnItsOwn ? variants.size() - 1 : 0;
      variants.add(
          new Variant(word(name, parameters) + of, word(name, base) + of, index, parameters));
    }
    String words = String.join(" ", varied);
    variants.set(0, new Variant(words, words, 0, first));
    return variants;
  }

  /** Returns a copy with some values, such as {@code kind=resumed mutual=true}. */
  private static SortedMap<String, String> with(Map<String, String> usual, String values) {
    SortedMap<String, String> changed = new TreeMap<>(usual);
    for (String value : List.of(values.split(" "))) {
      if (value.isEmpty()) {
        continue;
      }
      String name = value.replaceFirst("=.*", "");
      changed.put(name, value.substring(name.length() + 1));
    }
    return changed;
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
