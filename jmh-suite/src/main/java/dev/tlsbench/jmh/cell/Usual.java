package dev.tlsbench.jmh.cell;

import static java.util.Map.entry;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The usual value of each parameter, around which sets and comparisons vary. A parameter means the
 * same in every benchmark that has it.
 */
public final class Usual {
  private static final Map<String, String> VALUES =
      Map.ofEntries(
          entry("provider", "jdk"),
          entry("suite", "tls13-aes128-gcm"),
          entry("size", "16384"),
          entry("buffer", "heap"),
          entry("kind", "full"),
          entry("side", "client"),
          entry("protocol", "TLSv1.3"),
          entry("key", "P_256"),
          entry("group", "x25519"),
          entry("mutual", "false"));

  private Usual() {}

  /** Returns the usual value of a parameter, or another one if there is none. */
  public static String value(String parameter, String otherwise) {
    return VALUES.getOrDefault(parameter, otherwise);
  }

  /** Returns the usual values of some parameters. */
  public static SortedMap<String, String> values(Iterable<String> parameters) {
    SortedMap<String, String> values = new TreeMap<>();
    parameters.forEach(name -> values.put(name, value(name, "")));
    return values;
  }
}
