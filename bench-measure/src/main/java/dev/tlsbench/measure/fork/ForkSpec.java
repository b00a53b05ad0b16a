package dev.tlsbench.measure.fork;

import dev.tlsbench.client.cluster.ShippedProperties;
import dev.tlsbench.measure.fork.Settings.Clients;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The task of a forked JVM. It is passed over standard input, as URLs with passwords must not be on
 * a command line.
 *
 * @param binding the database, by its name on the command line
 * @param variants the properties of each variant's clients, by its name; the baseline is the first
 *     one, by which bursts divide, so that JSON must keep the order
 * @param clients the threads
 * @param flushes true if a variant's changes are flushed to disk before the next variant runs
 * @param seed of keys and orders
 * @param round the round to run in step with other forks; {@code null} to take orders for epochs
 */
public record ForkSpec(
    String binding,
    Map<String, Map<String, String>> variants,
    Clients clients,
    boolean flushes,
    long seed,
    @Nullable RoundSpec round) {

  Map<String, String> properties(String variant) {
    Map<String, String> properties = variants.get(variant);
    if (properties == null) {
      throw new IllegalArgumentException("unknown variant " + variant);
    }
    return properties;
  }

  /** Returns a copy for a fork on another machine, with the content of TLS files. */
  public ForkSpec inRound(Binding of, RoundSpec part) {
    Map<String, Map<String, String>> packed = new LinkedHashMap<>();
    variants.forEach(
        (name, own) -> packed.put(name, ShippedProperties.pack(of, RunProperties.of(own))));
    return new ForkSpec(binding, packed, clients.elsewhere(), flushes, seed, part);
  }

  /** Returns a copy whose TLS files are in a folder of this machine. */
  ForkSpec unpacked(Path folder) throws IOException {
    Map<String, Map<String, String>> local = new LinkedHashMap<>();
    for (Map.Entry<String, Map<String, String>> variant : variants.entrySet()) {
      local.put(
          variant.getKey(),
          RunProperties.strings(ShippedProperties.unpack(variant.getValue(), folder)));
    }
    return new ForkSpec(binding, local, clients, flushes, seed, round);
  }

  /** Contains names only: URLs and properties may be secret. */
  @Override
  public String toString() {
    return "ForkSpec[" + binding + ", " + variants.keySet() + "]";
  }
}
