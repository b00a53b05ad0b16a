package dev.tlsbench.client.cluster;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/** Runs jobs on clusters. Implemented by an optional module, which {@link ServiceLoader} finds. */
public interface ClusterEngine {
  /**
   * Checks the requirements, before anything is loaded.
   *
   * @throws InvalidSettingException if something is missing, or has another version
   */
  void check(ClusterOptions options);

  /**
   * Runs a job, and returns when all its parts have ended.
   *
   * @param listener called by this thread
   * @throws ConnectFailedException if the cluster cannot be reached, or has too few executors
   * @throws IOException if the cluster is lost
   */
  void run(ClusterOptions options, ClusterMessage.Job job, Consumer<ClusterMessage> listener)
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
                    "--cluster: the module cluster is not on the class path; bin/ycsb adds it, and"
                        + " the tarball has it in lib/"));
  }
}
