package dev.tlsbench.cluster;

import dev.tlsbench.client.cluster.ClusterEngine;
import dev.tlsbench.client.cluster.ClusterMessage;
import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.properties.GivenProperties;
import java.io.IOException;
import java.util.function.Consumer;

/** Runs jobs on clusters of Apache Spark. */
public final class SparkEngine implements ClusterEngine {
  @Override
  public void check(ClusterOptions options) {
    SparkHome.check(options, System.getenv());
  }

  @Override
  public void run(ClusterOptions options, ClusterMessage.Job job, Consumer<ClusterMessage> listener)
      throws IOException, InterruptedException {
    ProcessBuilder driver = new ProcessBuilder(SparkHome.command(options, System.getenv()));
    GivenProperties.removeFrom(driver.environment());
    driver.environment().putIfAbsent("SPARK_SUBMIT_OPTS", SparkHome.JVM_OPTION);
    try (SparkDriver running = new SparkDriver(driver.start())) {
      running.run(job.with(Libraries.of(options)), listener);
    }
  }
}
