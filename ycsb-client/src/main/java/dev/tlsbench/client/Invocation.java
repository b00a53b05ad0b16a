package dev.tlsbench.client;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.ycsb.session.Binding;
import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A parsed command line. Its text omits the values of properties, which may be secret.
 *
 * @param notes remarks on the properties, one line each
 * @param cluster {@code null} to run on this machine
 */
record Invocation(
    Phase phase,
    Binding binding,
    Properties properties,
    List<String> notes,
    @Nullable ClusterOptions cluster) {
  @Override
  public String toString() {
    return phase + " " + binding + " " + new TreeSet<>(properties.stringPropertyNames());
  }
}
