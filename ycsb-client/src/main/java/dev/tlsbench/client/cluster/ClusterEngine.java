package dev.tlsbench.client.cluster;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Opens clusters. Implemented by an optional module, which {@link ServiceLoader} finds. */
public interface ClusterEngine {
  /**
   * Checks the requirements, before anything is loaded.
   *
   * @throws InvalidSettingException if something is missing, or has another version
   */
  default void check(ClusterOptions options) {}

  /**
   * Connects to a cluster and waits until its executors are ready.
   *
   * @param messages receives messages, line by line
   * @throws InvalidSettingException if a requirement is missing, or the master is unknown
   * @throws IOException if the cluster cannot be reached, or has too few executors
   */
  Cluster open(ClusterOptions options, Consumer<String> messages)
      throws IOException, InterruptedException;

  /**
   * Returns the engine of this installation.
   *
   * @throws InvalidSettingException if there is none
   */
  static ClusterEngine find() {
    return ServiceLoader.load(ClusterEngine.class)
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "--cluster: the module cluster is not on the class path; bin/ycsb and"
                        + " bin/tlsbench add it, and the tarball has it in lib/"));
  }
}
