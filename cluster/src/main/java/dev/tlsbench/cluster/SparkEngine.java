package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.Cluster;
import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterOptions;
import java.io.IOException;
import java.util.function.Consumer;

/** Opens clusters of Apache Spark. */
public final class SparkEngine implements ClusterEngine {
  @Override
  public void check(ClusterOptions options) {
    SparkHome.check(options, System.getenv());
  }

  @Override
  public Cluster open(ClusterOptions options, Consumer<String> messages)
      throws IOException, InterruptedException {
    return SparkCluster.open(SparkHome.command(options, System.getenv()), options, messages);
  }
}
