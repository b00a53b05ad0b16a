package dev.tlsbench.measure.fork;

import java.util.Map;
import java.util.Objects;

/**
 * The task of a forked JVM. It is passed over standard input, as URLs with passwords must not be on
 * a command line.
 *
 * @param variants the properties of each variant's clients, by its name; the baseline is the first
 *     one, by which bursts divide, so that JSON must keep the order
 * @param flushes true if a variant's changes are flushed to disk before the next variant runs
 * @param seed of keys and orders
 * @param fork its number, from 0
 * @param startMillis the start of the run on the wall clock, for the times of windows
 */
public record ForkSpec(
    String binding,
    Map<String, Map<String, String>> variants,
    Settings.Clients clients,
    boolean flushes,
    long seed,
    int fork,
    long startMillis) {

  Map<String, String> properties(String variant) {
    return Objects.requireNonNull(variants.get(variant), variant);
  }

  /** Contains names only: URLs and properties may be secret. */
  @Override
  public String toString() {
    return "ForkSpec[" + binding + ", " + variants.keySet() + "]";
  }
}
